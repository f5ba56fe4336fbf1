// Bytes gathered into one buffer that grows with them: pieces of a byte each cost no more than one of all.

const NOTHING = Buffer.alloc(0);

export class Accumulator {
  /** What was gathered stands in its first `length` bytes. */
  bytes: Buffer = NOTHING;
  length = 0;

  /** Adds a copy of `bytes[start…end)`. */
  add(bytes: Buffer, start: number, end: number): void {
    const to = this.length + end - start;
    // The first piece, often the whole, gets the room it needs and no more.
    if (to > this.bytes.length) this.#grow(this.length === 0 ? to : Math.max(to, this.length * 2, 256));
    bytes.copy(this.bytes, this.length, start, end);
    this.length = to;
  }

  /** All of it, to be kept by the caller; begins anew. */
  take(): Buffer {
    const { bytes, length } = this;
    this.bytes = NOTHING;
    this.length = 0;
    if (bytes.length === length) return bytes;
    const taken = bytes.subarray(0, length);
    return bytes.length - length > length / 4 ? Buffer.from(taken) : taken;
  }

  #grow(capacity: number): void {
    const grown = Buffer.allocUnsafe(capacity);
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}
