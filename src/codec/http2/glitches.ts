// A limit on events that are legal one by one and an attack in bulk: resets, PINGs, SETTINGS, empty frames, errors of
// streams (CVE-2023-44487 "rapid reset", CVE-2025-8671 "MadeYouReset", CVE-2024-27316 "CONTINUATION flood").

/** Glitches at once, and per second after that. */
const BURST = 1000;
const PER_SECOND = 100;
/** The same for PING, which costs next to nothing, and which gRPC sends for each round trip to measure bandwidth. */
const PINGS = 10_000;

export class GlitchBudget {
  readonly #burst: number;
  readonly #perSecond: number;
  #remaining: number;
  #at = performance.now();

  constructor(burst = BURST, perSecond = PER_SECOND) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#remaining = burst;
  }

  static forPings(): GlitchBudget {
    return new GlitchBudget(PINGS, PINGS);
  }

  /** Counts one; false when there were too many. */
  take(): boolean {
    if (this.#remaining < 1) {
      const now = performance.now();
      this.#remaining = Math.min(this.#burst, this.#remaining + ((now - this.#at) / 1000) * this.#perSecond);
      this.#at = now;
    }
    this.#remaining -= 1;
    return this.#remaining >= 0;
  }
}
