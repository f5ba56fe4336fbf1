// Joins many small reads into few large writes. TLS delivers 16 KiB a record, dozens of them in one turn of
// the event loop: written together they cost a fraction of the encryption calls, system calls and wake-ups.
// The block that is written is the one that the flow keeps.
import { BLOCK_BYTES, type Block } from '../../flow/block.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { BodyCapture } from '../../flow/body-capture.ts';

export class WriteCoalescer {
  readonly #captures: CaptureBudget;
  readonly #body: BodyCapture | null;
  readonly #write: (bytes: Buffer, written: () => void) => void;
  #block: Block | null = null;
  #filled = 0;
  #flushed = 0;
  #flushDue = false;

  /** `body` captures the bytes, when given; `write` calls `written` when it no longer needs them. */
  constructor(
    captures: CaptureBudget,
    body: BodyCapture | null,
    write: (bytes: Buffer, written: () => void) => void,
  ) {
    this.#captures = captures;
    this.#body = body;
    this.#write = write;
  }

  /** Copies bytes, which are written by the end of this turn of the event loop. */
  take(bytes: Buffer, start: number, end: number): void {
    while (start < end) {
      this.#block ??= this.#captures.takeBlock();
      const max = Math.min(end, start + BLOCK_BYTES - this.#filled);
      bytes.copy(this.#block.bytes, this.#filled, start, max);
      this.#filled += max - start;
      start = max;
      if (this.#filled === BLOCK_BYTES) this.#flush();
    }
    if (this.#flushDue || this.#flushed === this.#filled) return;
    this.#flushDue = true;
    setImmediate(this.#flushNow);
  }

  /** Writes the rest; nothing may be added afterwards. */
  end(): void {
    this.#flush();
    if (this.#block !== null) this.#captures.releaseBlock(this.#block);
    this.#block = null;
  }

  readonly #flushNow = (): void => {
    this.#flushDue = false;
    this.#flush();
  };

  #flush(): void {
    const block = this.#block;
    if (block === null) return;
    if (this.#flushed < this.#filled) this.#send(block);
    if (this.#filled < BLOCK_BYTES) return;
    this.#captures.releaseBlock(block);
    this.#block = null;
    this.#filled = this.#flushed = 0;
  }

  #send(block: Block): void {
    this.#body?.addPart(block, this.#flushed, this.#filled);
    const bytes = block.bytes.subarray(this.#flushed, this.#filled);
    this.#flushed = this.#filled;
    block.references += 1;
    this.#write(bytes, () => this.#captures.releaseBlock(block));
  }
}
