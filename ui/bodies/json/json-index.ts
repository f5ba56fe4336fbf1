// Finds the values of a JSON text without making them: where each begins, and which others it holds. A body of tens of
// megabytes takes as much memory as its bytes and three numbers for each value, and names and numbers stay as sent.
import {
  BRACE,
  BRACKET,
  isBlank,
  isScalar,
  isScalarByte,
  isWord,
  QUOTE,
  stringEnd,
  stringError,
} from './json-bytes.ts';
import { ValueTable } from './value-table.ts';

export interface JsonIndexError {
  /** In bytes. */
  readonly offset: number;
  /** The syntax that is expected there, such as `a colon`. */
  readonly expected: string;
}

/** The values of a text in the order in which they begin; a value is named by its place in this order. */
export interface JsonIndex {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** The bytes that were read: fewer than there are at an error, and beyond the maximum number of values. */
  readonly length: number;
  /** The number of values. */
  readonly count: number;
  /** The offset of each, in bytes. */
  readonly starts: Uint32Array;
  /** The value that follows the last one inside of each. */
  readonly ends: Uint32Array;
  /** The value that holds each; `NO_PARENT` for a document. */
  readonly parents: Uint32Array;
  /** The number of values that are inside of no other: more than 1 in NDJSON. */
  readonly documents: number;
  /** Null when the text could be read to its end; values that precede the error are there. */
  readonly error: JsonIndexError | null;
}

export const NO_PARENT = 0xffffffff;
/** Each value takes twelve bytes. */
const MAX_VALUES = 12_000_000;

const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;
const VALUE = 0;
const FIRST_VALUE = 1;
const NAME = 2;
const FIRST_NAME = 3;
const AFTER_NAME = 4;
const AFTER = 5;
const EXPECTED = [
  'a value',
  'a value',
  'a name in double quotes',
  'a name in double quotes',
  'a colon',
  'a comma or a closing bracket',
] as const;

/** Reads a text piece by piece, so that other work can run in between. */
export class JsonIndexer {
  readonly #bytes: Uint8Array;
  /** True when the text may end anywhere. */
  readonly #isCut: boolean;
  readonly #max: number;
  readonly #values: ValueTable;
  #documents = 0;
  #at = 0;
  #state: number = VALUE;
  /** The innermost value that is open. */
  #open = NO_PARENT;
  /** True when a line has ended since the last document. */
  #sawLine = true;
  #error: JsonIndexError | null = null;

  constructor(bytes: Uint8Array, isCut: boolean, max = MAX_VALUES) {
    this.#bytes = bytes;
    this.#isCut = isCut;
    this.#max = max;
    this.#values = new ValueTable(Math.min(bytes.length >> 3, max));
  }

