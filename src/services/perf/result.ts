// The result of a load test, from the measurements of its requests.
import type { Timeline } from './timeline.ts';
import { Measurement, type RequestSummary, type Summary } from './measurements.ts';
import type { LoadTestOptions, Second } from './options.ts';
import type { ProfileName } from './profile.ts';

export interface LoadTestResult extends Summary {
  readonly collection: string;
  readonly environment: string | null;
  readonly profile: ProfileName;
  readonly users: number;
  readonly rate: number | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Until the last response. */
  readonly durationMs: number;
  readonly requestsPerSecond: number;
  readonly iterations: number;
  /** Iterations of the open model that no user was free for when the test ended. */
  readonly notStarted: number;
  /** The reason why the test ended early; null when it did not. */
  readonly stopped: string | null;
  readonly perRequest: readonly RequestSummary[];
  readonly seconds: readonly Second[];
}

const SECOND_MS = 1000;

export function resultOf(
  { collection, environment, profile, users, rate }: LoadTestOptions,
  { requests, seconds, iterations, notStarted }: Timeline,
  end: Pick<LoadTestResult, 'startedAt' | 'durationMs' | 'stopped'>,
): LoadTestResult {
  const total = new Measurement();
  for (const { all } of requests) total.merge(all);
  const summary = total.summary();
  const { durationMs } = end;
  return {
    collection: collection.name,
    environment: environment?.name ?? null,
    profile,
    users,
    rate,
    ...end,
    iterations,
    notStarted,
    seconds,
    ...summary,
    requestsPerSecond: durationMs === 0 ? 0 : (summary.requests / durationMs) * SECOND_MS,
    perRequest: requests.map((each) => each.summary()),
  };
}
