// Tags of requests and folders in other formats.
import { scalarText } from '../../../documents/json-values.ts';

const MAX_CHARS = 100;

/** Returns the tags of a list, or of a text with commas, each once and without commas. */
export function tagsOf(given: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : (scalarText(given) ?? '').split(',');
  const tags = list.map((each) => (scalarText(each) ?? '').replaceAll(',', ' ').trim().slice(0, MAX_CHARS));
  return [...new Set(tags.filter((tag) => tag !== ''))];
}
