// A bound on what a peer does that is allowed once and an attack in bulk: resets, PINGs, SETTINGS, empty frames, errors
// of streams (CVE-2023-44487 "rapid reset", CVE-2025-8671 "MadeYouReset", CVE-2024-27316 "CONTINUATION flood").

/** Glitches at once, and per second after that. */
const BURST = 1000;
const PER_SECOND = 100;

export class GlitchBudget {
  #left = BURST;
  #at = performance.now();

  /** Counts one; false when there were too many. */
  take(): boolean {
    if (this.#left < 1) {
      const now = performance.now();
      this.#left = Math.min(BURST, this.#left + ((now - this.#at) / 1000) * PER_SECOND);
      this.#at = now;
    }
    this.#left -= 1;
    return this.#left >= 0;
  }
}
