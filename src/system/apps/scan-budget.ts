// Limits how often scans run. A scan takes milliseconds, because the kernel walks its table of connections; a scan for
// each connection, back to back, would keep a processor busy. Short bursts, such as the opening of a page, are scanned
// without delay. Over time, scans get most of the idle time of the thread that forwards traffic: it is idle while a
// client that opens one connection after another waits for each scan. When that thread is busy, scans get a share of
// one processor.

/** Milliseconds of scanning that may be done at once. */
const BURST = 400;

/** Milliseconds of scanning earned per millisecond that passes, however busy the thread is. */
const SHARE = 0.25;

/**
 * The same per millisecond that the thread is idle. With all of it, scans would follow one another where many
 * connections are opened at a time, each for a few of them only.
 */
const IDLE_SHARE = 0.75;

/** Readings of two monotonic clocks, in ms. */
export interface Clocks {
  readonly now: number;
  /** Time that the event loop has been idle. */
  readonly idle: number;
}

export class ScanBudget {
  #credit = BURST;
  #last: Clocks;

  constructor(clocks: Clocks) {
    this.#last = clocks;
  }

  /** Returns the milliseconds after which the next scan may happen at the earliest; 0 for at once. */
  delay(clocks: Clocks): number {
    this.#earn(clocks);
    return this.#credit >= 0 ? 0 : -this.#credit / IDLE_SHARE;
  }

  /** Counts a scan. Even the longest scan delays the next one by a bounded time. */
  spend(elapsed: number, clocks: Clocks): void {
    this.#earn(clocks);
    this.#credit = Math.max(this.#credit - elapsed, -BURST);
  }

  #earn(clocks: Clocks): void {
    const passed = clocks.now - this.#last.now;
    const idle = clocks.idle - this.#last.idle;
    const earned = Math.max(passed * SHARE, idle * IDLE_SHARE);
    this.#credit = Math.min(this.#credit + earned, BURST);
    this.#last = clocks;
  }
}
