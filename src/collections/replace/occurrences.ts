// Occurrences of what is looked for in the objects of a workspace, and what would stand there after a replacement.
import { parseYaml } from '../../documents/yaml.ts';
import type { ObjectKind } from '../objects/object-kinds.ts';
import { expanded, findVariables, type Finder, type FoundRange } from './finders.ts';
import { textAt, textsOf, withText, type ObjectText, type TextArea } from './texts.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface SearchedObject {
  readonly kind: ObjectKind;
  readonly id: string;
  readonly fields: Fields;
}

/** Returns what replaces an occurrence. */
export type Replacing = (range: FoundRange) => string;

export interface Occurrence {
  /** Differs for each occurrence. */
  readonly occurrence: string;
  readonly field: string;
  readonly area: TextArea;
  /** The line of the text, counted from 1. */
  readonly line: number;
  /** Its surroundings, as they are and as they would be. */
  readonly before: string;
  readonly after: string | null;
  /** The reason why it is better not replaced without a look; null for the others. */
  readonly risk: string | null;
}

/** Characters of the surroundings on both sides. */
const CONTEXT = 40;

/** Returns the occurrences in an object. */
export function occurrencesIn(
  object: SearchedObject,
  find: Finder,
  areas: ReadonlySet<TextArea> | null,
  replacing: Replacing | null,
): readonly Occurrence[] {
  return [...textsOf(object.fields)]
    .filter(({ area }) => areas === null || areas.has(area))
    .flatMap((text) => occurrencesInText(object, text, find, replacing));
}

function occurrencesInText(
  object: SearchedObject,
  { field, area, text, keys }: ObjectText,
  find: Finder,
  replacing: Replacing | null,
): readonly Occurrence[] {
  const ranges = find(text, area);
  if (ranges.length === 0) return [];
  const after = replacing === null ? null : replaced(text, ranges, replacing);
  const risk = after === null ? null : riskOf(object, { field, area, text, keys }, after);
  return ranges.map((found, at) => ({
    occurrence: occurrenceName(object, field, at),
    field,
    area,
    line: text.slice(0, found.start).split('\n').length,
    before: excerptOf(text, found, text.slice(found.start, found.end)),
    after: replacing === null ? null : excerptOf(text, found, replacing(found)),
    risk: risk ?? (replacing === null ? null : scriptRisk(area, text, found)),
  }));
}

export function occurrenceName(
  { kind, id }: Pick<SearchedObject, 'kind' | 'id'>,
  field: string,
  at: number,
): string {
  return `${kind}/${id}/${field}#${at}`;
}

/**
 * Returns the fields with the chosen occurrences replaced, and how many they were. `isChosen` gets the name of an occurrence.
 */
export function withReplacements(
  object: SearchedObject,
  find: Finder,
  replacing: Replacing,
  isChosen: (occurrence: string) => boolean,
): { readonly fields: Fields; readonly count: number } {
  let [fields, count]: [Fields, number] = [object.fields, 0];
  for (const { field, area, text, keys } of textsOf(object.fields)) {
    const ranges = find(text, area).filter((_, at) => isChosen(occurrenceName(object, field, at)));
    if (ranges.length === 0) continue;
    fields = withText(fields, keys, replaced(text, ranges, replacing)) as Fields;
    count += ranges.length;
  }
  return { fields, count };
}

function replaced(text: string, ranges: readonly FoundRange[], replacing: Replacing): string {
  let [result, at] = ['', 0];
  for (const range of ranges) {
    result += text.slice(at, range.start) + replacing(range);
    at = range.end;
  }
  return result + text.slice(at);
}

export function replacingBy(replacement: string, isRegex: boolean): Replacing {
  return (range) => (isRegex ? expanded(replacement, range) : replacement);
}

function excerptOf(text: string, { start, end }: FoundRange, shown: string): string {
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - CONTEXT);
  const lineEnd = text.indexOf('\n', end);
  const to = Math.min(lineEnd < 0 ? text.length : lineEnd, end + CONTEXT);
  return text.slice(from, start) + shown.slice(0, 500) + text.slice(end, to);
}

/** Returns why the text would break; null when it would not. */
function riskOf(
  { kind, fields }: SearchedObject,
  { field, area, text, keys }: ObjectText,
  after: string,
): string | null {
  if (field === 'name' && after.trim() === '') return 'the name would be empty';
  if (area === 'variables' && keys.at(-1) === 'name') return 'it is the name of a variable, whose uses stay';
  if (kind === 'spec' && isYaml(text) && !isYaml(after)) return 'the description would not parse any more';
  const isJsonBody = field === 'body.text' && textAt(fields, ['body', 'language']) === 'json';
  if (isJsonBody && isJson(text) && !isJson(after)) return 'the body would not be JSON any more';
  return null;
}

function scriptRisk(area: TextArea, text: string, { start, end }: FoundRange): string | null {
  if (area !== 'scripts') return null;
  const isVariable = findVariables(text, area).some((name) => name.start < end && start < name.end);
  return isVariable ? 'it is a variable in a script' : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isYaml(text: string): boolean {
  try {
    parseYaml(text);
    return true;
  } catch {
    return false;
  }
}
