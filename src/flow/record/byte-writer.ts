// Writes numbers, texts and bytes one after another into memory that grows. Numbers are little-endian; a count is a
// variable-length integer of seven bits a byte, lowest first (LEB128), up to 2^53 - 1.
const FIRST_BYTES = 64 * 1024;
const CONTINUES = 0x80;
/** A count of up to 53 bits takes at most eight bytes. */
const MAX_COUNT_BYTES = 8;
/** Shorter texts are copied char by char, which is faster than a call of the encoder. */
const SHORT = 24;

export class ByteWriter {
  #bytes: Buffer<ArrayBuffer>;
  #view: DataView;
  #at = 0;

  constructor(bytes = FIRST_BYTES) {
    this.#bytes = Buffer.allocUnsafeSlow(bytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** The number of bytes written. */
  get length(): number {
    return this.#at;
  }

  /** Takes what was written, and starts over with new memory, or with memory of another one that was taken. */
  take(spare: ArrayBuffer | null = null): Buffer<ArrayBuffer> {
    const taken = this.#bytes.subarray(0, this.#at);
    this.#bytes = spare === null ? Buffer.allocUnsafeSlow(this.#bytes.length) : Buffer.from(spare);
    this.#view = new DataView(this.#bytes.buffer);
    this.#at = 0;
    return taken;
  }

  /** Returns a view of the bytes from `start` to `end`, which is valid until more is written. */
  written(start = 0, end = this.#at): Buffer<ArrayBuffer> {
    return this.#bytes.subarray(start, end);
  }

  /** Forgets what was written. */
  clear(): void {
    this.#at = 0;
  }

  /** Leaves room for `bytes` that are set later. */
  skip(bytes: number): void {
    this.#need(bytes);
    this.#at += bytes;
  }

  setUint32(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  uint8(value: number): void {
    this.#need(1);
    this.#bytes[this.#at] = value;
    this.#at += 1;
  }

  uint16(value: number): void {
    this.#need(2);
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
  }

  float64(value: number): void {
    this.#need(8);
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  float64s(...values: readonly number[]): void {
    this.#need(8 * values.length);
    for (const value of values) {
      this.#view.setFloat64(this.#at, value, true);
      this.#at += 8;
    }
  }

  count(value: number): void {
    this.#need(MAX_COUNT_BYTES);
    if (value < CONTINUES) {
      this.#bytes[this.#at++] = value;
      return;
    }
    let rest = value;
    while (rest >= CONTINUES) {
      this.#bytes[this.#at++] = (rest % CONTINUES) + CONTINUES;
      rest = Math.floor(rest / CONTINUES);
    }
    this.#bytes[this.#at++] = rest;
  }

  /** Writes the number of bytes in UTF-8, and these. */
  text(value: string): void {
    if (value.length <= SHORT && this.#asciiText(value)) return;
    const length = Buffer.byteLength(value);
    this.count(length);
    this.#need(length);
    this.#bytes.write(value, this.#at, 'utf8');
    this.#at += length;
  }

  /** Writes the number of chars, and one byte for each, whose code must not exceed 255. */
  octets(value: string): void {
    this.count(value.length);
    this.#need(value.length);
    this.#bytes.write(value, this.#at, 'latin1');
    this.#at += value.length;
  }

  bytes(value: Uint8Array): void {
    this.#need(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  /** Writes a short text; false, and nothing is written, when it has other than ASCII characters. */
  #asciiText(value: string): boolean {
    const { length } = value;
    this.#need(length + 1);
    const bytes = this.#bytes;
    const start = this.#at + 1;
    for (let i = 0; i < length; i += 1) {
      const code = value.charCodeAt(i);
      if (code >= CONTINUES) return false;
      bytes[start + i] = code;
    }
    bytes[this.#at] = length;
    this.#at = start + length;
    return true;
  }

  #need(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#at + bytes));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
