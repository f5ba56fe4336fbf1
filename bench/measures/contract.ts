// The contract of a measure: its name, what it shows, and a function that takes it.
import type { Bench } from '../bench.ts';

export interface Measure {
  /** What the user types. */
  readonly name: string;
  /** What is said while it is taken. */
  readonly summary: string;
  /** True when only its name takes it, and not a run of all measures. */
  readonly onRequest?: boolean;
  readonly take: (bench: Bench) => Promise<Measured>;
}

export interface Measured {
  readonly tables: readonly Table[];
  readonly targets?: readonly Target[];
}

/** Cells are text; the first column names the row, the others hold figures. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What to know when reading it, a line each. */
  readonly notes?: readonly string[];
  /** What the figures were made of, for the JSON file. */
  readonly data?: unknown;
}

/** What is to be reached. NaN when it could not be measured. */
export interface Target {
  readonly name: string;
  readonly value: number;
  /** Most that is good. */
  readonly limit: number;
  /** Behind a figure, such as `ms`; `×` for ratios. */
  readonly unit: string;
}

export function defineMeasure(measure: Measure): Measure {
  return measure;
}

export function targetOutcome({ value, limit }: Target): 'pass' | 'MISS' | 'not measured' {
  if (Number.isNaN(value)) return 'not measured';
  return value <= limit ? 'pass' : 'MISS';
}
