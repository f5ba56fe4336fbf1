// Percentiles of any number of durations in bounded memory: exact for the first 1,000 values, in steps of one percent
// beyond.

/** Up to this many values are stored individually. */
const MAX_EXACT = 1000;
const STEP = Math.log(1.01);
/** Milliseconds; shorter durations count as this. */
const SHORTEST = 0.01;

/** Shared, since most have no more than a few values. */
const NO_STEPS = new Map<number, number>();

export class Durations {
  #exact: number[] | null = [];
  /** The number of values by step; without any as long as they are exact. */
  #steps: Map<number, number> = NO_STEPS;
  #count = 0;

  /** Adds a duration in milliseconds. */
  add(ms: number): void {
    this.#count += 1;
    if (this.#exact === null) {
      this.#step(ms);
      return;
    }
    this.#exact.push(ms);
    if (this.#exact.length <= MAX_EXACT) return;
    this.#toSteps();
  }

  /** Adds all durations of another. */
  addAll({
    exact,
    steps,
  }: {
    readonly exact: readonly number[] | null;
    readonly steps: ReadonlyMap<number, number>;
  }): void {
    if (exact !== null) {
      for (const ms of exact) this.add(ms);
      return;
    }
    this.#toSteps();
    for (const [step, count] of steps) {
      this.#steps.set(step, (this.#steps.get(step) ?? 0) + count);
      this.#count += count;
    }
  }

  get exact(): readonly number[] | null {
    return this.#exact;
  }

  /** The number of values by step, where they are not exact. */
  get steps(): ReadonlyMap<number, number> {
    return this.#steps;
  }

  /**
   * Returns the value in whole milliseconds below which `share` (0 to 1) of the values lie; null without
   * values.
   */
  percentile(share: number): number | null {
    if (this.#count === 0) return null;
    const rank = Math.max(0, Math.min(this.#count - 1, Math.ceil(this.#count * share) - 1));
    return Math.round(this.#exact === null ? this.#stepAt(rank) : (sorted(this.#exact)[rank] ?? 0));
  }

  #toSteps(): void {
    if (this.#exact === null) return;
    this.#steps = new Map();
    for (const each of this.#exact) this.#step(each);
    this.#exact = null;
  }

  #step(ms: number): void {
    const step = Math.round(Math.log(Math.max(ms, SHORTEST)) / STEP);
    this.#steps.set(step, (this.#steps.get(step) ?? 0) + 1);
  }

  #stepAt(rank: number): number {
    let passed = 0;
    for (const step of sorted([...this.#steps.keys()])) {
      passed += this.#steps.get(step) ?? 0;
      if (passed > rank) return Math.exp(step * STEP);
    }
    return 0;
  }
}

function sorted(values: readonly number[]): readonly number[] {
  return [...values].sort((a, b) => a - b);
}
