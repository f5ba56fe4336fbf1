// Limits how often scans run. A scan takes milliseconds, in which the kernel walks its table of connections, so that
// one for each connection, back to back, would keep a processor busy. Short bursts, such as the opening of a page, are
// scanned without delay; over time scans get a share of one processor.

/** Milliseconds of scanning that may be done at once. */
const BURST = 400;

/** Milliseconds of scanning earned per millisecond that passes. */
const SHARE = 0.25;

/** Times are in ms on one monotonic clock. */
export class ScanBudget {
  #credit = BURST;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Returns the milliseconds to wait before the next scan. */
  delay(now: number): number {
    this.#earn(now);
    return this.#credit >= 0 ? 0 : -this.#credit / SHARE;
  }

  /** Counts a scan. Even the longest is paid off within a bounded time. */
  spend(elapsed: number, now: number): void {
    this.#earn(now);
    this.#credit = Math.max(this.#credit - elapsed, -BURST);
  }

  #earn(now: number): void {
    this.#credit = Math.min(this.#credit + (now - this.#at) * SHARE, BURST);
    this.#at = now;
  }
}
