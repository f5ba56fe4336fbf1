// Limits optional work, so that it does not slow down traffic.

/** Share of the elapsed time that is available for work. */
const SHARE = 0.003;
/** Milliseconds available at the start: enough for the traffic of a whole test suite. */
const INITIAL_MS = 300;
/** Milliseconds that can be saved up later. */
const MAX_SAVED_MS = 50;

export class TimeBudget {
  #available = INITIAL_MS;
  #updatedAt = performance.now();

  /**
   * Returns true when work of about `cost` milliseconds may be done, with `more` that may follow; then `cost` counts as
   * spent. `now`: the time, as `performance.now()`.
   */
  spend(now: number, cost: number, more = 0): boolean {
    const elapsed = Math.max(0, now - this.#updatedAt);
    if (this.#available < MAX_SAVED_MS)
      this.#available = Math.min(MAX_SAVED_MS, this.#available + elapsed * SHARE);
    this.#updatedAt += elapsed;
    if (cost + more > this.#available) return false;
    this.#available -= cost;
    return true;
  }
}
