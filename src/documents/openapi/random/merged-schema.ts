// One schema in place of a reference and of those that `allOf` combines, so that a value can be made of it at once.
import { isObject } from '../../../base/is-object.ts';
import type { JsonObject } from '../../json-values.ts';
import { referenceOf, type References } from '../references.ts';

/** The maximum number of schemas that are merged into one. */
const MAX_PARTS = 500;

export interface MergedSchema {
  readonly schema: JsonObject;
  /** The name of the first component that led here; null for a schema in place. */
  readonly component: string | null;
}

/** Returns null for a schema that refers to itself without end, or has too many parts. */
export function mergedSchema(given: unknown, references: References): MergedSchema | null {
  const parts: JsonObject[] = [];
  const names: string[] = [];
  if (!collect(given, references, { parts, names, open: new Set() })) return null;
  const [only, ...others] = parts;
  const schema = others.length === 0 ? (only ?? {}) : parts.reduce(mergeTwo, {});
  return { schema, component: names[0] ?? null };
}

interface Collected {
  readonly parts: JsonObject[];
  readonly names: string[];
  /** Schemas whose parts are being collected. */
  readonly open: Set<unknown>;
}

function collect(given: unknown, references: References, collected: Collected): boolean {
  if (given === false) return false;
  if (!isObject(given)) return true;
  const { parts, names, open } = collected;
  if (open.has(given) || parts.length > MAX_PARTS) return false;
  open.add(given);
  const reference = referenceOf(given);
  const { allOf } = given;
  if (reference !== null) {
    names.push(componentName(reference));
    if (!collect(references.resolve(given) ?? {}, references, collected)) return false;
  }
  const rest = without(given, ['allOf', '$ref', '$dynamicRef']);
  if (Object.keys(rest).length > 0) parts.push(rest);
  const isComplete =
    !Array.isArray(allOf) || allOf.every((part: unknown) => collect(part, references, collected));
  open.delete(given);
  return isComplete;
}

/** Returns the schema without some of its keywords. */
export function without(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keywords.includes(key)));
}

export function componentName(reference: string): string {
  return (reference.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Merges two schemas; a value of the result fits both, as far as keywords can say it. */
export function mergeTwo(a: JsonObject, b: JsonObject): JsonObject {
  const merged = new Map<string, unknown>(Object.entries(a));
  for (const [key, value] of Object.entries(b)) {
    const known = merged.get(key);
    merged.set(key, known === undefined ? value : joined(key, known, value));
  }
  return Object.fromEntries(merged);
}

const LARGER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'];
const SMALLER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'];

function joined(key: string, a: unknown, b: unknown): unknown {
  if (LARGER.includes(key) && typeof a === 'number' && typeof b === 'number') return Math.max(a, b);
  if (SMALLER.includes(key) && typeof a === 'number' && typeof b === 'number') return Math.min(a, b);
  switch (key) {
    case 'properties':
    case 'patternProperties':
    case 'dependentSchemas':
      return joinedProperties(a, b);
    case 'required':
      return [...new Set([...list(a), ...list(b)])];
    case 'enum':
      return list(a).filter((each) =>
        list(b).some((other) => JSON.stringify(other) === JSON.stringify(each)),
      );
    case 'type':
      return joinedTypes(a, b);
    case 'items':
    case 'additionalProperties':
    case 'propertyNames':
    case 'contains':
      return joinedSchemas(a, b);
    case 'oneOf':
    case 'anyOf':
      // Both have to fit: the second becomes an alternative of each of the first.
      return list(a).map((each) => ({ allOf: [each, { [key]: b }] }));
    case 'uniqueItems':
      return a === true || b === true;
    case 'nullable':
      return a === true && b === true;
    case 'not':
      return { anyOf: [a, b] };
    case 'multipleOf':
      return typeof a === 'number' && typeof b === 'number' ? commonMultiple(a, b) : a;
    default:
      // What a subtype says of itself, such as an example, counts more than what its base says.
      return key === 'pattern' || key === 'format' ? a : b;
  }
}

function joinedProperties(a: unknown, b: unknown): unknown {
  const result = new Map<string, unknown>(Object.entries(isObject(a) ? a : {}));
  for (const [name, schema] of Object.entries(isObject(b) ? b : {}))
    result.set(name, result.has(name) ? joinedSchemas(result.get(name), schema) : schema);
  return Object.fromEntries(result);
}

function joinedSchemas(a: unknown, b: unknown): unknown {
  if (a === false || b === false) return false;
  if (a === true || a === b) return b;
  return b === true ? a : { allOf: [a, b] };
}

function joinedTypes(a: unknown, b: unknown): unknown {
  const [first, second] = [list(a), list(b)];
  const both = first.filter(
    (type) => second.includes(type) || (type === 'integer' && second.includes('number')),
  );
  if (both.length === 0 && first.includes('number') && second.includes('integer')) return 'integer';
  return both.length === 1 ? both[0] : both;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function commonMultiple(a: number, b: number): number {
  const isWhole = Number.isInteger(a) && Number.isInteger(b) && a > 0 && b > 0;
  if (!isWhole) return Math.max(a, b);
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  return (a / divisor(a, b)) * b;
}
