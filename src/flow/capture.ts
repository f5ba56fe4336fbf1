// What a flow keeps of one body: bytes as sent, framing removed, up to a cap.

export class BodyCapture {
  /** Payload bytes that passed, kept or not. */
  size = 0;
  #kept = 0;
  readonly #cap: number;
  #pieces: Buffer[] | Buffer | null = null;

  /** `cap`: most bytes to keep. */
  constructor(cap: number) {
    this.#cap = cap;
  }

  /** Bytes that passed without being kept. */
  get omitted(): number {
    return this.size - this.#kept;
  }

  /** Takes `bytes`, which nobody may change afterwards and which must not be a view of a reused slab. */
  add(bytes: Buffer): void {
    this.size += bytes.length;
    const room = this.#cap - this.#kept;
    if (room <= 0) return;
    const piece = bytes.length > room ? Buffer.from(bytes.subarray(0, room)) : bytes;
    this.#kept += piece.length;
    if (this.#pieces === null) this.#pieces = piece;
    else if (Array.isArray(this.#pieces)) this.#pieces.push(piece);
    else this.#pieces = [this.#pieces, piece];
  }

  /** Takes a copy of `bytes[start…end)`, or only counts them when the cap is reached. */
  copy(bytes: Buffer, start: number, end: number): void {
    const most = Math.min(end, start + Math.max(0, this.#cap - this.#kept));
    if (most > start) this.add(Buffer.from(bytes.subarray(start, most)));
    this.size += end - most;
  }

  /** The bytes kept, in one buffer. */
  bytes(): Buffer {
    if (this.#pieces === null) return EMPTY;
    if (Array.isArray(this.#pieces)) this.#pieces = Buffer.concat(this.#pieces);
    return this.#pieces;
  }
}

const EMPTY = Buffer.alloc(0);
