// The functions of Spectral's rulesets (https://docs.stoplight.io/docs/spectral/cb95cf0d26b83-core-functions).
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../../documents/json-values.ts';

/** Returns what is wrong with a value of a document; null for nothing. */
export type Check = (value: unknown, document: unknown) => string | null;

/** Makes checks of their options. Throws an Error for options that cannot be read. */
type CheckOf = (options: JsonObject) => Check;

/** Checks by name, for values that exist. */
export const FUNCTIONS: ReadonlyMap<string, CheckOf> = new Map<string, CheckOf>([
  ['truthy', () => (value) => (isTruthy(value) ? null : 'must be truthy')],
  ['falsy', () => (value) => (isTruthy(value) ? 'must be falsy' : null)],
  ['defined', () => (value) => (value === undefined ? 'must be defined' : null)],
  ['undefined', () => (value) => (value === undefined ? null : 'must not be there')],
  ['pattern', pattern],
  ['casing', casing],
  ['length', length],
  ['enumeration', enumeration],
  ['alphabetical', alphabetical],
  ['xor', counted((count) => count === 1, 'exactly one of')],
  ['or', counted((count) => count > 0, 'at least one of')],
  ['schema', schema],
  ['typedEnum', () => typedEnum],
  ['unreferencedReusableObject', unreferencedReusableObject],
]);

/** Functions that also check missing values. */
export const CHECKS_ABSENT: ReadonlySet<string> = new Set(['truthy', 'falsy', 'defined', 'undefined']);

function isTruthy(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false && value !== 0;
}

function pattern({ match, notMatch }: JsonObject): Check {
  const [wanted, refused] = [expression(match), expression(notMatch)];
  return (value) => {
    if (typeof value !== 'string') return null;
    if (wanted !== null && !wanted.test(value)) return `${JSON.stringify(value)} must match ${wanted.source}`;
    if (refused?.test(value) === true) return `${JSON.stringify(value)} must not match ${refused.source}`;
    return null;
  };
}

/** Reads `/source/flags`, or the source alone. */
function expression(text: unknown): RegExp | null {
  if (typeof text !== 'string') return null;
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  return new RegExp(source ?? text, flags?.replaceAll(/[gy]/g, '') ?? '');
}

const CASES: Readonly<Record<string, RegExp>> = {
  flat: /^[a-z][a-z\d]*$/,
  camel: /^[a-z][a-zA-Z\d]*$/,
  pascal: /^[A-Z][a-zA-Z\d]*$/,
  kebab: /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/,
  cobol: /^[A-Z][A-Z\d]*(?:-[A-Z\d]+)*$/,
  snake: /^[a-z][a-z\d]*(?:_[a-z\d]+)*$/,
  macro: /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*$/,
};

function casing({ type, separator }: JsonObject): Check {
  const form = CASES[String(type)];
  if (form === undefined) throw new Error(`the casing ${JSON.stringify(type)} is not known`);
  const char = isObject(separator) && typeof separator['char'] === 'string' ? separator['char'] : '';
  return (value) => {
    if (typeof value !== 'string') return null;
    const parts = char === '' ? [value] : value.split(char).filter((part) => part !== '');
    return parts.every((part) => form.test(part))
      ? null
      : `${JSON.stringify(value)} must be ${String(type)} case`;
  };
}

function length({ min, max }: JsonObject): Check {
  return (value) => {
    const size = sizeOf(value);
    if (size === null) return null;
    if (typeof min === 'number' && size < min) return `must be at least ${min} long`;
    if (typeof max === 'number' && size > max) return `must be at most ${max} long`;
    return null;
  };
}

function sizeOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : null;
}

function enumeration({ values }: JsonObject): Check {
  if (!Array.isArray(values)) throw new Error('enumeration has no list of values');
  return (value) => {
    if (typeof value === 'object' || values.includes(value)) return null;
    return `${JSON.stringify(value)} must be one of ${values.map((each) => JSON.stringify(each)).join(', ')}`;
  };
}

function alphabetical({ keyedBy }: JsonObject): Check {
  return (value) => {
    const list = Array.isArray(value)
      ? (value as readonly unknown[])
      : isObject(value)
        ? Object.keys(value)
        : [];
    const keys = list.map((each) =>
      String(typeof keyedBy === 'string' && isObject(each) ? each[keyedBy] : each),
    );
    const at = keys.findIndex((key, index) => index > 0 && key < (keys[index - 1] ?? ''));
    return at < 0 ? null : `${JSON.stringify(keys[at])} must stand before ${JSON.stringify(keys[at - 1])}`;
  };
}

function counted(fits: (count: number) => boolean, label: string): CheckOf {
  return ({ properties }) => {
    if (!Array.isArray(properties)) throw new Error(`${label}: it has no list of properties`);
    const names = properties.map(String);
    return (value) => {
      if (!isObject(value)) return null;
      const count = names.filter((name) => value[name] !== undefined).length;
      return fits(count) ? null : `must have ${label} ${names.join(', ')}`;
    };
  };
}

function schema({ schema: given }: JsonObject): Check {
  if (!isObject(given)) throw new Error('schema has no schema');
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  // Other drafts are read as this draft.
  const validate = ajv.compile(
    Object.fromEntries(Object.entries(given).filter(([name]) => name !== '$schema')),
  );
  return (value) => {
    if (validate(value)) return null;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath ?? ''} ${error?.message ?? 'does not fit the schema'}`.trim();
  };
}

/** Checks that the values of an enumeration have the type of their schema. */
function typedEnum(value: unknown): string | null {
  if (!isObject(value) || !Array.isArray(value['enum'])) return null;
  const types = [value['type']].flat().filter((type) => typeof type === 'string');
  const wrong = (value['enum'] as readonly unknown[]).find(
    (each) => !types.some((type) => isOfType(each, type)),
  );
  if (types.length === 0 || wrong === undefined) return null;
  return `the enum value ${JSON.stringify(wrong)} must be of the type ${types.join(' or ')}`;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  return type === 'object' ? isObject(value) : typeof value === type;
}

/** Checks that the document refers to each of the reusable objects, which are at a JSON pointer. */
function unreferencedReusableObject({ reusableObjectsLocation: location }: JsonObject): Check {
  if (typeof location !== 'string')
    throw new Error('unreferencedReusableObject has no reusableObjectsLocation');
  const base = location.replace(/\/$/, '');
  return (value, document) => {
    if (!isObject(value)) return null;
    const used = referencesOf(document);
    const unused = Object.keys(value).filter((name) => {
      const pointer = `${base}/${escapedKey(name)}`;
      return ![...used].some((each) => each === pointer || each.startsWith(`${pointer}/`));
    });
    return unused.length === 0 ? null : `nothing refers to ${unused.join(', ')}`;
  };
}

const known = new WeakMap<object, ReadonlySet<string>>();

/** Returns a reference without percent encoding; as it stands where that is invalid. */
function decoded(reference: string): string {
  try {
    return decodeURI(reference);
  } catch {
    return reference;
  }
}

function referencesOf(document: unknown): ReadonlySet<string> {
  if (!isObject(document)) return new Set();
  const found = known.get(document);
  if (found !== undefined) return found;
  const references = new Set<string>();
  const waiting: unknown[] = [document];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (isObject(value) && typeof value['$ref'] === 'string') references.add(decoded(value['$ref']));
    if (isObject(value) || Array.isArray(value))
      waiting.push(...(Object.values(value) as readonly unknown[]));
  }
  known.set(document, references);
  return references;
}

/** Returns a key as a JSON pointer writes it (RFC 6901). */
export function escapedKey(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}
