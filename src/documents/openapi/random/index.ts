// Random values for the schemas of an API description, the same for the same seed. Schemas may refer to themselves
// and contradict themselves, so depth and work are bounded, and what has no value is said.
import { isObject } from '../../../base/is-object.ts';
import type { SeededRandom } from '../../../base/seeded-random.ts';
import type { JsonObject } from '../../json-values.ts';
import { referenceOf, type References } from '../references.ts';
import type { Direction } from '../schema-example.ts';
import { componentName, mergedSchema, mergeTwo } from './merged-schema.ts';
import { NOTHING, SOFT_DEPTH, type RandomContext } from './contract.ts';
import { randomArray } from './random-array.ts';
import { randomObject } from './random-object.ts';
import { randomNumber, randomText, word } from './random-scalar.ts';

const MAX_DEPTH = 60;
/** The maximum number of values that are tried for one result. */
const MAX_WORK = 20_000;
/** The chance of null where it may be. */
const NULL_CHANCE = 0.08;

/** Returns undefined where no value was found. */
export function randomValue(
  schema: unknown,
  references: References,
  random: SeededRandom,
  direction: Direction,
): unknown {
  const value = new RandomValues(references, random, direction).value(schema, 0, '');
  return value === NOTHING ? undefined : value;
}

class RandomValues implements RandomContext {
  readonly references: References;
  readonly random: SeededRandom;
  readonly direction: Direction;
  #work = 0;

  constructor(references: References, random: SeededRandom, direction: Direction) {
    this.references = references;
    this.random = random;
    this.direction = direction;
  }

  readonly value = (given: unknown, depth: number, name: string): unknown => {
    this.#work += 1;
    if (given === false || depth > MAX_DEPTH || this.#work > MAX_WORK) return NOTHING;
    const merged = mergedSchema(given, this.references);
    return merged === null ? NOTHING : this.#of(merged.schema, { depth, name, component: merged.component });
  };

  #of(schema: JsonObject, spot: Spot): unknown {
    if (schema['const'] !== undefined) return schema['const'];
    if (Array.isArray(schema['enum'])) return this.#chosen(schema['enum'], schema);
    const mayBeNull = isNullable(schema);
    const isNull = mayBeNull && (spot.depth > SOFT_DEPTH || this.random.chance(NULL_CHANCE));
    if (isNull) return null;
    const value = this.#combined(schema, spot);
    return value === NOTHING && mayBeNull ? null : value;
  }

  #chosen(choices: readonly unknown[], schema: JsonObject): unknown {
    const some = choices.filter((each) => each !== null);
    const fitting = some.length > 0 ? some : choices;
    if (fitting.length === 0) return isNullable(schema) ? null : NOTHING;
    return this.random.pick(fitting);
  }

  /** Applies alternatives and conditions, one after the other, until there is a plain schema. */
  #combined(schema: JsonObject, spot: Spot): unknown {
    for (const key of ['oneOf', 'anyOf'] as const)
      if (Array.isArray(schema[key])) return this.#alternative(schema, key, spot);
    if (schema['if'] !== undefined) return this.#conditional(schema, spot);
    return this.#plain(schema, spot);
  }

  #alternative(schema: JsonObject, key: 'oneOf' | 'anyOf', spot: Spot): unknown {
    const { [key]: given, ...rest } = schema;
    const order = this.#order(given as readonly unknown[], spot.depth);
    for (const alternative of order) {
      const merged = mergedSchema(alternative, this.references);
      if (merged === null) continue;
      const component = merged.component ?? spot.component;
      const value = this.#of(mergeTwo(rest, merged.schema), { ...spot, depth: spot.depth + 1, component });
      if (value !== NOTHING) return value;
    }
    return NOTHING;
  }

  /** Returns the alternatives in random order; deep down, those that end come first. */
  #order(alternatives: readonly unknown[], depth: number): readonly unknown[] {
    const shuffled = this.random.shuffled(alternatives.slice(0, 100));
    const isNull = (each: unknown): boolean => this.references.fields(each)['type'] === 'null';
    const isEnd = (each: unknown): boolean =>
      !['object', 'array', undefined].includes(this.references.fields(each)['type'] as string | undefined);
    const score = (each: unknown): number =>
      depth > SOFT_DEPTH ? Number(!isEnd(each)) : Number(isNull(each));
    return shuffled.toSorted((a, b) => score(a) - score(b));
  }

  /** A value of `if` has to be one of `then`; a value of `else` may be one of `if` by chance, which is checked later. */
  #conditional(schema: JsonObject, spot: Spot): unknown {
    const { if: condition, then: positive = true, else: negative = true, ...rest } = schema;
    const both = isObject(condition) ? { allOf: [rest, withRequired(condition), positive] } : rest;
    const other = { allOf: [rest, negative] };
    const order = positive === false ? [other] : this.random.chance(0.5) ? [both, other] : [other, both];
    for (const each of order) {
      const value = this.value(each, spot.depth + 1, spot.name);
      if (value !== NOTHING) return value;
    }
    return NOTHING;
  }

  #plain(schema: JsonObject, { depth, name, component }: Spot): unknown {
    switch (this.#typeOf(schema)) {
      case 'object':
        return randomObject(this, withDiscriminator(schema, component), depth);
      case 'array':
        return randomArray(this, schema, depth, name);
      case 'string':
      case 'file':
        return randomText(schema, this.random, name) ?? NOTHING;
      case 'integer':
        return randomNumber(schema, this.random, { isInteger: true, name }) ?? NOTHING;
      case 'number':
        return randomNumber(schema, this.random, { isInteger: false, name }) ?? NOTHING;
      case 'boolean':
        return this.random.chance(0.5);
      case 'null':
        return null;
      default:
        return word(this.random);
    }
  }

  #typeOf(schema: JsonObject): unknown {
    const { type } = schema;
    if (!Array.isArray(type)) return type ?? impliedType(schema);
    const types = type.filter((each) => each !== 'null');
    return types.length === 0 ? (type.length === 0 ? NOTHING : 'null') : this.random.pick(types);
  }
}

