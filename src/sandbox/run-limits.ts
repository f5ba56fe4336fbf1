// The limits of the code that an engine runs: a deadline and a maximum memory size.
import type { WasmMemory } from '../base/wasm.ts';
import { EngineError } from './engine-error.ts';

/** The unit in which WebAssembly memories grow. */
export const PAGE_BYTES = 65_536;
/** The size that the memory of an engine never exceeds. */
export const MAX_ENGINE_BYTES = 1792 * 1024 * 1024;

export class RunLimits {
  /** On the clock of `performance.now()`. */
  deadline = Infinity;
  #maxBytes: number;
  #stopped: 'time' | 'memory' | null = null;
  #isFull = false;

  constructor(memory: WasmMemory, maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#guardGrowth(memory);
  }

  /** The limit that code exceeded since the last `arm()`; null when it did not. */
  get stopped(): 'time' | 'memory' | null {
    return this.#stopped;
  }

  /** True when memory was refused since the last `arm()`. */
  get isFull(): boolean {
    return this.#isFull;
  }

  arm(deadline: number, maxBytes: number): void {
    this.deadline = deadline;
    this.#maxBytes = maxBytes;
    this.#stopped = null;
    this.#isFull = false;
  }

  /** True when the code must be stopped. */
  areExceeded(allocatedBytes: number): boolean {
    if (allocatedBytes > this.#maxBytes) this.#stopped = 'memory';
    else if (performance.now() >= this.deadline) this.#stopped = 'time';
    return this.#stopped !== null;
  }

  /** Replaces `grow` of the memory by one that refuses to exceed the limit, which the engine sees as a full memory. */
  #guardGrowth(memory: WasmMemory): void {
    const grow = memory.grow.bind(memory);
    memory.grow = (pages) => {
      const size = memory.buffer.byteLength + pages * PAGE_BYTES;
      this.#isFull ||= size > this.#maxBytes;
      if (size > this.#maxBytes) throw new EngineError('no memory is left');
      return grow(pages);
    };
  }
}
