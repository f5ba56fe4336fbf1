// Copies a body that passes once, for the flow and for the peer that it is sent to. Large pieces go into the blocks that
// captured bodies share, since memory that is used again costs less than new one.
import { copyBytes } from '../../base/copy-bytes.ts';
import type { BodyCapture } from '../../flow/body-capture.ts';
import { BLOCK_BYTES, type Block } from '../../flow/block.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';

/** Smaller pieces are copied one by one. */
const LARGE_BYTES = 4 * 1024;

export class BodyTap {
  readonly #captures: CaptureBudget;
  readonly #body: BodyCapture;
  /** The block of the piece that was taken last; null when it has none. */
  #last: Block | null = null;
  /** Blocks with bytes that wait to be sent. */
  readonly #held: Block[] = [];

  constructor(captures: CaptureBudget, body: BodyCapture) {
    this.#captures = captures;
    this.#body = body;
  }

  /** Captures bytes, and returns a copy that nobody changes before it is sent, or as long as it is held. */
  take(bytes: Buffer, start: number, end: number): Buffer {
    const length = end - start;
    if (length > BLOCK_BYTES || length < LARGE_BYTES) {
      this.#last = null;
      const copy = copyBytes(bytes, start, end);
      this.#body.add(copy);
      return copy;
    }
    const { block, start: from, end: to } = this.#captures.shared.add(bytes, start, end);
    this.#last = block;
    this.#body.addPart(block, from, to);
    return block.bytes.subarray(from, to);
  }

  /** Keeps what was taken last until `letGo`: it has not been sent. */
  hold(): void {
    const block = this.#last;
    if (block === null || this.#held.at(-1) === block) return;
    block.references += 1;
    this.#held.push(block);
  }

  /** Releases the held bytes, all of which have been sent. */
  letGo(): void {
    if (this.#held.length === 0) return;
    for (const block of this.#held.splice(0)) this.#captures.releaseBlock(block);
  }
}
