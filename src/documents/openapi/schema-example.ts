// A value that a JSON Schema describes, as an example of it: what the schema itself gives, or else something plain.
// Schemas may refer to themselves, and to each other so that they would never end: size and depth are bounded.
import { isFields, type Fields } from '../json-values.ts';
import { referenceOf, type References, type Tell } from './references.ts';
import { numberExample, textExample } from './scalar-example.ts';

/** What a client sends holds nothing that only the server sets, and the other way round. */
export type Direction = 'request' | 'response';

const MAX_DEPTH = 24;
/** Values in one example, a long text counting as several. */
const MAX_VALUES = 2000;
const CHARS_OF_VALUE = 100;
/** Values built for one document. */
const MAX_WORK = 400_000;

interface Built {
  readonly value: unknown;
  /** Whether it would be the same wherever the schema stands. */
  readonly isWhole: boolean;
  readonly weight: number;
}

/** Where an example has to end. */
const CUT: Built = { value: undefined, isWhole: false, weight: 0 };

export class SchemaExamples {
  readonly #references: References;
  readonly #tell: Tell;
  readonly #known = { request: new WeakMap<Fields, Built>(), response: new WeakMap<Fields, Built>() };
  readonly #examples = { request: new WeakMap<Fields, Built>(), response: new WeakMap<Fields, Built>() };
  /** Schemas that are being built, from the outermost on. */
  readonly #within = new Set<Fields>();
  #direction: Direction = 'request';
  /** Values that the example may still have. */
  #left = 0;
  #work = 0;

  constructor(references: References, tell: Tell) {
    this.#references = references;
    this.#tell = tell;
  }

