// A growing buffer for bytes that arrive in pieces. Many small pieces cost no more than one large piece.

const NOTHING = Buffer.alloc(0);

export class Accumulator {
  /** The bytes added so far are the first `length` bytes. */
  bytes: Buffer = NOTHING;
  length = 0;

  /** Adds a copy of `bytes[start…end)`. */
  add(bytes: Buffer, start: number, end: number): void {
    const to = this.length + end - start;
    // The first piece, often the only one, gets exactly the space it needs.
    if (to > this.bytes.length) this.#grow(this.length === 0 ? to : Math.max(to, this.length * 2, 256));
    bytes.copy(this.bytes, this.length, start, end);
    this.length = to;
  }

  /** Returns all bytes, which then belong to the caller, and starts again empty. */
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
