// Encodes field sections (RFC 7541). Repeated fields enter the dynamic table. Secret ones never do, because the
// connection may carry requests of several clients, and one client could guess another's fields (section 7.1).
// Strings are not Huffman-coded, because the coding costs more time than the saved bytes are worth.
import type { FlatFields } from '../../flat-fields.ts';
import { DynamicTable, ENTRY_OVERHEAD, TABLE_BYTES } from './dynamic-table.ts';
import { STATIC_TABLE } from './static-table.ts';

/** Fields whose values rarely repeat: an entry for each would only push out others. */
const CHANGING: ReadonlySet<string> = new Set([
  ':path',
  'age',
  'content-length',
  'content-range',
  'date',
  'etag',
  'expires',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'last-modified',
  'location',
  'range',
  'referer',
  'request-id',
  'traceparent',
  'tracestate',
  'x-amzn-trace-id',
  'x-request-id',
]);
/** Parts of the names of fields that hold secrets. */
const SECRET = /auth|cookie|token|secret|passw|credential|session|api-?key|signature|csrf|xsrf/;
/** Longer values would push out too much. */
const MAX_INDEXED_BYTES = 1024;

/** The first byte of a representation, and the bits of the index in it (sections 6.1 and 6.2). */
const INDEXED = 0x80;
const INDEXED_BITS = 0x7f;
const NEW = 0x40;
const NEW_BITS = 0x3f;
const PLAIN = 0x00;
const NEVER_INDEXED = 0x10;
const LITERAL_BITS = 0x0f;

/** The static entries and the representation of a name. */
interface NameInfo {
  /** Its first index in the static table; 0 for none. */
  readonly index: number;
  /** Its values in the static table, with their index; null for none. */
  readonly values: ReadonlyMap<string, number> | null;
  /** The representation of values that are in no table. */
  readonly representation: typeof NEW | typeof PLAIN | typeof NEVER_INDEXED;
}

const NAMES = new Map<string, NameInfo>();
for (const [at, [name]] of STATIC_TABLE.entries()) {
  if (NAMES.has(name)) continue;
  const values = STATIC_TABLE.flatMap(([other, value], index): (readonly [string, number])[] =>
    other === name && value !== '' ? [[value, index + 1]] : [],
  );
  NAMES.set(name, {
    ...classified(name),
    index: at + 1,
    values: values.length === 0 ? null : new Map(values),
  });
}
const STATIC_NAMES = NAMES.size;
/** Names are whatever peers send; beyond this many, those outside the static table are classified each time. */
const MAX_NAMES = 2000;

/** Strings up to this length are written char by char, which takes less time than the call. */
const SHORT = 24;

export class HpackEncoder {
  /** By name and value, the serial number of the entry. */
  readonly #serials = new Map<string, Map<string, number>>();
  readonly #table = new DynamicTable((entry, serial) => {
    const values = this.#serials.get(entry.name);
    if (values?.get(entry.value) !== serial) return;
    values.delete(entry.value);
    if (values.size === 0) this.#serials.delete(entry.name);
  });
  #max = TABLE_BYTES;
  /** The smallest size that was set since the last section (section 4.2); null for no change. */
  #smallest: number | null = null;
  #out = Buffer.allocUnsafe(1024);
  #length = 0;

  /** Holds what `encode` has written. */
  get bytes(): Buffer {
    return this.#out;
  }

  /** Sets what the peer allows (SETTINGS_HEADER_TABLE_SIZE), which the next section announces. */
  resize(allowed: number): void {
    const max = Math.min(allowed, TABLE_BYTES);
    if (max === this.#max && this.#smallest === null) return;
    this.#max = max;
    this.#smallest = Math.min(this.#smallest ?? max, max);
    this.#table.resize(max);
  }

  /**
   * Encodes fields, whose chars are bytes, in the order of the lists. Returns the length of the section, which is in
   * `bytes` until the next call.
   */
  encode(control: FlatFields, fields: FlatFields): number {
    this.#length = 0;
    if (this.#smallest !== null) this.#announceSize(this.#smallest);
    this.#add(control);
    this.#add(fields);
    return this.#length;
  }

  #add(fields: FlatFields): void {
    for (let at = 0; at < fields.length; at += 2) this.#field(fields[at] ?? '', fields[at + 1] ?? '');
  }

  #announceSize(smallest: number): void {
    this.#smallest = null;
    this.#reserve(16);
    if (smallest < this.#max) this.#integer(0x20, 0x1f, smallest);
    this.#integer(0x20, 0x1f, this.#max);
  }

  #field(name: string, value: string): void {
    // Integers take at most six bytes each.
    this.#reserve(name.length + value.length + 24);
    const dynamic = this.#serials.get(name);
    const serial = dynamic?.get(value);
    if (serial !== undefined) {
      this.#integer(INDEXED, INDEXED_BITS, this.#indexOf(serial));
      return;
    }
    const info = NAMES.get(name) ?? learn(name);
    const fixed = info.values?.get(value);
    if (fixed !== undefined) {
      this.#integer(INDEXED, INDEXED_BITS, fixed);
      return;
    }
    const index = info.index !== 0 ? info.index : dynamic === undefined ? 0 : this.#nameIndex(dynamic);
    const fits =
      name.length + value.length + ENTRY_OVERHEAD <= this.#max && value.length <= MAX_INDEXED_BYTES;
    const { representation } = info;
    const isNew = representation === NEW && fits;
    this.#integer(
      isNew ? NEW : representation === NEW ? PLAIN : representation,
      isNew ? NEW_BITS : LITERAL_BITS,
      index,
    );
    if (index === 0) this.#string(name);
    this.#string(value);
    if (isNew) this.#insert(name, value, dynamic);
  }

  #insert(name: string, value: string, known: Map<string, number> | undefined): void {
    const serial = this.#table.inserted;
    this.#table.add({ name, value, violation: null });
    // Making room may have removed the last value of the name.
    const values = known !== undefined && known.size > 0 ? known : new Map<string, number>();
    values.set(value, serial);
    this.#serials.set(name, values);
  }

  #nameIndex(values: ReadonlyMap<string, number>): number {
    for (const serial of values.values()) return this.#indexOf(serial);
    return 0;
  }

  #indexOf(serial: number): number {
    return STATIC_TABLE.length + this.#table.inserted - serial;
  }

  #integer(first: number, prefix: number, value: number): void {
    if (value < prefix) {
      this.#out[this.#length++] = first | value;
      return;
    }
    this.#out[this.#length++] = first | prefix;
    let rest = value - prefix;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#out[this.#length++] = 0x80 | (rest & 0x7f);
    this.#out[this.#length++] = rest;
  }

  #string(text: string): void {
    this.#integer(0, 0x7f, text.length);
    if (text.length > SHORT) this.#out.write(text, this.#length, 'latin1');
    else for (let at = 0; at < text.length; at += 1) this.#out[this.#length + at] = text.charCodeAt(at);
    this.#length += text.length;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#out.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#out.length * 2, this.#length + bytes));
    this.#out.copy(larger, 0, 0, this.#length);
    this.#out = larger;
  }
}

function learn(name: string): NameInfo {
  const info = { ...classified(name), index: 0, values: null };
  if (NAMES.size - STATIC_NAMES < MAX_NAMES) NAMES.set(name, info);
  return info;
}

function classified(name: string): Pick<NameInfo, 'representation'> {
  // An authority is no secret, though its name looks like one.
  if (name !== ':authority' && SECRET.test(name)) return { representation: NEVER_INDEXED };
  return { representation: CHANGING.has(name) ? PLAIN : NEW };
}
