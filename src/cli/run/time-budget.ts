// How much work a run does that nobody has asked for: so little that traffic is as quick as without it.

/** Of the time that passes. */
const SHARE = 0.003;
/** What may be spent at the start, in milliseconds: enough for the traffic of a whole test suite. */
const FIRST = 300;
/** What may be saved up later. */
const MAX_SAVED = 50;

export class Allowance {
  #left = FIRST;
  #at = performance.now();

  /** Whether work of about `cost` milliseconds may be done, and `more` that may follow it; `cost` then counts as done. */
  take(cost: number, more = 0): boolean {
    const now = performance.now();
    if (this.#left < MAX_SAVED) this.#left = Math.min(MAX_SAVED, this.#left + (now - this.#at) * SHARE);
    this.#at = now;
    if (cost + more > this.#left) return false;
    this.#left -= cost;
    return true;
  }
}
