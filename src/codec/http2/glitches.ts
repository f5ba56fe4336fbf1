// A bound on what a peer does that is allowed once and an attack in bulk: resets, PINGs, SETTINGS, empty frames, errors
// of streams (CVE-2023-44487 "rapid reset", CVE-2025-8671 "MadeYouReset", CVE-2024-27316 "CONTINUATION flood").

/** Glitches at once, and per second after that. */
const BURST = 1000;
const PER_SECOND = 100;
/**
 * The same for what costs next to nothing: PING, which gRPC sends for each round trip to measure bandwidth, and resets of
 * streams that have ended, which curl sends.
 */
const SMALL = 10_000;

export class GlitchBudget {
  readonly #burst: number;
  readonly #perSecond: number;
  #left: number;
  #at = performance.now();

  constructor(burst = BURST, perSecond = PER_SECOND) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#left = burst;
  }

  static forSmall(): GlitchBudget {
    return new GlitchBudget(SMALL, SMALL);
  }

  /** Counts one; false when there were too many. */
  take(): boolean {
    if (this.#left < 1) {
      const now = performance.now();
      this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
      this.#at = now;
    }
    this.#left -= 1;
    return this.#left >= 0;
  }
}
