// Counts what a search reads, and lets other work pass in between.
import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of work after which other work has a turn. */
const TURN_MS = 8;

export class Pace {
  /** Characters and bytes that have been read. */
  read = 0;
  #startedAt = performance.now();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /**
   * Notes that so much has been read. Returns what to wait for where that has taken long, which rejects with an
   * AbortError when the search has been cancelled.
   */
  note(read: number): Promise<void> | undefined {
    this.read += read;
    return performance.now() - this.#startedAt < TURN_MS ? undefined : this.#pause();
  }

  async #pause(): Promise<void> {
    await turn();
    this.#signal.throwIfAborted();
    this.#startedAt = performance.now();
  }
}
