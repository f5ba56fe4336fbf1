// A value that a JSON Schema describes, as an example of it: what the schema itself gives, or else something plain.
// Schemas may refer to themselves, and to each other so that they would never end: size and depth are bounded.
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../json-values.ts';
import { referenceOf, type References, type Warn } from './references.ts';
import { numberExample, textExample } from './scalar-example.ts';

/** What a client sends holds nothing that only the server sets, and the other way round. */
export type Direction = 'request' | 'response';

const MAX_DEPTH = 24;
/** Values in one example, a long text counting as several. */
const MAX_VALUES = 2000;
const CHARS_OF_VALUE = 100;
/** Values built for one document. */
const MAX_WORK = 400_000;

interface BuiltValue {
  readonly value: unknown;
  /** Whether it would be the same wherever the schema stands. */
  readonly isComplete: boolean;
  readonly weight: number;
}

/** Where an example has to end. */
const TRUNCATED: BuiltValue = { value: undefined, isComplete: false, weight: 0 };

export class SchemaExamples {
  readonly #references: References;
  readonly #warn: Warn;
  readonly #known = {
    request: new WeakMap<JsonObject, BuiltValue>(),
    response: new WeakMap<JsonObject, BuiltValue>(),
  };
  readonly #examples = {
    request: new WeakMap<JsonObject, BuiltValue>(),
    response: new WeakMap<JsonObject, BuiltValue>(),
  };
  /** Schemas that are being built, from the outermost on. */
  readonly #ancestors = new Set<JsonObject>();
  #direction: Direction = 'request';
  /** Values that the example may still have. */
  #remainingValues = 0;
  #work = 0;

  constructor(references: References, warn: Warn) {
    this.#references = references;
    this.#warn = warn;
  }

  /** Undefined where the schema says nothing, or says no end. */
  of(given: unknown, direction: Direction): unknown {
    if (!isObject(given)) return undefined;
    // Many places refer to one schema, each with an object of its own.
    const isBare = referenceOf(given) !== null && Object.keys(given).length === 1;
    const schema = isBare ? this.#references.fields(given) : given;
    const known = this.#examples[direction].get(schema);
    if (known !== undefined) return known.value;
    this.#direction = direction;
    this.#remainingValues = MAX_VALUES;
    const built = this.#build(schema, 0);
    if (this.#work > MAX_WORK)
      this.#warn('its schemas ask for more examples than are made: the last ones are empty');
    this.#examples[direction].set(schema, built);
    return built.value;
  }

  #build(schema: unknown, depth: number): BuiltValue {
    if (!isObject(schema)) return { value: null, isComplete: true, weight: 1 };
    const known = this.#known[this.#direction].get(schema);
    if (known !== undefined && known.weight <= this.#remainingValues) {
      this.#remainingValues -= known.weight;
      return known;
    }
    const remainingBefore = this.#remainingValues;
    // What is cut counts too: there may be much of it on every level.
    this.#remainingValues -= 1;
    this.#work += 1;
    if (depth > MAX_DEPTH || remainingBefore <= 0 || this.#work > MAX_WORK || this.#ancestors.has(schema))
      return TRUNCATED;
    this.#ancestors.add(schema);
    const { value, isComplete } = this.#buildUncached(schema, depth);
    this.#ancestors.delete(schema);
    const built = { value, isComplete, weight: remainingBefore - this.#remainingValues };
    if (isComplete) this.#known[this.#direction].set(schema, built);
    return built;
  }

  #buildUncached(schema: JsonObject, depth: number): BuiltValue {
    const given = givenValue(schema);
    if (given !== undefined) return this.#given(given);
    const parts = this.#parts(schema);
    if (parts.length === 0) return this.#plain(schema, depth);
    const built = parts.map((part) => this.#build(part, depth + 1));
    if (hasOwnShape(schema)) built.push(this.#plain(schema, depth));
    return mergeParts(built);
  }

  #given(value: unknown): BuiltValue {
    const weight = weightOf(value, this.#remainingValues);
    this.#work += weight;
    this.#remainingValues -= weight;
    return this.#remainingValues < 0 ? TRUNCATED : { value, isComplete: true, weight };
  }

  /** What the schema is put together of; of alternatives the first. */
  #parts(schema: JsonObject): readonly unknown[] {
    const { allOf, oneOf, anyOf } = schema;
    const target: unknown[] = referenceOf(schema) === null ? [] : [this.#references.resolve(schema) ?? {}];
    return [
      ...target,
      ...(Array.isArray(allOf) ? (allOf.slice(0, MAX_VALUES) as unknown[]) : []),
      ...this.#first(oneOf),
      ...this.#first(anyOf),
    ];
  }

  /** One that is more than null, if there is one. */
  #first(alternatives: unknown): readonly unknown[] {
    if (!Array.isArray(alternatives)) return [];
    const candidates: readonly unknown[] = alternatives.slice(0, 20);
    const found = candidates.find(
      (each) => isObject(each) && this.#references.fields(each)['type'] !== 'null',
    );
    return found === undefined ? candidates.slice(0, 1) : [found];
  }

  #plain(schema: JsonObject, depth: number): BuiltValue {
    const type = typeOf(schema);
    if (type === 'object') return this.#object(schema, depth);
    if (type === 'array') return this.#array(schema, depth);
    return { value: scalarOf(type, schema), isComplete: true, weight: 0 };
  }

  #object(schema: JsonObject, depth: number): BuiltValue {
    const { properties, additionalProperties } = schema;
    const entries: [string, unknown][] = [];
    let isComplete = true;
    const given = isObject(properties) ? Object.entries(properties) : [];
    const additional: [string, unknown][] = isObject(additionalProperties)
      ? [['key', additionalProperties]]
      : [];
    for (const [name, property] of given.length > 0 ? given : additional) {
      if (this.#isForOtherDirection(property)) continue;
      if (this.#remainingValues <= 0) isComplete = false;
      if (this.#remainingValues <= 0) break;
      const built = this.#build(property, depth + 1);
      isComplete &&= built.isComplete;
      if (built.value !== undefined) entries.push([name, built.value]);
    }
    return { value: Object.fromEntries(entries), isComplete, weight: 0 };
  }

  /** Whether only the other side of an exchange sets it. */
  #isForOtherDirection(property: unknown): boolean {
    if (!isObject(property)) return false;
    const name = this.#direction === 'request' ? 'readOnly' : 'writeOnly';
    return property[name] === true || this.#references.fields(property)[name] === true;
  }

  #array(schema: JsonObject, depth: number): BuiltValue {
    const { items, prefixItems } = schema;
    const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : null;
    const schemas: readonly unknown[] = tuple ?? (isObject(items) ? [items] : []);
    const built = schemas.slice(0, 100).map((item) => this.#build(item, depth + 1));
    return {
      value: built.flatMap(({ value }) => (value === undefined ? [] : [value])),
      isComplete: built.every((item) => item.isComplete),
      weight: 0,
    };
  }
}

/** What the schema gives as a value of its own; undefined for nothing. */
function givenValue(schema: JsonObject): unknown {
  const { examples, enum: choices } = schema;
  const listed: unknown = Array.isArray(examples) ? examples[0] : undefined;
  const chosen: unknown = Array.isArray(choices)
    ? (choices.find((each) => each !== null) ?? choices[0])
    : undefined;
  return schema['example'] ?? listed ?? schema['const'] ?? schema['default'] ?? schema['x-example'] ?? chosen;
}

/** The first type said that is more than null, or what the other words are for. */
function typeOf(schema: JsonObject): unknown {
  const { type } = schema;
  const declared: unknown = Array.isArray(type) ? (type.find((each) => each !== 'null') ?? type[0]) : type;
  if (declared !== undefined) return declared;
  if ('properties' in schema || 'additionalProperties' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  if ('format' in schema || 'minLength' in schema || 'maxLength' in schema || 'pattern' in schema)
    return 'string';
  return 'minimum' in schema || 'maximum' in schema || 'multipleOf' in schema ? 'number' : undefined;
}

function hasOwnShape(schema: JsonObject): boolean {
  return isObject(schema['properties']) || isObject(schema['items']);
}

function scalarOf(type: unknown, schema: JsonObject): unknown {
  switch (type) {
    case 'string':
      return textExample(schema);
    case 'integer':
    case 'number':
      return numberExample(schema, type === 'integer');
    case 'boolean':
      return true;
    case 'file':
      return '';
    default:
      return null;
  }
}

/** Objects become one with the fields of all; of all else the first counts. */
function mergeParts(parts: readonly BuiltValue[]): BuiltValue {
  const isComplete = parts.every((part) => part.isComplete);
  const values = parts.map(({ value }) => value).filter((value) => value !== undefined);
  const objects = values.filter(isObject);
  const value: unknown =
    objects.length > 0
      ? Object.fromEntries(objects.flatMap((each) => Object.entries(each)))
      : (values.find((each) => each !== null) ?? values[0]);
  return { value, isComplete, weight: 0 };
}

/** More than `most` where it is more. */
function weightOf(value: unknown, max: number): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / CHARS_OF_VALUE);
  if (typeof value !== 'object' || value === null) return 1;
  let weight = 1;
  for (const inner of Object.values(value)) {
    if (weight > max) break;
    weight += weightOf(inner, max - weight);
  }
  return weight;
}
