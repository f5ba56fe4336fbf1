// Decodes field sections (RFC 7541). Fields are checked as they are decoded. A field that is invalid in HTTP/2 (RFC
// 9113 section 8.2.1) makes its message malformed, and the tables stay in sync with the peer's.
import { TOKEN_TABLE, VALUE_TABLE } from '../../http1/fields.ts';
import { DynamicTable, ENTRY_OVERHEAD, TABLE_BYTES, type TableEntry } from './dynamic-table.ts';
import { decodeHuffman } from './huffman.ts';
import { STATIC_TABLE } from './static-table.ts';

const STATIC: readonly TableEntry[] = STATIC_TABLE.map(([name, value]) => ({ name, value, violation: null }));
const COLON = 58;

/** A larger integer than any length or index that fits a field section. */
const MAX_INTEGER = 0xff_ff_ff;

/** A decoded field section. */
export interface FieldSection {
  /** Name, value, name, value…; empty when they are too large. */
  readonly fields: string[];
  /** The reason why the message is malformed; null for none. */
  readonly violation: string | null;
  /** True when the fields take more than the limit. */
  readonly tooLarge: boolean;
}

export class HpackDecoder {
  readonly #table = new DynamicTable();
  readonly #maxBytes: number;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;
  #failed = false;

  /** `maxBytes`: limit of a section, counted as in RFC 9113 section 6.5.2. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Decodes `bytes[start…end)`; null when the compression is broken, after which the connection is useless. */
  decode(bytes: Buffer, start: number, end: number): FieldSection | null {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    this.#failed = false;
    const fields: string[] = [];
    let violation: string | null = null;
    let size = 0;
    while (this.#at < end) {
      const first = bytes[this.#at] ?? 0;
      if ((first & 0xe0) === 0x20) {
        // Section 4.2: allowed only at the beginning.
        if (size > 0 || !this.#resize()) return null;
        continue;
      }
      const entry = first >= 0x80 ? this.#indexed() : this.#literal(first);
      if (entry === undefined) return null;
      violation ??= entry.violation;
      size += entry.name.length + entry.value.length + ENTRY_OVERHEAD;
      if (size <= this.#maxBytes) fields.push(entry.name, entry.value);
    }
    const tooLarge = size > this.#maxBytes;
    return { fields: tooLarge ? [] : fields, violation, tooLarge };
  }

  #resize(): boolean {
    const max = this.#integer(0x1f);
    if (this.#failed || max > TABLE_BYTES) return false;
    this.#table.resize(max);
    return true;
  }

  #indexed(): TableEntry | undefined {
    const index = this.#integer(0x7f);
    return this.#failed ? undefined : this.#entry(index);
  }

  #entry(index: number): TableEntry | undefined {
    return index <= STATIC.length ? STATIC[index - 1] : this.#table.entry(index - STATIC.length - 1);
  }

  #literal(first: number): TableEntry | undefined {
    const isKept = first >= 0x40;
    const index = this.#integer(isKept ? 0x3f : 0x0f);
    const named = index === 0 ? null : this.#entry(index);
    if (named === undefined) return undefined;
    const name = named === null ? this.#string() : named.name;
    const value = this.#string();
    if (this.#failed) return undefined;
    const entry = { name, value, violation: nameViolation(name) ?? valueViolation(name, value) };
    if (isKept) this.#table.add(entry);
    return entry;
  }

  #string(): string {
    const isHuffman = (this.#bytes[this.#at] ?? 0) >= 0x80;
    const length = this.#integer(0x7f);
    const start = this.#at;
    const end = start + length;
    if (this.#failed || end > this.#end) {
      this.#failed = true;
      return '';
    }
    this.#at = end;
    if (!isHuffman) return this.#bytes.toString('latin1', start, end);
    const text = decodeHuffman(this.#bytes, start, end);
    if (text === null) this.#failed = true;
    return text ?? '';
  }

  /** Reads an integer (section 5.1) whose first byte has these bits. */
  #integer(prefix: number): number {
    if (this.#at >= this.#end) {
      this.#failed = true;
      return 0;
    }
    let value = (this.#bytes[this.#at++] ?? 0) & prefix;
    if (value < prefix) return value;
    for (let shift = 0; this.#at < this.#end; shift += 7) {
      const byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (value > MAX_INTEGER || shift > 28) break;
      if (byte < 0x80) return value;
    }
    this.#failed = true;
    return 0;
  }
}

function nameViolation(name: string): string | null {
  let at = name.charCodeAt(0) === COLON ? 1 : 0;
  if (name.length === at) return 'it has a field without a name';
  for (; at < name.length; at += 1) {
    const code = name.charCodeAt(at);
    if (TOKEN_TABLE[code] !== 1 || (code >= 65 && code <= 90))
      return `the name of its field ${JSON.stringify(name.slice(0, 100))} is not valid in HTTP/2`;
  }
  return null;
}

function valueViolation(name: string, value: string): string | null {
  const { length } = value;
  if (length === 0) return null;
  let valid = !isBlank(value.charCodeAt(0)) && !isBlank(value.charCodeAt(length - 1));
  for (let at = 0; at < length && valid; at += 1) valid = VALUE_TABLE[value.charCodeAt(at)] === 1;
  return valid ? null : `the value of its field ${name} is not valid in HTTP/2`;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}
