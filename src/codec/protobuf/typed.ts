// Decodes a protobuf message by its schema into JSON much like protobuf's own: enums by name, 64-bit integers that JSON
// cannot hold as strings, bytes in base64. Unknown fields are kept under their numbers.
import { isObject } from '../../base/is-object.ts';
import { fromBase64, concatBytes } from '../../base/bytes.ts';
import type { Json } from '../../base/json.ts';
import { fieldJson, guessField } from './guess.ts';
import { scalars } from './scalars.ts';
import { lookUp, type ProtoField, type ProtoMessage, type ProtoSchema, type TypeName } from './schema.ts';
import {
  MAX_DEPTH,
  MAX_FIELDS,
  readFields,
  type ReadBudget,
  type RawFieldError,
  type RawField,
} from './wire.ts';

export interface TypedMessage {
  /** Fully qualified name of the type. */
  readonly name: string;
  readonly json: Json;
  /** The first violation of the format or the schema. */
  readonly error: RawFieldError | null;
}

/** Decodes `bytes` as a message of the type `named`; null when the schema does not contain the type. */
export function typedMessage(bytes: Uint8Array, named: TypeName, schema: ProtoSchema): TypedMessage | null {
  const message = lookUp(named, (name) => schema.message(name));
  if (message === undefined) return null;
  const reader = new TypedReader(schema);
  const json = reader.message(bytes, message, 0);
  return { name: message.name, json, error: reader.error };
}

class TypedReader {
  error: RawFieldError | null = null;
  readonly #schema: ProtoSchema;
  readonly #budget: ReadBudget = { fields: MAX_FIELDS };

  constructor(schema: ProtoSchema) {
    this.#schema = schema;
  }

