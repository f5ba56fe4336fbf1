// Reads and writes the parts of WebAssembly's binary format: bytes, and numbers in LEB128
// (https://webassembly.github.io/spec/core/binary/values.html).

const MORE = 0x80;
const BITS = 0x7f;
const BITS_A_BYTE = 7;
/** The bytes of the longest number of 32 bits, in which every such number can be written. */
const MAX_U32_BYTES = 5;

export class CodeReader {
  readonly bytes: Uint8Array;
  readonly end: number;
  at: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get isAtEnd(): boolean {
    return this.at >= this.end;
  }

  byte(): number {
    if (this.isAtEnd) throw new Error('the code is truncated');
    const byte = this.bytes[this.at] ?? 0;
    this.at += 1;
    return byte;
  }

  u32(): number {
    let value = 0;
    for (let shift = 0; ; shift += BITS_A_BYTE) {
      const byte = this.byte();
      value |= (byte & BITS) << shift;
      if ((byte & MORE) === 0) return value >>> 0;
    }
  }

  /** Skips a number of any size. */
  skipNumber(): void {
    while ((this.byte() & MORE) !== 0);
  }

  skip(count: number): void {
    if (this.at + count > this.end) throw new Error('the code is truncated');
    this.at += count;
  }

  /** Returns a reader of the next bytes, and skips them. */
  part(length: number): CodeReader {
    const { at } = this;
    this.skip(length);
    return new CodeReader(this.bytes, at, this.at);
  }
}

export class CodeWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  u32(value: number): void {
    let rest = value;
    for (; rest > BITS; rest >>>= BITS_A_BYTE) this.byte((rest & BITS) | MORE);
    this.byte(rest);
  }

  i32(value: number): void {
    let rest = value;
    // The last byte's highest bit is the sign.
    for (; rest < -64 || rest > 63; rest >>= BITS_A_BYTE) this.byte((rest & BITS) | MORE);
    this.byte(rest & BITS);
  }

  text(text: string): void {
    const bytes = Buffer.from(text);
    this.u32(bytes.length);
    this.copy(bytes, 0, bytes.length);
  }

  copy(bytes: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    this.#bytes.set(bytes.subarray(from, to), this.#length);
    this.#length += to - from;
  }

  /** Writes what `write` does, after its length. */
  sized(write: () => void): void {
    this.#reserve(MAX_U32_BYTES);
    const at = this.#length;
    this.#length += MAX_U32_BYTES;
    write();
    let rest = this.#length - at - MAX_U32_BYTES;
    for (let index = 0; index < MAX_U32_BYTES; index += 1, rest >>>= BITS_A_BYTE)
      this.#bytes[at + index] = (rest & BITS) | (index < MAX_U32_BYTES - 1 ? MORE : 0);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    larger.set(this.written);
    this.#bytes = larger;
  }
}
