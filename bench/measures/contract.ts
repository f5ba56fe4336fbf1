// The contract of a measure: its name, what it shows, and a function that takes it.
import type { Bench } from '../bench.ts';

export interface Measure {
  /** The name that the user types. */
  readonly name: string;
  /** The line that is printed while the measure is taken. */
  readonly summary: string;
  /** True when a run of all measures leaves it out, and only its name selects it. */
  readonly onRequest?: boolean;
  readonly take: (bench: Bench) => Promise<Measured>;
}

export interface Measured {
  readonly tables: readonly Table[];
  readonly targets?: readonly Target[];
}

/** A table of text cells; the first column names the row, the others hold figures. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Notes for the reader, a line each. */
  readonly notes?: readonly string[];
  /** The raw data of the figures, for the JSON file. */
  readonly data?: unknown;
}

/** A target for a figure. NaN when it could not be measured. */
export interface Target {
  readonly name: string;
  readonly value: number;
  /** The largest value that reaches the target. */
  readonly limit: number;
  /** The unit behind a figure, such as `ms`; `×` for ratios. */
  readonly unit: string;
}

export function defineMeasure(measure: Measure): Measure {
  return measure;
}

export function targetOutcome({ value, limit }: Target): 'pass' | 'MISS' | 'not measured' {
  if (Number.isNaN(value)) return 'not measured';
  return value <= limit ? 'pass' : 'MISS';
}
