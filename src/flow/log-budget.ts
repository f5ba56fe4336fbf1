// The memory that the recent messages and events of all flows share. Past its limit those that have not changed for
// the longest time let their entries go.

/** What takes part in the budget. */
export interface Shedding {
  shed(): void;
}

export class RecentBudget {
  #limit: number;
  /** With the bytes of each, those that changed last at the end. */
  readonly #held = new Map<Shedding, number>();
  #total = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  resize(limitBytes: number): void {
    this.#limit = limitBytes;
    this.#free(null);
  }

  /** `holder` now has `bytes` in memory. */
  holds(holder: Shedding, bytes: number): void {
    this.forget(holder);
    this.#held.set(holder, bytes);
    this.#total += bytes;
    if (this.#total > this.#limit) this.#free(holder);
  }

  forget(holder: Shedding): void {
    this.#total -= this.#held.get(holder) ?? 0;
    this.#held.delete(holder);
  }

  #free(latest: Shedding | null): void {
    for (const holder of [...this.#held.keys()]) {
      if (this.#total <= this.#limit || holder === latest) return;
      this.forget(holder);
      holder.shed();
    }
  }
}
