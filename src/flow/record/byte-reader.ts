// Reads what `ByteWriter` wrote. The bytes may come from a file that somebody else made: each read is checked.
import { UserError } from '../../base/errors.ts';

/** Epoch milliseconds of the years 1 to 9999. */
const FIRST_MS = -62_135_596_800_000;
const LAST_MS = 253_402_300_799_999;
const MAX_CLOCK_MS = 1e15;

export class ByteReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  /** Reads `bytes` from offset `at` to `end`. */
  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = at;
    this.#end = end;
  }

  /** The offset of what is read next. */
  get at(): number {
    return this.#at;
  }

  uint8(): number {
    return this.#bytes.readUInt8(this.#take(1));
  }

  uint16(): number {
    return this.#bytes.readUInt16LE(this.#take(2));
  }

  uint32(): number {
    return this.#bytes.readUInt32LE(this.#take(4));
  }

  /** Returns a finite number. */
  float64(): number {
    const value = this.#bytes.readDoubleLE(this.#take(8));
    if (!Number.isFinite(value)) throw damaged('a number is not finite');
    return value;
  }

  /** Returns epoch milliseconds that can be written as a date. */
  time(): number {
    const value = this.float64();
    if (value < FIRST_MS || value > LAST_MS) throw damaged('a time is impossible');
    return value;
  }

  /** Returns milliseconds of a clock that starts with the process, or between two of its times. */
  clockMs(): number {
    const value = this.float64();
    if (value < 0 || value > MAX_CLOCK_MS) throw damaged('a duration is impossible');
    return value;
  }

  count(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.uint8();
      value += (byte & 0x7f) * factor;
      if (value > Number.MAX_SAFE_INTEGER) throw damaged('a count is too large');
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  /** Returns the length of a list, of whose items each takes at least a byte. */
  listLength(): number {
    const length = this.count();
    if (length > this.#end - this.#at) throw damaged('a list is longer than its bytes');
    return length;
  }

  text(): string {
    const length = this.count();
    const start = this.#take(length);
    return this.#bytes.toString('utf8', start, start + length);
  }

  octets(): string {
    const length = this.count();
    const start = this.#take(length);
    return this.#bytes.toString('latin1', start, start + length);
  }

  /** Returns a copy of the next bytes. */
  bytes(length: number): Buffer {
    const start = this.#take(length);
    return Buffer.from(this.#bytes.subarray(start, start + length));
  }

  /** Passes over bytes, and returns their offset. */
  skip(length: number): number {
    return this.#take(length);
  }

  #take(length: number): number {
    const start = this.#at;
    if (length > this.#end - start) throw damaged('it ends early');
    this.#at += length;
    return start;
  }
}

/** Returns the error of a record that cannot be read. */
export function damaged(reason: string): UserError {
  return new UserError('INVALID_DATA', `the record of an exchange is damaged: ${reason}`);
}