  message(bytes: Uint8Array, message: ProtoMessage, depth: number, start = 0, end = bytes.length): Json {
    const { fields, error } = readFields(bytes, start, end, this.#budget);
    this.error ??= error;
    return this.#fields(bytes, fields, message, depth);
  }

  #fields(bytes: Uint8Array, fields: readonly RawField[], message: ProtoMessage, depth: number): Json {
    const entries: [string, Json][] = [];
    for (const [number, same] of Map.groupBy(fields, (field) => field.number)) {
      const known = message.fields.get(number);
      const json = known === undefined ? null : this.#known(bytes, same, known, depth);
      if (known !== undefined && json !== null) entries.push([known.name, json.value]);
      else entries.push([String(number), this.#unknown(bytes, same)]);
    }
    return wellKnown(message.name, Object.fromEntries(entries), this, depth);
  }

  #unknown(bytes: Uint8Array, fields: readonly RawField[]): Json {
    const values = fields.map((field) => fieldJson(guessField(bytes, field, this.#budget, 0)));
    return values.length === 1 ? values[0]! : values;
  }

  /** Returns null when the bytes do not fit the type. */
  #known(
    bytes: Uint8Array,
    same: readonly RawField[],
    field: ProtoField,
    depth: number,
  ): { readonly value: Json } | null {
    const { of } = field;
    if (of.type === 'message') return this.#messages(bytes, same, field, of.named, depth);
    const values: Json[] = [];
    for (const wire of same) {
      // Only lists are packed.
      if (!field.repeated && wire.type === 'bytes' && !isBytes(field)) return this.#mismatch(wire, field);
      const read =
        of.type === 'scalar' ? scalars(bytes, wire, of.scalar) : this.#enums(bytes, wire, of.named);
      if (read === null) return this.#mismatch(wire, field);
      values.push(...read);
    }
    // The last value of a field counts, unless the field is repeated.
    return { value: field.repeated ? values : (values.at(-1) ?? null) };
  }

  #mismatch(wire: RawField, { name }: ProtoField): null {
    this.error ??= {
      offset: wire.offset,
      reason: `${name} is ${wire.type} on the wire, which its type is not`,
    };
    return null;
  }

  #enums(bytes: Uint8Array, wire: RawField, named: TypeName): Json[] | null {
    const names = lookUp(named, (name) => this.#schema.enumeration(name));
    const numbers = scalars(bytes, wire, 'int32');
    return numbers === null ? null : numbers.map((number) => names?.get(Number(number)) ?? number);
  }

  #messages(
    bytes: Uint8Array,
    same: readonly RawField[],
    field: ProtoField,
    named: TypeName,
    depth: number,
  ): { readonly value: Json } | null {
    const message = lookUp(named, (name) => this.#schema.message(name));
    if (message === undefined || depth >= MAX_DEPTH) return null;
    const odd = same.find((wire) => wire.type !== 'bytes' && wire.type !== 'group');
    if (odd !== undefined) return this.#mismatch(odd, field);
    if (message.isMapEntry) return { value: this.#map(bytes, same, message, depth) };
    // Occurrences of one message are merged, as if they were concatenated.
    const isMerged = !field.repeated && same.length > 1 && same.every(({ type }) => type === 'bytes');
    const parts = isMerged ? [merged(same, bytes)] : same;
    const values = parts.map((part) => this.#one(bytes, part, message, depth + 1));
    return { value: field.repeated ? values : (values.at(-1) ?? null) };
  }

  #one(bytes: Uint8Array, part: RawField | Uint8Array, message: ProtoMessage, depth: number): Json {
    if (part instanceof Uint8Array) return this.message(part, message, depth);
    if (part.type === 'group') return this.#fields(bytes, part.fields, message, depth);
    return part.type === 'bytes' ? this.message(bytes, message, depth, part.start, part.end) : null;
  }

  #map(bytes: Uint8Array, same: readonly RawField[], entry: ProtoMessage, depth: number): Json {
    const keyName = entry.fields.get(1)?.name ?? '1';
    const valueName = entry.fields.get(2)?.name ?? '2';
    const isText = (value: Json | undefined): value is string | number | boolean =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return Object.fromEntries(
      same.map((wire): [string, Json] => {
        const pair = this.#one(bytes, wire, entry, depth + 1) as Readonly<Record<string, Json>>;
        const key = pair[keyName];
        return [isText(key) ? String(key) : '', pair[valueName] ?? null];
      }),
    );
  }

  /** Decodes the message inside a google.protobuf.Any. */
  any(typeUrl: string, value: string, bytes: Uint8Array, depth: number): Json {
    const message = this.#schema.message(typeUrl.slice(typeUrl.lastIndexOf('/') + 1));
    if (message === undefined || depth >= MAX_DEPTH) return { '@type': typeUrl, value };
    const inner = this.message(bytes, message, depth + 1);
    return { '@type': typeUrl, ...(isFields(inner) ? inner : { value: inner }) };
  }
}

function isFields(json: Json): json is Fields {
  return isObject(json);
}

function isBytes({ of }: ProtoField): boolean {
  return of.type === 'scalar' && (of.scalar === 'bytes' || of.scalar === 'string');
}

function merged(same: readonly RawField[], bytes: Uint8Array): Uint8Array {
  const pieces = same.map((wire) =>
    wire.type === 'bytes' ? bytes.subarray(wire.start, wire.end) : new Uint8Array(0),
  );
  return concatBytes(pieces);
}

type Fields = Readonly<Record<string, Json>>;

/** Renders well-known types, which have their own form in JSON. */
function wellKnown(name: string, fields: Fields, reader: TypedReader, depth: number): Json {
  switch (name) {
    case 'google.protobuf.Timestamp':
      return timestamp(fields);
    case 'google.protobuf.Duration':
      return duration(fields);
    case 'google.protobuf.Any':
      return any(fields, reader, depth);
    default:
      return fields;
  }
}

function any(fields: Fields, reader: TypedReader, depth: number): Json {
  const { type_url: typeUrl = '', value = '' } = fields;
  if (typeof typeUrl !== 'string' || typeof value !== 'string') return fields;
  const bytes = fromBase64(value);
  return bytes === null ? fields : reader.any(typeUrl, value, bytes, depth);
}

/** The last time that a Date can hold, in ms. */
const LAST_DATE = 8.64e15;

function timestamp(fields: Fields): Json {
  const { seconds = 0, nanos = 0 } = fields;
  if (typeof seconds !== 'number' || typeof nanos !== 'number' || nanos < 0 || nanos > 999_999_999)
    return fields;
  if (Math.abs(seconds * 1000) > LAST_DATE) return fields;
  return `${new Date(seconds * 1000).toISOString().slice(0, -5)}${fraction(nanos)}Z`;
}

function duration(fields: Fields): Json {
  const { seconds = 0, nanos = 0 } = fields;
  if (typeof seconds !== 'number' || typeof nanos !== 'number' || Math.abs(nanos) > 999_999_999)
    return fields;
  if (seconds !== 0 && nanos !== 0 && seconds > 0 !== nanos > 0) return fields;
  const sign = seconds < 0 || nanos < 0 ? '-' : '';
  return `${sign}${Math.abs(seconds)}${fraction(Math.abs(nanos))}s`;
}

/** Renders 500,000,000 nanoseconds as `.5`; empty for 0. */
function fraction(nanos: number): string {
  return nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
}
