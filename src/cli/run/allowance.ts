// How much work a run does that nobody has asked for: so little that traffic is as quick as without it.

/** Of the time that passes. */
const SHARE = 0.01;
/** What may be spent at once, in milliseconds: enough for the traffic of a whole test suite. */
const MOST = 1000;

export class Allowance {
  #left = MOST;
  #at = performance.now();

  /** Whether work of about `cost` milliseconds may be done, and `more` that may follow it; `cost` then counts as done. */
  take(cost: number, more = 0): boolean {
    const now = performance.now();
    this.#left = Math.min(MOST, this.#left + (now - this.#at) * SHARE);
    this.#at = now;
    if (cost + more > this.#left) return false;
    this.#left -= cost;
    return true;
  }
}
