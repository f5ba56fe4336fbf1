// The memory that the recent messages and events of all flows share. Past its limit the logs that have been
// unchanged for longest are evicted.

/** A log that takes part in the budget. */
export interface Evictable {
  evict(): void;
}

export class LogBudget {
  #limit: number;
  /** Sizes in bytes; the logs that changed last are at the end. */
  readonly #sizes = new Map<Evictable, number>();
  #total = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  resize(limitBytes: number): void {
    this.#limit = limitBytes;
    this.#evictDownToLimit(null);
  }

  /** Sets the memory of a log. */
  update(log: Evictable, bytes: number): void {
    this.remove(log);
    this.#sizes.set(log, bytes);
    this.#total += bytes;
    if (this.#total > this.#limit) this.#evictDownToLimit(log);
  }

  remove(log: Evictable): void {
    this.#total -= this.#sizes.get(log) ?? 0;
    this.#sizes.delete(log);
  }

  #evictDownToLimit(latest: Evictable | null): void {
    for (const log of [...this.#sizes.keys()]) {
      if (this.#total <= this.#limit || log === latest) return;
      this.remove(log);
      log.evict();
    }
  }
}