  /** Undefined where the schema says nothing, or says no end. */
  of(given: unknown, direction: Direction): unknown {
    if (!isFields(given)) return undefined;
    // Many places refer to one schema, each with an object of its own.
    const isBare = referenceOf(given) !== null && Object.keys(given).length === 1;
    const schema = isBare ? this.#references.fields(given) : given;
    const known = this.#examples[direction].get(schema);
    if (known !== undefined) return known.value;
    this.#direction = direction;
    this.#left = MAX_VALUES;
    const built = this.#build(schema, 0);
    if (this.#work > MAX_WORK)
      this.#tell('its schemas ask for more examples than are made: the last ones are empty');
    this.#examples[direction].set(schema, built);
    return built.value;
  }

  #build(schema: unknown, depth: number): Built {
    if (!isFields(schema)) return { value: null, isWhole: true, weight: 1 };
    const known = this.#known[this.#direction].get(schema);
    if (known !== undefined && known.weight <= this.#left) {
      this.#left -= known.weight;
      return known;
    }
    const before = this.#left;
    // What is cut counts too: there may be much of it on every level.
    this.#left -= 1;
    this.#work += 1;
    if (depth > MAX_DEPTH || before <= 0 || this.#work > MAX_WORK || this.#within.has(schema)) return CUT;
    this.#within.add(schema);
    const { value, isWhole } = this.#fresh(schema, depth);
    this.#within.delete(schema);
    const built = { value, isWhole, weight: before - this.#left };
    if (isWhole) this.#known[this.#direction].set(schema, built);
    return built;
  }

  #fresh(schema: Fields, depth: number): Built {
    const given = givenValue(schema);
    if (given !== undefined) return this.#given(given);
    const parts = this.#parts(schema);
    if (parts.length === 0) return this.#plain(schema, depth);
    const built = parts.map((part) => this.#build(part, depth + 1));
    if (hasOwnShape(schema)) built.push(this.#plain(schema, depth));
    return joined(built);
  }

  #given(value: unknown): Built {
    const weight = weightOf(value, this.#left);
    this.#work += weight;
    this.#left -= weight;
    return this.#left < 0 ? CUT : { value, isWhole: true, weight };
  }

  /** What the schema is put together of; of alternatives the first. */
  #parts(schema: Fields): readonly unknown[] {
    const { allOf, oneOf, anyOf } = schema;
    const target: unknown[] = referenceOf(schema) === null ? [] : [this.#references.followed(schema) ?? {}];
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
      (each) => isFields(each) && this.#references.fields(each)['type'] !== 'null',
    );
    return found === undefined ? candidates.slice(0, 1) : [found];
  }

  #plain(schema: Fields, depth: number): Built {
    const type = typeOf(schema);
    if (type === 'object') return this.#object(schema, depth);
    if (type === 'array') return this.#array(schema, depth);
    return { value: scalarOf(type, schema), isWhole: true, weight: 0 };
  }

  #object(schema: Fields, depth: number): Built {
    const { properties, additionalProperties } = schema;
    const entries: [string, unknown][] = [];
    let isWhole = true;
    const given = isFields(properties) ? Object.entries(properties) : [];
    const more: [string, unknown][] = isFields(additionalProperties) ? [['key', additionalProperties]] : [];
    for (const [name, property] of given.length > 0 ? given : more) {
      if (this.#isOther(property)) continue;
      if (this.#left <= 0) isWhole = false;
      if (this.#left <= 0) break;
      const built = this.#build(property, depth + 1);
      isWhole &&= built.isWhole;
      if (built.value !== undefined) entries.push([name, built.value]);
    }
    return { value: Object.fromEntries(entries), isWhole, weight: 0 };
  }

  /** Whether only the other side of an exchange sets it. */
  #isOther(property: unknown): boolean {
    if (!isFields(property)) return false;
    const name = this.#direction === 'request' ? 'readOnly' : 'writeOnly';
    return property[name] === true || this.#references.fields(property)[name] === true;
  }

  #array(schema: Fields, depth: number): Built {
    const { items, prefixItems } = schema;
    const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : null;
    const schemas: readonly unknown[] = tuple ?? (isFields(items) ? [items] : []);
    const built = schemas.slice(0, 100).map((item) => this.#build(item, depth + 1));
    return {
      value: built.flatMap(({ value }) => (value === undefined ? [] : [value])),
      isWhole: built.every((item) => item.isWhole),
      weight: 0,
    };
  }
}

/** What the schema gives as a value of its own; undefined for nothing. */
function givenValue(schema: Fields): unknown {
  const { examples, enum: choices } = schema;
  const listed: unknown = Array.isArray(examples) ? examples[0] : undefined;
  const chosen: unknown = Array.isArray(choices)
    ? (choices.find((each) => each !== null) ?? choices[0])
    : undefined;
  return schema['example'] ?? listed ?? schema['const'] ?? schema['default'] ?? schema['x-example'] ?? chosen;
}

/** The first type said that is more than null, or what the other words are for. */
function typeOf(schema: Fields): unknown {
  const { type } = schema;
  const said: unknown = Array.isArray(type) ? (type.find((each) => each !== 'null') ?? type[0]) : type;
  if (said !== undefined) return said;
  if ('properties' in schema || 'additionalProperties' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  if ('format' in schema || 'minLength' in schema || 'maxLength' in schema || 'pattern' in schema)
    return 'string';
  return 'minimum' in schema || 'maximum' in schema || 'multipleOf' in schema ? 'number' : undefined;
}

function hasOwnShape(schema: Fields): boolean {
  return isFields(schema['properties']) || isFields(schema['items']);
}

function scalarOf(type: unknown, schema: Fields): unknown {
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
function joined(parts: readonly Built[]): Built {
  const isWhole = parts.every((part) => part.isWhole);
  const values = parts.map(({ value }) => value).filter((value) => value !== undefined);
  const objects = values.filter(isFields);
  const value: unknown =
    objects.length > 0
      ? Object.fromEntries(objects.flatMap((each) => Object.entries(each)))
      : (values.find((each) => each !== null) ?? values[0]);
  return { value, isWhole, weight: 0 };
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
