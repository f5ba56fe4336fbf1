// How much work a run does that nobody has asked for: so little that traffic is as quick as without it.

/** Of the time that passes. */
const SHARE = 0.003;
/** What may be spent at the start, in milliseconds: enough for the traffic of a whole test suite. */
const INITIAL_MS = 300;
/** What may be saved up later. */
const MAX_SAVED_MS = 50;

export class TimeBudget {
  #available = INITIAL_MS;
  #updatedAt = performance.now();

  /** Whether work of about `cost` milliseconds may be done, and `more` that may follow it; `cost` then counts as done. */
  spend(cost: number, more = 0): boolean {
    const now = performance.now();
    if (this.#available < MAX_SAVED_MS)
      this.#available = Math.min(MAX_SAVED_MS, this.#available + (now - this.#updatedAt) * SHARE);
    this.#updatedAt = now;
    if (cost + more > this.#available) return false;
    this.#available -= cost;
    return true;
  }
}
