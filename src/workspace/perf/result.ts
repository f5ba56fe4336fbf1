// The result of a load test, from what its requests have measured.
import { Measurement, type RequestMeasurement, type RequestSummary, type Summary } from './measurements.ts';
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
  measurements: readonly RequestMeasurement[],
  course: Pick<
    LoadTestResult,
    'startedAt' | 'durationMs' | 'iterations' | 'notStarted' | 'stopped' | 'seconds'
  >,
): LoadTestResult {
  const total = new Measurement();
  for (const { all } of measurements) total.merge(all);
  const summary = total.summary();
  const { durationMs } = course;
  return {
    collection: collection.name,
    environment: environment?.name ?? null,
    profile,
    users,
    rate,
    ...course,
    ...summary,
    requestsPerSecond: durationMs === 0 ? 0 : (summary.requests / durationMs) * SECOND_MS,
    perRequest: measurements.map((each) => each.summary()),
  };
}
