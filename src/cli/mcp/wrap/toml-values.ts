// Values of TOML with their offsets: texts, and lists of texts.
import { UserError } from '../../../base/errors.ts';
import type { Written } from './contract.ts';

export interface Text extends Written {
  readonly value: string;
}

const STRING = /"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/y;

/** Returns the text in quotation marks at an offset; null for another value. */
export function stringAt(text: string, at: number): Text | null {
  STRING.lastIndex = at;
  const found = STRING.exec(text);
  if (found === null || text.startsWith('"""', at) || text.startsWith("'''", at)) return null;
  const [whole, basic, literal] = found;
  const value = basic === undefined ? (literal ?? '') : unescaped(basic);
  return value === null ? null : { value, start: at, end: at + whole.length };
}

/** The escapes of TOML that JSON has too; null for others. */
function unescaped(basic: string): string | null {
  try {
    return JSON.parse(`"${basic.replaceAll('\t', String.raw`\t`)}"`) as string;
  } catch {
    return null;
  }
}

/** Blanks, commas and comments. */
export const BETWEEN = /(?:\s|,|#[^\n]*)*/y;

/** Returns a list of strings; null for a list of something else. */
export function listAt(text: string, start: number): (Written & { readonly items: readonly Text[] }) | null {
  if (text[start] !== '[') return null;
  const items: Text[] = [];
  for (let at = start + 1; ;) {
    BETWEEN.lastIndex = at;
    at += BETWEEN.exec(text)?.[0].length ?? 0;
    if (at >= text.length) throw new UserError('INVALID_FILE', 'a list of arguments does not end');
    if (text[at] === ']') return { items, start, end: at + 1 };
    const item = stringAt(text, at);
    if (item === null) return null;
    items.push(item);
    at = item.end;
  }
}
