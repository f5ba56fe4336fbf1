// A histogram of the response times of a run, in constant memory.

/** The ratio of neighbouring classes, and so the precision of a percentile. */
const RATIO = Math.log(1.01);

export class Percentiles {
  readonly #counts = new Map<number, number>();
  #count = 0;
  #min = Infinity;
  #max = 0;

  add(ms: number): void {
    const index = Math.round(Math.log(Math.max(ms, 0.001)) / RATIO);
    this.#counts.set(index, (this.#counts.get(index) ?? 0) + 1);
    this.#count += 1;
    this.#min = Math.min(this.#min, ms);
    this.#max = Math.max(this.#max, ms);
  }

  get min(): number {
    return this.#count === 0 ? 0 : this.#min;
  }

  get max(): number {
    return this.#max;
  }

  /** Returns the percentiles for these shares, with a precision of one percent; 0 without any values. */
  at(shares: readonly number[]): number[] {
    const classes = [...this.#counts].sort(([a], [b]) => a - b);
    return shares.map((share) => {
      let rest = share * this.#count;
      for (const [index, count] of classes) {
        rest -= count;
        if (rest <= 0) return Math.min(Math.max(Math.exp(index * RATIO), this.#min), this.#max);
      }
      return this.#max;
    });
  }
}