  /** Reads about `length` bytes; returns true at the end. */
  advance(length: number): boolean {
    const bytes = this.#bytes;
    const end = Math.min(bytes.length, this.#at + length);
    while (this.#at < end && this.#error === null && this.#values.count < this.#max) {
      const byte = bytes[this.#at]!;
      if (byte <= 0x20 && this.#skipBlank(byte)) continue;
      const state = this.#state;
      if (state <= FIRST_VALUE) this.#value(byte);
      else if (state <= FIRST_NAME) this.#name(byte);
      else if (state === AFTER) this.#after(byte);
      else if (byte === COLON) {
        this.#at += 1;
        this.#state = VALUE;
      } else this.#fail(EXPECTED[state]!, this.#at);
    }
    return this.#at >= bytes.length || this.#error !== null || this.#values.count >= this.#max;
  }

  /** Returns the index of what has been read. */
  result(): JsonIndex {
    const isWhole = this.#open === NO_PARENT && this.#documents > 0;
    const isRead = this.#at >= this.#bytes.length;
    if (this.#error === null && isRead && !this.#isCut && !isWhole)
      this.#fail(EXPECTED[this.#state]!, this.#at);
    for (let open = this.#open; open !== NO_PARENT; open = this.#values.parents[open]!)
      this.#values.ends[open] = this.#values.count;
    return {
      bytes: this.#bytes,
      length: this.#error?.offset ?? this.#at,
      ...this.#values.parts(),
      documents: this.#documents,
      error: this.#error,
    };
  }

  #fail(expected: string, offset: number): void {
    this.#error = { offset, expected };
  }

  #skipBlank(byte: number): boolean {
    const isBetween = this.#open === NO_PARENT;
    if (!isBlank(byte, isBetween)) return false;
    if (isBetween && byte !== 32 && byte !== 9) this.#sawLine = true;
    this.#at += 1;
    return true;
  }

  #value(byte: number): void {
    if (byte === QUOTE) {
      const start = this.#at;
      if (this.#string()) this.#closed(this.#add(start));
    } else if (byte === BRACE || byte === BRACKET) {
      this.#open = this.#add(this.#at);
      this.#at += 1;
      this.#state = byte === BRACE ? FIRST_NAME : FIRST_VALUE;
    } else if (byte === CLOSE_BRACKET && this.#state === FIRST_VALUE) this.#close();
    else this.#scalar(byte);
  }

  #name(byte: number): void {
    if (byte === QUOTE) {
      if (this.#string()) this.#state = AFTER_NAME;
    } else if (byte === CLOSE_BRACE && this.#state === FIRST_NAME) this.#close();
    else this.#fail(EXPECTED[this.#state]!, this.#at);
  }

  #after(byte: number): void {
    if (this.#open === NO_PARENT) {
      if (this.#sawLine) this.#state = VALUE;
      else this.#fail('the end of the text', this.#at);
      return;
    }
    const isObject = this.#bytes[this.#values.starts[this.#open]!] === BRACE;
    if (byte === COMMA) {
      this.#at += 1;
      this.#state = isObject ? NAME : VALUE;
    } else if (byte === (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) this.#close();
    else this.#fail(`a comma, or ${isObject ? '}' : ']'}`, this.#at);
  }

  #close(): void {
    this.#at += 1;
    const closed = this.#open;
    this.#open = this.#values.parents[closed]!;
    this.#closed(closed);
  }

  #closed(value: number): void {
    this.#values.ends[value] = this.#values.count;
    this.#state = AFTER;
    this.#sawLine = false;
  }

  #add(start: number): number {
    if (this.#open === NO_PARENT) this.#documents += 1;
    return this.#values.add(start, this.#open);
  }

  #scalar(byte: number): void {
    const start = this.#at;
    const bytes = this.#bytes;
    const { length } = bytes;
    let end = start;
    let points = 0;
    let others = 0;
    for (; end < length; end += 1) {
      const each = bytes[end]!;
      if (each >= 48 && each <= 57) continue;
      if (each === 0x2e) points += 1;
      else if (isScalarByte(each)) others += 1;
      else break;
    }
    // Most are digits, perhaps with a point between them.
    const isPlain =
      others === 0 &&
      end > start &&
      byte >= 49 &&
      byte <= 57 &&
      (points === 0 || (points === 1 && bytes[end - 1] !== 0x2e));
    if (isPlain || this.#isScalar(start, end)) {
      this.#at = end;
      this.#closed(this.#add(start));
    } else this.#fail(EXPECTED[VALUE], start);
  }

  #isScalar(start: number, end: number): boolean {
    const isCut = this.#isCut && end === this.#bytes.length;
    return isWord(this.#bytes, start, end) || isScalar(this.#bytes, start, end, isCut);
  }

  /** Moves behind a string; false when it has an error. */
  #string(): boolean {
    const end = stringEnd(this.#bytes, this.#at);
    if (end > 0) {
      this.#at = end;
      return true;
    }
    // The text has ended within the string, or the string is not valid from there on.
    const at = -end;
    if (at < this.#bytes.length) this.#fail(stringError(this.#bytes, at), at);
    else if (!this.#isCut) this.#fail('a string with a closing quote', this.#at);
    if (this.#error !== null) return false;
    this.#at = at;
    return true;
  }
}

/** Indexes a text at once. */
export function indexJson(bytes: Uint8Array, isCut = false, max = MAX_VALUES): JsonIndex {
  const indexer = new JsonIndexer(bytes, isCut, max);
  indexer.advance(bytes.length);
  return indexer.result();
}
