// Generates an example value for a JSON Schema: the example that the schema contains, or a plain one. Schemas may refer
// to themselves and to each other endlessly, so size and depth are bounded.
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../json-values.ts';
import { referenceOf, type References, type Warn } from './references.ts';
import { permitsNull, withDiscriminator } from './schema-parts.ts';
import { isOfSchema, numberExample, textExample } from './scalar-example.ts';

/** Requests omit properties that only the server sets, and responses those that only the client sets. */
export type Direction = 'request' | 'response';

const MAX_DEPTH = 24;
/** The maximum number of values in one example; a long text counts as several. */
const MAX_VALUES = 2000;
const CHARS_OF_VALUE = 100;
/** The maximum number of items that one list repeats. */
const MAX_ITEMS = 20;
/** The maximum number of values that are built for one document. */
const MAX_WORK = 400_000;

interface BuiltValue {
  readonly value: unknown;
  /** True when the value does not depend on where the schema is used. */
  readonly isComplete: boolean;
  readonly weight: number;
}

/** The result at the limits of size and depth. */
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
  /** Schemas that are being built, from the outermost one. */
  readonly #ancestors = new Set<JsonObject>();
  #direction: Direction = 'request';
  /** The number of values that the current example may still contain. */
  #remainingValues = 0;
  #work = 0;

  constructor(references: References, warn: Warn) {
    this.#references = references;
    this.#warn = warn;
  }

  /** Returns an example; undefined when the schema says nothing or never ends. */
  of(given: unknown, direction: Direction): unknown {
    if (!isObject(given)) return undefined;
    // Many places refer to the same schema, each with its own object.
    const isBare = referenceOf(given) !== null && Object.keys(given).length === 1;
    const schema = isBare ? this.#references.fields(given) : given;
    const known = this.#examples[direction].get(schema);
    if (known !== undefined) return known.value;
    this.#direction = direction;
    this.#remainingValues = MAX_VALUES;
    const built = this.#build(schema, 0);
    if (this.#work > MAX_WORK) this.#warn('its schemas need too many examples: the last ones are empty');
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
    // Truncated values count too, because each level may contain many of them.
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
    if (parts.length === 0) return this.#named(this.#plain(schema, depth), schema, [schema]);
    const built = parts.map((part) => this.#build(part, depth + 1));
    if (hasOwnShape(schema)) built.push(this.#plain(schema, depth));
    return this.#named(mergeParts(built), schema, parts);
  }

  #named(built: BuiltValue, schema: JsonObject, parts: readonly unknown[]): BuiltValue {
    const value = withDiscriminator(built.value, schema, parts, this.#references);
    return value === built.value ? built : { ...built, value };
  }

  #given(value: unknown): BuiltValue {
    const weight = weightOf(value, this.#remainingValues);
    this.#work += weight;
    this.#remainingValues -= weight;
    return this.#remainingValues < 0 ? TRUNCATED : { value, isComplete: true, weight };
  }

  /** Returns the schemas that are combined; of alternatives, the first one. */
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

  /** Returns the first alternative that is not null, if there is one. */
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
      // A recursion that has to be there ends with null, where that is allowed.
      const isEnd =
        built.value === undefined && isRequired(schema, name) && permitsNull(property, this.#references);
      if (built.value !== undefined || isEnd) entries.push([name, isEnd ? null : built.value]);
    }
    const names = new Set([...given.map(([name]) => name), ...entries.map(([name]) => name)]);
    // A part of a combination may require what another part has.
    const isPart = [...this.#ancestors].some(({ allOf }) => allOf !== undefined);
    const missing = isPart ? [] : requiredOf(schema).filter((name) => !names.has(name));
    for (const name of missing) {
      const built = isObject(additionalProperties) ? this.#build(additionalProperties, depth + 1).value : '';
      entries.push([name, built ?? '']);
    }
    return { value: Object.fromEntries(entries), isComplete, weight: 0 };
  }

  /** True for a property that only the other side of an exchange sets. */
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
    const values = built.flatMap(({ value }) => (value === undefined ? [] : [value]));
    // A list that needs items of which there are none is left out.
    const isMissing = values.length === 0 && schemas.length > 0 && Number(schema['minItems']) > 0;
    if (isMissing) return TRUNCATED;
    return {
      value: tuple === null ? this.#repeated(values, schema) : values,
      isComplete: built.every((item) => item.isComplete),
      weight: 0,
    };
  }

  /** Repeats the item of a list as often as the schema asks for. */
  #repeated(
    values: readonly unknown[],
    { minItems, maxItems, uniqueItems, items }: JsonObject,
  ): readonly unknown[] {
    const [value] = values;
    if (maxItems === 0 || value === undefined) return maxItems === 0 ? [] : values;
    const count = Math.min(typeof minItems === 'number' ? minItems : 1, MAX_ITEMS);
    if (count <= 1) return values;
    this.#remainingValues -= count;
    const choices = isObject(items) ? this.#references.fields(items)['enum'] : undefined;
    if (Array.isArray(choices) && choices.length >= count) return choices.slice(0, count) as unknown[];
    return Array.from({ length: count }, (_, index) =>
      uniqueItems === true && index > 0 ? distinct(value, index) : value,
    );
  }
}

/** Returns names of required properties, which may have no schema. */
function requiredOf({ required, allOf, oneOf, anyOf }: JsonObject): readonly string[] {
  // Combined schemas may have the property.
  if (!Array.isArray(required) || allOf !== undefined || oneOf !== undefined || anyOf !== undefined)
    return [];
  return required.slice(0, MAX_VALUES).filter((name) => typeof name === 'string');
}

/** Returns texts and numbers that are all different, where that is easy. */
function distinct(value: unknown, index: number): unknown {
  if (typeof value === 'number') return value + index;
  return typeof value === 'string' ? `${value}${index + 1}` : value;
}

/** Returns the value that the schema itself contains; undefined without one. */
function givenValue(schema: JsonObject): unknown {
  const { examples: all, enum: choices } = schema;
  const listed: unknown = Array.isArray(all) ? all[0] : undefined;
  const chosen: unknown = Array.isArray(choices)
    ? (choices.find((each) => each !== null) ?? choices[0])
    : undefined;
  const examples = [schema['example'], listed].filter(
    (each) => each !== undefined && isOfSchema(each, schema),
  );
  return examples[0] ?? schema['const'] ?? schema['default'] ?? schema['x-example'] ?? chosen;
}

/** Returns the first declared type that is not null, or the type that the other keywords imply. */
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

function isRequired({ required }: JsonObject, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
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

/** Merges objects into one with all of their properties; of other values, the first one counts. */
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

/** Returns the weight of a value. It stops counting once the weight exceeds `max`. */
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
