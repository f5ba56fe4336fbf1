// Durations of however many exchanges: exact while they are few, in steps of one percent beyond.

/** So many are kept as they are. */
const MAX_EXACT = 1000;
const STEP = Math.log(1.01);
/** Milliseconds; what is shorter counts as this. */
const SHORTEST = 0.01;

export class Durations {
  #exact: number[] | null = [];
  /** By step, how many. */
  readonly #steps = new Map<number, number>();
  #count = 0;

  /** Milliseconds. */
  add(ms: number): void {
    this.#count += 1;
    if (this.#exact === null) {
      this.#step(ms);
      return;
    }
    this.#exact.push(ms);
    if (this.#exact.length <= MAX_EXACT) return;
    for (const each of this.#exact) this.#step(each);
    this.#exact = null;
  }

  /** The value below which `share` (0 to 1) of the values lies, whole milliseconds; null of none. */
  percentile(share: number): number | null {
    if (this.#count === 0) return null;
    const rank = Math.max(0, Math.min(this.#count - 1, Math.ceil(this.#count * share) - 1));
    return Math.round(this.#exact === null ? this.#stepAt(rank) : (sorted(this.#exact)[rank] ?? 0));
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
