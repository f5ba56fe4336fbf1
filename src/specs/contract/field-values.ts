// The values of fields that travel as text: parameters and fields of forms, by their schema, style and `explode`.
import { isObject } from '../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../documents/json-values.ts';
import type { References } from '../../documents/openapi/references.ts';

/** Names and values in the order in which they travel. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** The form of values with several parts (OpenAPI 3.1, "Style Values"). */
export interface FieldStyle {
  readonly style: string;
  readonly explode: boolean;
}

const MAX_DEPTH = 10;
const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|', tab: '\t' };
/** Styles whose lists have separators, exploded or not. */
const ALWAYS_SPLIT: ReadonlySet<string> = new Set(['simple', 'label']);
/** Names that Swagger 2 has for styles. */
const COLLECTION_FORMATS: Readonly<Record<string, FieldStyle>> = {
  csv: { style: 'form', explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  tsv: { style: 'tab', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
};

/** Returns the style of a field, with `usual` as the default. */
export function styleOf(field: JsonObject, usual: string): FieldStyle {
  const format = COLLECTION_FORMATS[scalarText(field['collectionFormat']) ?? ''];
  if (format !== undefined) return format;
  const style = scalarText(field['style']) ?? usual;
  const { explode } = field;
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' };
}

export class FieldValues {
  readonly #references: References;

  constructor(references: References) {
    this.#references = references;
  }

  /** Returns the types that a value may have; empty when the schema leaves that open. */
  types(schema: unknown, depth = 0): ReadonlySet<string> {
    const { type, items, properties, allOf, anyOf, oneOf } = this.#references.fields(schema);
    const own = (Array.isArray(type) ? (type as readonly unknown[]) : [type]).filter(
      (each): each is string => typeof each === 'string',
    );
    const parts = [allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
    const ofParts = depth < MAX_DEPTH ? parts.flatMap((part) => [...this.types(part, depth + 1)]) : [];
    const implied =
      own.length > 0 ? [] : isObject(items) ? ['array'] : isObject(properties) ? ['object'] : [];
    return new Set([...own, ...ofParts, ...implied]);
  }

  /** Returns the values that a text may stand for. The first one that fits the schema counts. */
  scalars(text: string, schema: unknown): readonly unknown[] {
    const types = this.types(schema);
    const isOpen = types.size === 0;
    const values: unknown[] = [];
    if ((isOpen || types.has('integer') || types.has('number')) && NUMBER.test(text))
      values.push(Number(text));
    if ((isOpen || types.has('boolean')) && /^(?:true|false)$/.test(text)) values.push(text === 'true');
    if (types.has('null') && text === '') values.push(null);
    if (isOpen || types.has('string') || values.length === 0) values.push(text);
    return values;
  }

  /**
   * Returns the list or the object that pairs stand for; undefined when no pair belongs to it. `pairs` holds everything
   * at the location of the field, because exploded fields have several pairs.
   */
  composed(name: string, pairs: Pairs, schema: unknown, how: FieldStyle): unknown {
    return this.types(schema).has('object')
      ? this.#object(name, pairs, schema, how)
      : this.#list(name, pairs, schema, how);
  }

  #list(name: string, pairs: Pairs, schema: unknown, { style, explode }: FieldStyle): unknown {
    const texts = pairs.filter(([each]) => each === name || each === `${name}[]`).map(([, text]) => text);
    if (texts.length === 0) return undefined;
    const { items } = this.#references.fields(schema);
    const isSplit = (!explode || ALWAYS_SPLIT.has(style)) && texts.length === 1;
    const parts = isSplit ? split(texts[0]!, SEPARATORS[style] ?? ',').map((part) => part.trim()) : texts;
    return parts.map((part) => this.scalars(part, items)[0]);
  }

  #object(name: string, pairs: Pairs, schema: unknown, { style, explode }: FieldStyle): unknown {
    const found =
      style === 'deepObject'
        ? pairs.flatMap(([each, text]) => {
            const key = each.startsWith(`${name}[`) ? /^\[([^[\]]+)\]$/.exec(each.slice(name.length)) : null;
            return key === null ? [] : [[key[1]!, text] as const];
          })
        : explode
          ? this.#exploded(pairs, schema)
          : inTurns(pairs.find(([each]) => each === name)?.[1], SEPARATORS[style] ?? ',');
    if (found === null || found.length === 0) return undefined;
    return this.typedObject(found, schema);
  }

  /** Returns an object with the types of the properties. A repeated name becomes a list where the schema allows one. */
  typedObject(pairs: Pairs, schema: unknown): JsonObject {
    const properties = this.properties(schema);
    const values = new Map<string, unknown>();
    for (const [name, texts] of Map.groupBy(pairs, ([each]) => each)) {
      const property = properties.get(name);
      const isList = this.types(property).has('array');
      values.set(
        name,
        isList
          ? this.#list(name, texts, property, { style: 'form', explode: true })
          : this.scalars(texts[0]![1], property)[0],
      );
    }
    return Object.fromEntries(values);
  }

  /** Returns the pairs that are named after properties. */
  #exploded(pairs: Pairs, schema: unknown): Pairs {
    const properties = this.properties(schema);
    return pairs.filter(([name]) => properties.has(name));
  }

  /** Returns the properties of a schema and of its parts. */
  properties(schema: unknown, depth = 0): ReadonlyMap<string, unknown> {
    const { properties, allOf, anyOf, oneOf } = this.#references.fields(schema);
    const parts = [allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
    return new Map([
      ...(depth < MAX_DEPTH ? parts.flatMap((part) => [...this.properties(part, depth + 1)]) : []),
      ...Object.entries(isObject(properties) ? properties : {}),
    ]);
  }
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function split(text: string, separator: string): readonly string[] {
  return text === '' ? [] : text.split(separator);
}

/** Reads `a,1,b,2`; null when a value is missing. */
function inTurns(text: string | undefined, separator: string): Pairs | null {
  if (text === undefined) return null;
  const parts = split(text, separator);
  return parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? ''] as const] : []));
}
