// Random objects: required and optional properties, those that others depend on, and further ones.
import { isObject } from '../../../base/is-object.ts';
import type { JsonObject } from '../../json-values.ts';
import { NOTHING, SOFT_DEPTH, type RandomContext } from './contract.ts';
import { mergedSchema, mergeTwo, without } from './merged-schema.ts';
import { randomMatch } from './random-pattern.ts';
import { word } from './random-scalar.ts';

/** The chance of an optional property near the root, and further down. */
const OPTIONAL = { near: 0.95, far: 0.6 };
const NEAR = 3;
/** The maximum number of properties that the schema does not name. */
const MAX_MORE = 100;
/** The number of names that are tried beyond those that are needed. */
const ATTEMPTS = 20;

export function randomObject(context: RandomContext, given: JsonObject, depth: number): unknown {
  const chosen = chooseNames(context, given, depth);
  if (chosen === null) return NOTHING;
  const { schema, required, names } = chosen;
  const found = new Map<string, unknown>();
  for (const name of names) {
    const value = context.value(propertyOf(schema, name), depth + 1, name);
    if (value !== NOTHING) found.set(name, value);
    else if (required.has(name)) return NOTHING;
  }
  addMore(context, schema, found, depth);
  return found.size < numberOf(schema['minProperties'], 0) ? NOTHING : Object.fromEntries(found);
}

interface Chosen {
  readonly schema: JsonObject;
  readonly required: ReadonlySet<string>;
  readonly names: readonly string[];
}

/** Chooses properties in the order of the schema; null where the schemas that they bring contradict it. */
function chooseNames(context: RandomContext, given: JsonObject, depth: number): Chosen | null {
  let schema = given;
  const max = numberOf(schema['maxProperties'], Infinity);
  const wanted = new Set<string>();
  for (let round = 0; round < 10; round += 1) {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const isOurs = (name: string): boolean => !isOtherDirection(context, properties[name]);
    const required = requiredNames(schema, wanted).filter(isOurs);
    for (const name of required) wanted.add(name);
    if (round === 0) addOptional(context, { properties, schema, wanted, max, depth });
    const missing = requiredNames(schema, wanted).filter((name) => isOurs(name) && !wanted.has(name));
    const more = dependentSchemas(schema, wanted);
    if (missing.length === 0 && more.length === 0) {
      const order = [...Object.keys(properties).filter((name) => wanted.has(name)), ...wanted];
      return { schema, required: new Set(required), names: [...new Set(order)] };
    }
    const merged = mergedSchema({ allOf: more }, context.references);
    if (merged === null) return null;
    schema = mergeTwo(more.length > 0 ? without(schema, ['dependentSchemas']) : schema, merged.schema);
  }
  return null;
}

function addOptional(
  context: RandomContext,
  {
    properties,
    schema,
    wanted,
    max,
    depth,
  }: {
    readonly properties: JsonObject;
    readonly schema: JsonObject;
    readonly wanted: Set<string>;
    readonly max: number;
    readonly depth: number;
  },
): void {
  const { random } = context;
  const min = numberOf(schema['minProperties'], 0);
  const names = Object.keys(properties).filter(
    (name) => !wanted.has(name) && !isOtherDirection(context, properties[name]),
  );
  const chance = depth > SOFT_DEPTH ? 0 : depth < NEAR ? OPTIONAL.near : OPTIONAL.far;
  const [taken, left] = [names.filter(() => random.chance(chance)), new Set(names)];
  for (const name of taken) {
    if (wanted.size >= max) return;
    wanted.add(name);
    left.delete(name);
  }
  for (const name of left) if (wanted.size < Math.min(min, max)) wanted.add(name);
}

/** Returns names that are required, also because of properties that are there. */
function requiredNames(schema: JsonObject, present: ReadonlySet<string>): readonly string[] {
  const own = Array.isArray(schema['required']) ? (schema['required'] as readonly unknown[]) : [];
  const dependent = ['dependentRequired', 'dependencies'].flatMap((key) =>
    Object.entries(isObject(schema[key]) ? schema[key] : {}).flatMap(([name, names]) =>
      present.has(name) && Array.isArray(names) ? (names as readonly unknown[]) : [],
    ),
  );
  return [...new Set([...own, ...dependent])].filter((name) => typeof name === 'string');
}

function dependentSchemas(schema: JsonObject, present: ReadonlySet<string>): readonly unknown[] {
  const all = isObject(schema['dependentSchemas']) ? schema['dependentSchemas'] : {};
  return Object.entries(all).flatMap(([name, each]) => (present.has(name) ? [each] : []));
}

/** True for a property that only the other side of an exchange sets. */
function isOtherDirection({ direction, references }: RandomContext, property: unknown): boolean {
  const key = direction === 'request' ? 'readOnly' : 'writeOnly';
  return isObject(property) && (property[key] === true || references.fields(property)[key] === true);
}

/** Returns the schema of a property; of one that has none of its own, that of further properties. */
function propertyOf({ properties, additionalProperties }: JsonObject, name: string): unknown {
  if (isObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  return isObject(additionalProperties) ? additionalProperties : {};
}

/** Adds properties that the schema does not name, where it needs some or has no others. */
function addMore(
  context: RandomContext,
  schema: JsonObject,
  found: Map<string, unknown>,
  depth: number,
): void {
  const { random } = context;
  const patterns = Object.entries(isObject(schema['patternProperties']) ? schema['patternProperties'] : {});
  const { additionalProperties: additional, properties } = schema;
  const isMap = properties === undefined && (isObject(additional) || patterns.length > 0);
  const min = numberOf(schema['minProperties'], 0);
  const max = numberOf(schema['maxProperties'], Infinity);
  const usual = isMap && depth <= SOFT_DEPTH ? random.integer(1, 3) : 0;
  const count = Math.min(Math.max(min, usual), max, found.size + MAX_MORE);
  for (let attempt = 0; found.size < count && attempt < count + ATTEMPTS; attempt += 1) {
    const [pattern, of] =
      patterns.length > 0 ? random.pick(patterns) : [null, isObject(additional) ? additional : {}];
    if (pattern === null && (additional === false || schema['unevaluatedProperties'] === false)) return;
    const name = newName(context, pattern, schema['propertyNames'], depth);
    if (name === null || found.has(name)) continue;
    const value = context.value(of, depth + 1, name);
    if (value === NOTHING) return;
    found.set(name, value);
  }
}

function newName(
  { random, value }: RandomContext,
  pattern: string | null,
  names: unknown,
  depth: number,
): string | null {
  if (pattern !== null) return randomMatch(pattern, random, { min: 1, max: 200 });
  if (!isObject(names)) return `${word(random)}${random.integer(1, 99)}`;
  const name = value({ type: 'string', ...names }, depth + 1, 'key');
  return typeof name === 'string' ? name : null;
}

function numberOf(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}
