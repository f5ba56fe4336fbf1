// Facts of a run beside its traffic: its checks, its times, and where it ran.

export interface RunFacts {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Such as `Node.js` and its version. */
  readonly environment: Readonly<Record<string, string>>;
  /** The checks that were asked for. */
  readonly checks: readonly CheckOutcome[];
  /** Path of the schema baseline; null without one. */
  readonly baseline: string | null;
}

export interface CheckOutcome {
  /** The option, such as `--fail-on-secrets`. */
  readonly flag: string;
  readonly hasPassed: boolean;
  /** Failures with their locations; empty for a check that passed. Contains captured text. */
  readonly reasons: readonly string[];
}
