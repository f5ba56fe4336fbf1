// The result of a load test, from the measurements of its requests.
import type { Timeline } from './timeline.ts';
import { Measurement, type LoadTestTotals, type StageSummary } from './measurements.ts';
import type { LoadTestOptions, Second } from './options.ts';
import { stageEnds, type ProfileName, type Stage } from './profile.ts';
import type { BrokenThreshold } from './thresholds.ts';

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
  /** The condition that has ended the test; null when none has. */
  readonly broken: BrokenThreshold | null;
  readonly seconds: readonly Second[];
}

const SECOND_MS = 1000;

export function resultOf(
  { collection, environment, profile, stages, users, rate }: LoadTestOptions,
  timeline: Timeline,
  {
    startedAt,
    durationMs,
    stopped,
    broken,
  }: Pick<LoadTestResult, 'startedAt' | 'durationMs' | 'stopped' | 'broken'>,
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
    broken,
    seconds: timeline.seconds,
    ...totalsOf(timeline, durationMs, stages),
  };
}

/** Returns the figures so far. */
export function totalsOf(
  timeline: Pick<Timeline, 'requests' | 'stages' | 'iterations' | 'notStarted'>,
  durationMs: number,
  stages: readonly Stage[],
): LoadTestTotals {
  const { requests, iterations, notStarted } = timeline;
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
    perStage: stagesOf(timeline.stages, durationMs, stages),
  };
}

/** Returns the figures of each stage; the last one has what came after it, too. */
function stagesOf(
  measured: readonly (Measurement | undefined)[],
  durationMs: number,
  stages: readonly Stage[],
): readonly StageSummary[] {
  const ends = stageEnds(stages);
  return stages.map((_, at) => {
    const summary = (measured[at] ?? new Measurement()).summary();
    const from = ends[at - 1] ?? 0;
    const to = at === stages.length - 1 ? durationMs : Math.min(durationMs, ends[at]!);
    const ownMs = Math.max(0, to - from);
    const requestsPerSecond = ownMs === 0 ? 0 : (summary.requests / ownMs) * SECOND_MS;
    return { stage: at + 1, durationMs: ownMs, requestsPerSecond, ...summary };
  });
}