/** The way to a schema. */
interface Spot {
  readonly depth: number;
  readonly name: string;
  /** The component of the document that the schema is; null for another. */
  readonly component: string | null;
}

export function isNullable({ type, nullable }: JsonObject): boolean {
  return nullable === true || type === 'null' || (Array.isArray(type) && type.includes('null'));
}

/** Returns the type that keywords imply where none is declared. */
function impliedType(schema: JsonObject): unknown {
  const has = (...keys: readonly string[]): boolean => keys.some((key) => schema[key] !== undefined);
  if (
    has(
      'properties',
      'additionalProperties',
      'required',
      'minProperties',
      'patternProperties',
      'propertyNames',
    )
  )
    return 'object';
  if (has('items', 'prefixItems', 'minItems', 'contains', 'uniqueItems')) return 'array';
  if (has('format', 'minLength', 'maxLength', 'pattern', 'contentEncoding')) return 'string';
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf')
    ? 'number'
    : undefined;
}

/** A condition holds for a value without the property; it is meant for one that has it. */
function withRequired(condition: JsonObject): JsonObject {
  const { properties, required } = condition;
  if (!isObject(properties)) return condition;
  const names = Array.isArray(required) ? (required as readonly unknown[]) : [];
  return { ...condition, required: [...new Set([...names, ...Object.keys(properties)])] };
}

/** Returns a schema whose discriminator names the component. */
function withDiscriminator(schema: JsonObject, component: string | null): JsonObject {
  const { discriminator, properties } = schema;
  const property =
    typeof discriminator === 'string'
      ? discriminator
      : isObject(discriminator)
        ? discriminator['propertyName']
        : null;
  if (typeof property !== 'string' || !isObject(discriminator)) return schema;
  const mapping = isObject(discriminator['mapping']) ? Object.entries(discriminator['mapping']) : [];
  const mapped = mapping.find(
    ([, target]) => typeof target === 'string' && componentName(target) === component,
  );
  const value = mapped?.[0] ?? component ?? mapping[0]?.[0];
  if (value === undefined) return schema;
  const known = isObject(properties) ? properties : {};
  const own = known[property];
  // A constant of the schema itself says it exactly.
  if (
    isObject(own) &&
    (own['const'] !== undefined || Array.isArray(own['enum']) || referenceOf(own) !== null)
  )
    return schema;
  return {
    ...schema,
    properties: { ...known, [property]: { const: value } },
    required: [...(Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []), property],
  };
}
