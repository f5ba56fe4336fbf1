// Packs captured bytes of many bodies into shared blocks: a block for each body would be mostly empty.
import { BLOCK_BYTES, type Block } from './block.ts';

/** Bytes in a block. */
export interface BlockPart {
  readonly block: Block;
  readonly start: number;
  readonly end: number;
}

/** The source of blocks. */
interface Blocks {
  takeBlock(): Block;
  releaseBlock(block: Block): void;
}

export class SharedBlocks {
  readonly #captures: Blocks;
  #block: Block | null = null;
  #filled = 0;

  constructor(captures: Blocks) {
    this.#captures = captures;
  }

  /** Copies at most BLOCK_BYTES. The owner of the part must hold its block. */
  add(bytes: Buffer, start: number, end: number): BlockPart {
    const length = end - start;
    if (this.#block !== null && this.#filled + length > BLOCK_BYTES) {
      this.#captures.releaseBlock(this.#block);
      this.#block = null;
    }
    if (this.#block === null) {
      this.#block = this.#captures.takeBlock();
      this.#filled = 0;
    }
    const from = this.#filled;
    bytes.copy(this.#block.bytes, from, start, end);
    this.#filled += length;
    return { block: this.#block, start: from, end: this.#filled };
  }
}
