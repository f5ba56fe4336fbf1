// What a flow keeps of one body: bytes as sent, framing removed, up to a cap. They lie in memory until
// the budget that all captures share is used up, and then in a file.
import type { Block, CaptureBudget, Held, Holdings } from './capture-budget.ts';
import type { Extent } from './free-space.ts';

type Piece = Buffer | Extent;

export class BodyCapture implements Held {
  /** Payload bytes that passed, kept or not. */
  size = 0;
  /** Of the bytes kept, those in memory. */
  inMemory = 0;
  counted = 0;
  #kept = 0;
  /** Whether bytes were lost on their way to the file. */
  #lost = false;
  #pieces: Piece[] | Piece | null = null;
  /** The blocks and parts of the file that pieces lie in; null when all are plain buffers. */
  #holdings: Holdings | null = null;
  readonly #budget: CaptureBudget;

  constructor(budget: CaptureBudget) {
    this.#budget = budget;
  }

  /** Bytes that passed without being kept. */
  get omitted(): number {
    return this.size - this.#kept;
  }

  /** Bytes that would still be kept. */
  get room(): number {
    return this.#lost ? 0 : this.#budget.maxBodyBytes - this.#kept;
  }

  /** Takes `bytes`, which nobody may change afterwards and which must not be a view of a reused slab. */
  add(bytes: Buffer): void {
    this.size += bytes.length;
    const { room } = this;
    if (room <= 0 || bytes.length === 0) return;
    const piece = bytes.length > room ? Buffer.from(bytes.subarray(0, room)) : bytes;
    this.#kept += piece.length;
    this.inMemory += piece.length;
    this.#push(piece);
    this.#budget.grew(this, piece.length);
  }

  /** Takes bytes `start` to `end` of a block, which it then holds with others. */
  addPart(block: Block, start: number, end: number): void {
    const max = Math.min(end, start + Math.max(0, this.room));
    this.size += end - start;
    if (max <= start) return;
    this.#kept += max - start;
    this.inMemory += max - start;
    this.#holdings ??= this.#budget.holdingsOf(this);
    if (this.#holdings.blocks.at(-1) !== block) {
      block.holders += 1;
      this.#holdings.blocks.push(block);
    }
    this.#push(block.bytes.subarray(start, max));
    this.#budget.grew(this, max - start);
  }

  /** Takes a copy of `bytes[start…end)`, or only counts them when the cap is reached. */
  copy(bytes: Buffer, start: number, end: number): void {
    const max = Math.min(end, start + Math.max(0, this.room));
    if (max > start) this.add(Buffer.from(bytes.subarray(start, max)));
    this.size += end - max;
  }

  /** Counts bytes that passed and were not kept. */
  passed(bytes: number): void {
    this.size += bytes;
  }

  /** The bytes kept, in one buffer that is the caller's to keep and nobody's to change. */
  bytes(): Buffer {
    const pieces = this.pieces();
    const [only] = pieces;
    if (pieces.length === 1 && Buffer.isBuffer(only) && this.#holdings === null) return only;
    return Buffer.concat(pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : this.#budget.read(piece))));
  }

  pieces(): readonly Piece[] {
    if (this.#pieces === null) return [];
    return Array.isArray(this.#pieces) ? this.#pieces : [this.#pieces];
  }

  memoryPieces(): readonly Buffer[] {
    return this.pieces().filter((piece) => Buffer.isBuffer(piece));
  }

  moved(count: number, bytes: number, extent: Extent | null): void {
    const pieces = this.pieces();
    const first = pieces.findIndex((piece) => Buffer.isBuffer(piece));
    this.inMemory -= bytes;
    if (extent === null) {
      // What follows would not join what came before: only the beginning is kept.
      this.#lost = true;
      this.#pieces = pieces.slice(0, first);
      this.#kept = pieces.slice(0, first).reduce((sum, piece) => sum + piece.length, 0);
    } else {
      this.#pieces = [...pieces.slice(0, first), extent, ...pieces.slice(first + count)];
      (this.#holdings ??= this.#budget.holdingsOf(this)).extents.push(extent);
    }
  }

  giveBlocks(): readonly Block[] {
    return this.#holdings?.blocks.splice(0) ?? [];
  }

  #push(piece: Piece): void {
    if (this.#pieces === null) this.#pieces = piece;
    else if (Array.isArray(this.#pieces)) this.#pieces.push(piece);
    else this.#pieces = [this.#pieces, piece];
  }
}
