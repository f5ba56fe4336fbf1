// Counts the matches of a rule that applies to some of them only: the first N, or every Nth.
import type { Conditions } from '../conditions.ts';

export class MatchCounter {
  readonly #first: number;
  readonly #every: number;
  #matches = 0;

  private constructor(first: number, every: number) {
    this.#first = first;
    this.#every = every;
  }

  /** Returns null for conditions without a count. */
  static of({ first, every }: Conditions): MatchCounter | null {
    return first === undefined && every === undefined
      ? null
      : new MatchCounter(first ?? Infinity, every ?? 1);
  }

  /** Counts a match; returns true when the rule applies to it. With both counts, `first` counts what `every` picks. */
  isTurn(): boolean {
    this.#matches += 1;
    return this.#matches % this.#every === 0 && this.#matches / this.#every <= this.#first;
  }
}
