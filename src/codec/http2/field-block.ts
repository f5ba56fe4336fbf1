// A field section that arrives in several frames (RFC 9113 section 4.3): HEADERS and CONTINUATION.
import type { GlitchBudget } from './glitches.ts';

/** Compressed bytes of a section; what they stand for is bounded apart. */
const MAX_BLOCK_BYTES = 256 * 1024;
/** Smaller pieces are suspicious. */
const SMALL_BYTES = 64;

export class FieldBlock {
  stream = 0;
  /** True when the frame that began it ends the stream. */
  ended = false;
  isOpen = false;
  readonly #glitches: GlitchBudget;
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(glitches: GlitchBudget) {
    this.#glitches = glitches;
  }

  begin(stream: number, ended: boolean, piece: Buffer): void {
    this.stream = stream;
    this.ended = ended;
    this.isOpen = true;
    this.add(piece);
  }

  /** Adds a copy of a piece; false when the section is too long, or comes in too many small pieces. */
  add(piece: Buffer): boolean {
    this.#size += piece.length;
    if (piece.length > 0) this.#pieces.push(Buffer.from(piece));
    return this.#size <= MAX_BLOCK_BYTES && (piece.length >= SMALL_BYTES || this.#glitches.take());
  }

  /** Returns the whole section. */
  take(): Buffer {
    const whole = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#size = 0;
    this.isOpen = false;
    return whole;
  }
}
