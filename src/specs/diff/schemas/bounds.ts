// Lower and upper limits of schemas: of numbers, lengths and counts.
import type { JsonObject } from '../../../documents/json-values.ts';
import { NARROWS, WIDENS, type Effect } from '../change.ts';
import { change, type SchemaChange } from './schema-change.ts';

interface Limit {
  readonly keyword: string;
  /** Completes "has a … of 3". */
  readonly title: string;
}

const LOWER: readonly Limit[] = [
  { keyword: 'minimum', title: 'minimum' },
  { keyword: 'exclusiveMinimum', title: 'exclusive minimum' },
  { keyword: 'minLength', title: 'minimum length' },
  { keyword: 'minItems', title: 'minimum number of items' },
  { keyword: 'minProperties', title: 'minimum number of properties' },
  { keyword: 'minContains', title: 'minimum number of items that match' },
];

const UPPER: readonly Limit[] = [
  { keyword: 'maximum', title: 'maximum' },
  { keyword: 'exclusiveMaximum', title: 'exclusive maximum' },
  { keyword: 'maxLength', title: 'maximum length' },
  { keyword: 'maxItems', title: 'maximum number of items' },
  { keyword: 'maxProperties', title: 'maximum number of properties' },
  { keyword: 'maxContains', title: 'maximum number of items that match' },
];

export const LIMITS: readonly string[] = [...LOWER, ...UPPER].map(({ keyword }) => keyword);

/** Returns the lower limits where two schemas hold. */
export function lowerBound(one: JsonObject, other: JsonObject): JsonObject {
  return stricter(one, other, LOWER, Math.max);
}

export function upperBound(one: JsonObject, other: JsonObject): JsonObject {
  return stricter(one, other, UPPER, Math.min);
}

function stricter(
  one: JsonObject,
  other: JsonObject,
  limits: readonly Limit[],
  choose: (first: number, second: number) => number,
): JsonObject {
  const both = limits.flatMap(({ keyword }) => {
    const [first, second] = [one[keyword], other[keyword]];
    return typeof first === 'number' && typeof second === 'number'
      ? [[keyword, choose(first, second)] as const]
      : [];
  });
  return Object.fromEntries(both);
}

export function boundChanges(old: JsonObject, young: JsonObject): readonly SchemaChange[] {
  const [before, after] = [plain(old), plain(young)];
  return [...sideChanges(before, after, LOWER, 1), ...sideChanges(before, after, UPPER, -1)];
}

/** `sign`: 1 where a larger limit allows less. */
function sideChanges(
  old: JsonObject,
  young: JsonObject,
  limits: readonly Limit[],
  sign: 1 | -1,
): readonly SchemaChange[] {
  return limits.flatMap(({ keyword, title }, at) => {
    const before = numberOf(old[keyword]);
    const after = numberOf(young[keyword]);
    if (before === after) return [];
    const id = keyword.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (before === null) {
      // The other of `minimum` and `exclusiveMinimum` may have said the same or less.
      const pair = at < 2 ? numberOf(old[limits[1 - at]!.keyword]) : null;
      const effect = pair === null ? NARROWS : exchanged(pair, after!, keyword, sign);
      return [change(`${id}-set`, effect, `has a ${title} of ${after}`)];
    }
    if (after === null) {
      if (at < 2 && numberOf(young[limits[1 - at]!.keyword]) !== null) return [];
      return [change(`${id}-unset`, WIDENS, `has no ${title} any more, before ${before}`)];
    }
    const verb = after > before ? 'increased' : 'decreased';
    const effect = (after - before) * sign > 0 ? NARROWS : WIDENS;
    return [change(`${id}-${verb}`, effect, `has a ${title} of ${after}, before ${before}`)];
  });
}

/** The effect of an exclusive limit in place of an inclusive one, or the reverse. */
function exchanged(before: number, after: number, keyword: string, sign: 1 | -1): Effect {
  const isExclusive = keyword.startsWith('exclusive');
  if (before === after) return isExclusive ? NARROWS : WIDENS;
  return (after - before) * sign > 0 ? NARROWS : WIDENS;
}

/** Reads the exclusive limits of OpenAPI 3.0, those of integers as inclusive ones, and leaves out what limits nothing. */
function plain(schema: JsonObject): JsonObject {
  const { minLength, minItems, minProperties } = schema;
  const isInteger = Array.isArray(schema['type']) && schema['type'].join() === 'integer';
  const [minimum, exclusiveMinimum] = ofNumbers(
    schema['minimum'],
    schema['exclusiveMinimum'],
    isInteger ? 1 : null,
  );
  const [maximum, exclusiveMaximum] = ofNumbers(
    schema['maximum'],
    schema['exclusiveMaximum'],
    isInteger ? -1 : null,
  );
  return {
    ...schema,
    minimum,
    exclusiveMinimum,
    maximum,
    exclusiveMaximum,
    minLength: minLength === 0 ? undefined : minLength,
    minItems: minItems === 0 ? undefined : minItems,
    minProperties: minProperties === 0 ? undefined : minProperties,
  };
}

/** Returns an inclusive and an exclusive limit. `step`: from an exclusive to an inclusive one, null where there is none. */
function ofNumbers(inclusive: unknown, exclusive: unknown, step: number | null): readonly [unknown, unknown] {
  if (exclusive === true) return ofNumbers(undefined, inclusive, step);
  if (step === null || typeof exclusive !== 'number' || !Number.isSafeInteger(exclusive))
    return [inclusive, exclusive];
  const limit = exclusive + step;
  // The stricter of both holds.
  if (typeof inclusive !== 'number') return [limit, undefined];
  return [step > 0 ? Math.max(inclusive, limit) : Math.min(inclusive, limit), undefined];
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
