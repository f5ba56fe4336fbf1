// Facts about a run besides its traffic: its checks, its times, and the environment it ran in.

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
  /** Programs of the command that were seen to connect past the proxy. */
  readonly pastProxy: readonly PassingApp[];
}

export interface PassingApp {
  /** The name by which people know the program; null for one that may not be inspected. */
  readonly app: string | null;
  readonly processes: readonly number[];
  /** The other ends, and how many connections were seen to each. */
  readonly connections: readonly {
    readonly address: string;
    readonly port: number;
    readonly count: number;
  }[];
  /** The means that catches its traffic; null where that has been said before. */
  readonly remedy: string | null;
}

export interface CheckOutcome {
  /** The option, such as `--fail-on-secrets`. */
  readonly flag: string;
  readonly hasPassed: boolean;
  /** Failures with their locations; empty for a check that passed. Contains captured text. */
  readonly reasons: readonly string[];
}
