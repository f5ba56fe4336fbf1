// Options of a load test.
import type { RunOptions } from '../../runs/runner/options.ts';
import type { ErrorCounts } from './error-samples.ts';
import type { LoadTestTotals } from './measurements.ts';
import type { Weights } from './mix.ts';
import type { ProfileName, Stage } from './profile.ts';
import type { Threshold } from './thresholds.ts';

export interface LoadTestOptions extends Pick<
  RunOptions,
  | 'collection'
  | 'only'
  | 'environment'
  | 'globals'
  | 'data'
  | 'insecure'
  | 'timeoutMs'
  | 'fileRoots'
  | 'processEnvironment'
> {
  /** The number of virtual users at full load; with a rate the maximum number of concurrent iterations. */
  readonly users: number;
  readonly durationMs: number;
  readonly profile: ProfileName;
  /** Those of the profile `stages`; empty for others. */
  readonly stages: readonly Stage[];
  /** Milliseconds between the iterations of a user: a random time from the first to the second. */
  readonly thinkTimeMs: number;
  readonly maxThinkTimeMs: number;
  /** Iterations a second at full load, whatever the server does; null for users that wait for their responses. */
  readonly rate: number | null;
  /** The weights of requests or folders; empty for all of them in order. */
  readonly weights: Weights;
  /** True where each user has a row of data of its own, false where each iteration takes the next. */
  readonly dataPerUser: boolean;
  /** Conditions that make the test fail. */
  readonly thresholds: readonly Threshold[];
  /** Seconds from the start, from which on a condition that holds ends the test; null to go on. */
  readonly abortAfterSeconds: number | null;
  /** The number of threads that share the users. */
  readonly threads: number;
  /** Ends the test early, with the totals so far. */
  readonly signal: AbortSignal;
  /** Ends the requests in flight too, which otherwise have some seconds at the end. */
  readonly hurry?: AbortSignal | undefined;
  /** Called about once a second. */
  readonly onSecond: (second: Second, totals: () => LoadTestTotals) => void;
}

/** The options of one thread's share. All values can be passed to another thread. */
export interface ShareOptions extends Omit<
  LoadTestOptions,
  'threads' | 'thresholds' | 'abortAfterSeconds' | 'signal' | 'hurry' | 'onSecond'
> {
  /** Counted from 0. */
  readonly share: number;
  readonly shares: number;
}

/** The figures of about one second. */
export interface Second {
  /** Seconds since the start. */
  readonly at: number;
  /** The length of this one, about 1. */
  readonly seconds: number;
  readonly users: number;
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly errors: number;
  readonly errorKinds: ErrorCounts;
  /** Milliseconds. */
  readonly averageMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly receivedBytes: number;
  /** Requests by host. */
  readonly hosts: Readonly<Record<string, number>>;
}
