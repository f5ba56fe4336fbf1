// The wire format of Protocol Buffers (protobuf.dev, "Encoding"): the fields of a message, without a schema. Bounded in
// the depth of groups and in the number of fields.

/** An error at an offset. */
export interface RawFieldError {
  /** In bytes, from the start of the input. */
  readonly offset: number;
  readonly reason: string;
  /** True when a bound of ours ended the reading, and nothing is wrong with the bytes. */
  readonly isBound?: boolean;
}

interface FieldRange {
  /** Field number, 1 to 2^29 - 1. */
  readonly number: number;
  /** Offset of the tag. */
  readonly offset: number;
  /** Offset behind the value. */
  readonly end: number;
}

export type RawField = FieldRange &
  (
    | { readonly type: 'varint' | 'fixed64'; /** Unsigned, 64 bits. */ readonly value: bigint }
    | { readonly type: 'fixed32'; /** Unsigned, 32 bits. */ readonly value: number }
    | { readonly type: 'bytes'; /** Offset of the value. */ readonly start: number }
    | { readonly type: 'group'; readonly fields: readonly RawField[] }
  );

export interface RawMessage {
  readonly fields: readonly RawField[];
  /** The error after the last readable field; null when there is none. */
  readonly error: RawFieldError | null;
}

/** The remaining number of fields to read, shared by all parts of one message. */
export interface ReadBudget {
  fields: number;
}

export const MAX_FIELDS = 20_000;
export const MAX_DEPTH = 24;

/** Parses `bytes[start…end)` into fields. */
export function readFields(
  bytes: Uint8Array,
  start = 0,
  end = bytes.length,
  budget: ReadBudget = { fields: MAX_FIELDS },
): RawMessage {
  const reader = new FieldReader(bytes, start, end, budget);
  const fields = reader.fields(0, 0);
  return { fields, error: reader.error };
}

/** Parses bytes that consist of varints, at most `max`; null when they do not consist of varints. */
export function readVarints(bytes: Uint8Array, start: number, end: number, max: number): bigint[] | null {
  const reader = new FieldReader(bytes, start, end, { fields: 0 });
  const values: bigint[] = [];
  while (reader.at < end) {
    if (values.length === max) return null;
    const value = reader.varint();
    if (value === null) return null;
    values.push(value);
  }
  return values;
}

const LARGEST_NUMBER = 2 ** 29 - 1;

class FieldReader {
  at: number;
  error: RawFieldError | null = null;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #end: number;
  readonly #budget: ReadBudget;

  constructor(bytes: Uint8Array, start: number, end: number, budget: ReadBudget) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.at = start;
    this.#end = end;
    this.#budget = budget;
  }

  /** Parses fields up to the end, or to the end of the group `group`; 0 is the message itself. */
  fields(group: number, depth: number): RawField[] {
    const fields: RawField[] = [];
    while (this.at < this.#end) {
      if (this.#budget.fields <= 0) return this.#bound(this.at, `more than ${MAX_FIELDS} fields`, fields);
      const offset = this.at;
      const tag = this.varint();
      if (tag === null) return fields;
      const number = Number(tag >> 3n);
      const type = Number(tag & 7n);
      if (number < 1 || number > LARGEST_NUMBER)
        return this.#stop(offset, `${number} is not a field number`, fields);
      if (type === 4)
        return number === group ? fields : this.#stop(offset, `group ${number} ends without a start`, fields);
      this.#budget.fields -= 1;
      const field = this.#field(offset, number, type, depth);
      if (field !== null) fields.push(field);
      if (this.error !== null) return fields;
    }
    return group === 0 ? fields : this.#stop(this.at, `group ${group} does not end`, fields);
  }

  #field(offset: number, number: number, type: number, depth: number): RawField | null {
    switch (type) {
      case 0: {
        const value = this.varint();
        return value === null ? null : { type: 'varint', number, offset, value, end: this.at };
      }
      case 1:
        if (!this.#has(8)) return null;
        this.at += 8;
        return {
          type: 'fixed64',
          number,
          offset,
          value: this.#view.getBigUint64(this.at - 8, true),
          end: this.at,
        };
      case 2:
        return this.#bytesField(offset, number);
      case 3: {
        if (depth >= MAX_DEPTH)
          return this.#bound(offset, `more than ${MAX_DEPTH} groups inside each other`, null);
        const fields = this.fields(number, depth + 1);
        return { type: 'group', number, offset, fields, end: this.at };
      }
      case 5:
        if (!this.#has(4)) return null;
        this.at += 4;
        return {
          type: 'fixed32',
          number,
          offset,
          value: this.#view.getUint32(this.at - 4, true),
          end: this.at,
        };
      default:
        return this.#refuse(offset, `${type} is no wire type`);
    }
  }

  #bytesField(offset: number, number: number): RawField | null {
    const length = this.varint();
    if (length === null || !this.#has(Number(length))) return null;
    const start = this.at;
    this.at += Number(length);
    return { type: 'bytes', number, offset, start, end: this.at };
  }

  /** Returns null, with an error, when there is none at the current offset. */
  varint(): bigint | null {
    const start = this.at;
    let low = 0;
    // Up to four bytes fit in a small integer, which is fast.
    for (let shift = 0; shift < 28 && this.at < this.#end; shift += 7) {
      const byte = this.#bytes[this.at++]!;
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt(low);
    }
    let value = BigInt(low);
    for (let shift = 28n; shift < 70n && this.at < this.#end; shift += 7n) {
      const byte = this.#bytes[this.at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    const isCut = this.at - start < 10;
    return this.#refuse(start, isCut ? 'a number ends too soon' : 'a number of more than ten bytes');
  }

  #has(count: number): boolean {
    if (count <= this.#end - this.at) return true;
    this.#refuse(this.at, `${count} bytes should follow, there are ${this.#end - this.at}`);
    return false;
  }

  #refuse(offset: number, reason: string): null {
    this.error ??= { offset, reason };
    return null;
  }

  #bound<T>(offset: number, reason: string, result: T): T {
    this.error ??= { offset, reason, isBound: true };
    return result;
  }

  #stop(offset: number, reason: string, fields: RawField[]): RawField[] {
    this.#refuse(offset, reason);
    return fields;
  }
}
