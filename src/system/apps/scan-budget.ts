// How soon the next scan may begin. A scan takes milliseconds (the kernel walks its whole table of connections for
// one), so that one for each connection, back to back, would keep a processor busy. In bursts, as when a page is
// opened or a suite begins, they follow one another at once; over time they have a share of one processor.

/** Scanning that may be done in one go, in ms. */
const BURST = 400;

/** Scanning for each ms that passes, in ms. */
const SHARE = 0.25;

/** Times are in ms on one clock that never goes back. */
export class ScanBudget {
  #credit = BURST;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** How long to wait, in ms, before a scan. */
  delay(now: number): number {
    this.#earn(now);
    return this.#credit >= 0 ? 0 : -this.#credit / SHARE;
  }

  /** Counts a scan. Even the longest is paid for in a bounded time. */
  spend(elapsed: number, now: number): void {
    this.#earn(now);
    this.#credit = Math.max(this.#credit - elapsed, -BURST);
  }

  #earn(now: number): void {
    this.#credit = Math.min(this.#credit + (now - this.#at) * SHARE, BURST);
    this.#at = now;
  }
}
