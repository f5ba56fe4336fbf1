// The texts of an object that can be searched and replaced, each with its path and the area that people know it by.
import { isObject } from '../../base/is-object.ts';
import { innerPath, keyedEntries } from '../../base/keyed-lists.ts';

export const TEXT_AREAS = ['name', 'url', 'headers', 'body', 'auth', 'variables', 'scripts', 'docs'] as const;
export type TextArea = (typeof TEXT_AREAS)[number];

export interface ObjectText {
  /** Such as `headers[Accept].value`. */
  readonly field: string;
  /** The keys and indexes that lead to it. */
  readonly keys: readonly (string | number)[];
  readonly area: TextArea;
  readonly text: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Keys whose values are words of the format. */
const WORDS: ReadonlySet<string> = new Set([
  'type',
  'kind',
  'language',
  'action',
  'op',
  'from',
  'in',
  'grant',
  'addTo',
  'addTokenTo',
  'clientAuthentication',
  'challengeAlgorithm',
  'transport',
  'provider',
  'api',
  'role',
  'driver',
  'framing',
  'version',
  'compression',
  'httpVersion',
  'base64',
]);
const AREAS: Readonly<Record<string, TextArea>> = {
  name: 'name',
  url: 'url',
  query: 'url',
  path: 'url',
  headers: 'headers',
  auth: 'auth',
  variables: 'variables',
  scripts: 'scripts',
  docs: 'docs',
};
const MAX_DEPTH = 60;

/** Yields the texts of an object. */
export function* textsOf(fields: Fields): Generator<ObjectText, void, undefined> {
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'examples') yield* exampleNames(value);
    // Methods and settings are choices, and the rest of examples is what servers have sent.
    if (name === 'settings' || name === 'examples' || name === 'method' || WORDS.has(name)) continue;
    yield* textsIn(value, { field: name, keys: [name], area: AREAS[name] ?? 'body' });
  }
}

function* exampleNames(examples: unknown): Generator<ObjectText, void, undefined> {
  if (!Array.isArray(examples)) return;
  for (const [at, [key, example]] of [...(keyedEntries(examples) ?? [])].entries()) {
    const text = isObject(example) ? example['name'] : undefined;
    if (typeof text === 'string' && text !== '')
      yield { field: `examples[${key}].name`, keys: ['examples', at, 'name'], area: 'name', text };
  }
}

function* textsIn(
  value: unknown,
  position: Omit<ObjectText, 'text'>,
): Generator<ObjectText, void, undefined> {
  const { field, keys } = position;
  if (typeof value === 'string') {
    const isScript = keys.at(-1) === 'code';
    if (value !== '') yield { ...position, area: isScript ? 'scripts' : position.area, text: value };
  } else if (keys.length > MAX_DEPTH) return;
  else if (Array.isArray(value)) {
    const names = [...(keyedEntries(value)?.keys() ?? value.keys())];
    for (const [at, entry] of value.entries())
      yield* textsIn(entry, { ...position, field: `${field}[${names[at]}]`, keys: [...keys, at] });
  } else if (isObject(value))
    for (const [key, inner] of Object.entries(value)) {
      if (WORDS.has(key) || key === 'id') continue;
      const area = key === 'docs' ? 'docs' : position.area;
      yield* textsIn(inner, { field: innerPath(field, key), keys: [...keys, key], area });
    }
}

/** Returns the value with another text at the end of these keys. */
export function withText(
  value: unknown,
  [key, ...inner]: readonly (string | number)[],
  text: string,
): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value;
    return entries.with(Number(key), withText(entries[Number(key)], inner, text));
  }
  const fields = isObject(value) ? value : {};
  return { ...fields, [key]: withText(fields[key], inner, text) };
}

/** Returns the text at these keys; undefined where there is none. */
export function textAt(value: unknown, keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (Reflect.get(inner, key) as unknown) : undefined,
    value,
  );
}
