// The blocks of a memory that were written to, by code that flags them and by the host.
import { wasm, type WasmMemory } from '../../base/wasm.ts';
import { MAX_ENGINE_BYTES, PAGE_BYTES } from '../run-limits.ts';
import { BLOCK_BITS, MAX_OVERLAP_BYTES } from './tracked-code.ts';

const BLOCK_BYTES = 2 ** BLOCK_BITS;
const BLOCKS_A_WORD = Float64Array.BYTES_PER_ELEMENT;
const WRITTEN = 1;

/** The pages of a memory with a flag for each block that an engine can have. */
export const FLAG_PAGES = Math.ceil(MAX_ENGINE_BYTES / BLOCK_BYTES / PAGE_BYTES);

export class WrittenBlocks {
  /** A byte for each block, which tracked code sets. */
  readonly flags: WasmMemory;
  readonly #bytes: Uint8Array;
  /** The same flags, to skip many blocks at a time: bytes of 0 and 1 are never a number that is not one. */
  readonly #words: Float64Array;
  readonly #isTracked: boolean;
  #isKnown = false;

  /** Without tracked code nothing is ever known. */
  constructor(isTracked: boolean) {
    this.flags = new wasm.Memory({ initial: FLAG_PAGES, maximum: FLAG_PAGES });
    this.#bytes = new Uint8Array(this.flags.buffer);
    this.#words = new Float64Array(this.flags.buffer);
    this.#isTracked = isTracked;
  }

  /** False when blocks without a flag may have been written to. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Marks what the host has written. */
  flag(address: number, length: number): void {
    if (!this.#isTracked) return;
    const end = Math.ceil((address + length) / BLOCK_BYTES);
    for (let block = address >>> BLOCK_BITS; block < end; block += 1) this.#bytes[block] = WRITTEN;
  }

  /** Says that something unknown was written. */
  forget(): void {
    this.#isKnown = false;
  }

  /** Starts again with a memory in which nothing has been written. */
  clear(): void {
    this.#isKnown = this.#isTracked;
    if (this.#isTracked) this.#bytes.fill(0);
  }

  /**
   * Calls `visit` with each range of the first `size` bytes that may have been written to, and removes the flags. A
   * range may end a little behind them.
   */
  take(size: number, visit: (from: number, to: number) => void): void {
    const bytes = this.#bytes;
    const words = this.#words;
    const count = Math.ceil(size / BLOCK_BYTES / BLOCKS_A_WORD);
    for (let word = 0; word < count; word += 1) {
      if (words[word] === 0) continue;
      let first = word * BLOCKS_A_WORD;
      while (bytes[first] !== WRITTEN) first += 1;
      let end = first;
      for (; bytes[end] === WRITTEN; end += 1) bytes[end] = 0;
      visit(first * BLOCK_BYTES, end * BLOCK_BYTES + MAX_OVERLAP_BYTES);
      // The word may have more of them.
      word = Math.floor(end / BLOCKS_A_WORD) - 1;
    }
  }
}
