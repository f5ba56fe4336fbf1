// Types and formats of schemas.
import type { JsonObject } from '../../../documents/json-values.ts';
import { DIFFERS, NARROWS, NEUTRAL, UNCLEAR, WIDENS, type Effect } from '../change.ts';
import { accepts, listOf } from './effective.ts';
import { change, type SchemaChange } from './schema-change.ts';

export interface TypeChange {
  readonly change: SchemaChange;
  /** True where nothing that was valid is valid now, so that the rest need not be compared. */
  readonly isOther: boolean;
}

/** `isText`: values are sent as text, so that a string accepts all of them. */
export function typeChange(old: JsonObject, young: JsonObject, isText: boolean): TypeChange | null {
  const [before, after] = [typesOf(old), typesOf(young)];
  if (before.length === 0 && after.length === 0) return null;
  const predicate = `was ${named(before)} and is ${named(after)}`;
  if (before.length === 0) return { change: change('type-set', NARROWS, predicate), isOther: false };
  if (after.length === 0) return { change: change('type-unset', WIDENS, predicate), isOther: false };
  const isWider = fits(before, after, isText);
  const isNarrower = fits(after, before, isText);
  if (isWider && isNarrower) return null;
  const isAboutNull = withoutNull(before) === withoutNull(after);
  if (isWider)
    return {
      change: change(isAboutNull ? 'became-nullable' : 'type-generalized', WIDENS, predicate),
      isOther: false,
    };
  if (isNarrower)
    return {
      change: change(isAboutNull ? 'became-not-nullable' : 'type-specialized', NARROWS, predicate),
      isOther: false,
    };
  return { change: change('type-changed', DIFFERS, predicate), isOther: true };
}

function named(types: readonly string[]): string {
  return types.length === 0 ? 'of any type' : types.join(' or ');
}

function withoutNull(types: readonly string[]): string {
  return types.filter((type) => type !== 'null').join();
}

function fits(given: readonly string[], accepted: readonly string[], isText: boolean): boolean {
  const isAnyText = isText && accepted.includes('string');
  return given.every(
    (type) => accepts(accepted, type) || (isAnyText && !/^(?:array|object|null)$/.test(type)),
  );
}

/** Returns the types, also of a schema that only implies them; none where anything is valid. */
export function typesOf(schema: JsonObject): readonly string[] {
  const given = listOf(schema['type']).filter((type) => typeof type === 'string');
  const types = given.length > 0 ? given : implied(schema);
  return schema['nullable'] === true && types.length > 0 && !types.includes('null')
    ? [...[...types].sort(), 'null']
    : [...types].sort();
}

function implied(schema: JsonObject): readonly string[] {
  const { enum: values, const: value } = schema;
  const all = Array.isArray(values) && values.length > 0 ? values : value === undefined ? [] : [value];
  if (all.length > 0) return [...new Set(all.map(typeOfValue))];
  if (['properties', 'additionalProperties', 'required'].some((key) => schema[key] !== undefined))
    return ['object'];
  return schema['items'] === undefined && schema['prefixItems'] === undefined ? [] : ['array'];
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Formats that allow less than others. */
const NARROWER: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' };
/** Formats that say what is valid; others are hints. */
const KNOWN: ReadonlySet<string> = new Set(
  'int32 int64 float double date date-time time duration email idn-email uuid uri uri-reference iri hostname ipv4 ipv6 byte base64url binary json-pointer regex'.split(
    ' ',
  ),
);

export function formatChanges(old: JsonObject, young: JsonObject): readonly SchemaChange[] {
  const [before, after] = [formatOf(old), formatOf(young)];
  if (before === after) return [];
  if (before === null) return [change('format-set', effectOf(after!, NARROWS), `has the format ${after}`)];
  if (after === null)
    return [change('format-unset', effectOf(before, WIDENS), `has no format any more, before ${before}`)];
  const predicate = `has the format ${after}, before ${before}`;
  if (NARROWER[before] === after) return [change('format-generalized', WIDENS, predicate)];
  if (NARROWER[after] === before) return [change('format-specialized', NARROWS, predicate)];
  const isKnown = KNOWN.has(before) && KNOWN.has(after);
  return [change('format-changed', isKnown ? DIFFERS : UNCLEAR, predicate)];
}

function effectOf(format: string, effect: Effect): Effect {
  return KNOWN.has(format) ? effect : NEUTRAL;
}

function formatOf({ format }: JsonObject): string | null {
  return typeof format === 'string' && format !== '' ? format : null;
}
