// The result of a load test, from the measurements of its requests.
import type { Timeline } from './timeline.ts';
import { Measurement, type LoadTestTotals } from './measurements.ts';
import type { LoadTestOptions, Second } from './options.ts';
import type { ProfileName, Stage } from './profile.ts';

export interface LoadTestResult extends LoadTestTotals {
  readonly collection: string;
  readonly environment: string | null;
  readonly profile: ProfileName;
  /** Those of the profile `stages`; empty for others. */
  readonly stages: readonly Stage[];
  readonly users: number;
  readonly rate: number | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Until the last response. */
  readonly durationMs: number;
  /** The reason why the test ended early; null when it did not. */
  readonly stopped: string | null;
  readonly seconds: readonly Second[];
}

const SECOND_MS = 1000;

export function resultOf(
  { collection, environment, profile, stages, users, rate }: LoadTestOptions,
  timeline: Timeline,
  { startedAt, durationMs, stopped }: Pick<LoadTestResult, 'startedAt' | 'durationMs' | 'stopped'>,
): LoadTestResult {
  return {
    collection: collection.name,
    environment: environment?.name ?? null,
    profile,
    stages,
    users,
    rate,
    startedAt,
    stopped,
    seconds: timeline.seconds,
    ...totalsOf(timeline, durationMs),
  };
}

/** Returns the figures so far. */
export function totalsOf(
  { requests, iterations, notStarted }: Pick<Timeline, 'requests' | 'iterations' | 'notStarted'>,
  durationMs: number,
): LoadTestTotals {
  const total = new Measurement();
  for (const { all } of requests) total.merge(all);
  const summary = total.summary();
  return {
    durationMs,
    iterations,
    notStarted,
    ...summary,
    requestsPerSecond: durationMs === 0 ? 0 : (summary.requests / durationMs) * SECOND_MS,
    perRequest: requests.map((each) => each.summary()),
  };
}
