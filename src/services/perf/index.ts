// A load test: its shares, on this thread or on others, and their combined measurements.
import { UserError } from '../../base/errors.ts';
import { stepsOf, type Step } from '../../runs/runner/steps.ts';
import { Timeline } from './timeline.ts';
import { measurementsOf, type LoadTestTotals } from './measurements.ts';
import { mixOf } from './mix.ts';
import type { LoadTestOptions, ShareOptions } from './options.ts';
import type { ShareEnd } from './share-messages.ts';
import { resultOf, totalsOf, type LoadTestResult } from './result.ts';
import { LoadShare, type OnReport } from './share.ts';
import { brokenNow } from './stop-condition.ts';
import { ThreadShare } from './thread-share.ts';
import { checkThresholds, crossedSentence, type BrokenThreshold } from './thresholds.ts';

/** A share, wherever it runs. */
interface Share {
  prepare(): Promise<void>;
  run(signal: AbortSignal, hurry: AbortSignal): Promise<ShareEnd>;
  close(): Promise<void>;
}

/**
 * Runs a load test. Resolves at its end, or when the signal is aborted. Rejects with an Error when there is nothing
 * to send.
 */
export async function runLoadTest(options: LoadTestOptions): Promise<LoadTestResult> {
  const {
    signal,
    hurry = new AbortController().signal,
    onSecond,
    threads,
    thresholds,
    abortAfterSeconds,
    ...load
  } = options;
  const steps = checkedSteps(options);
  const count = Math.min(threads, load.users);
  const stop = new AbortController();
  let broken = null as BrokenThreshold | null;
  const timeline = new Timeline(measurementsOf(steps), count, (second) => {
    const totals = (): LoadTestTotals => totalsOf(timeline, second.at * 1000, load.stages);
    onSecond(second, totals);
    broken ??= brokenNow({ thresholds, abortAfterSeconds }, second.at, totals);
    if (broken !== null) stop.abort();
  });
  const processEnvironment = { ...load.processEnvironment };
  const shares = Array.from({ length: count }, (_, share) =>
    shareOf({ ...load, processEnvironment, share, shares: count }, steps, (report) =>
      timeline.add(share, report),
    ),
  );
  try {
    await Promise.all(shares.map((share) => share.prepare()));
    const startedAt = Date.now();
    timeline.start();
    const ends = await Promise.all(
      shares.map(async (share, index) => {
        const end = await share.run(AbortSignal.any([signal, stop.signal]), hurry);
        timeline.ended(index);
        return end;
      }),
    );
    return resultOf(options, timeline, {
      startedAt,
      durationMs: Math.max(...ends.map(({ durationMs }) => durationMs)),
      stopped: signal.aborted ? 'it was interrupted' : broken === null ? null : crossedSentence(broken),
      broken,
    });
  } finally {
    await Promise.all(shares.map((share) => share.close()));
  }
}

/** Returns what is sent. Throws a UserError where that is nothing, or where an option names what is not sent. */
function checkedSteps({ collection, only, weights, stages, thresholds }: LoadTestOptions): readonly Step[] {
  const steps = stepsOf(collection, only);
  if (steps.length === 0)
    throw new UserError('INVALID_DATA', `the collection ${collection.name} has no requests to send`);
  mixOf(steps, weights);
  checkThresholds(thresholds, { steps, stages });
  return steps;
}

/** One share needs no thread of its own. */
function shareOf(options: ShareOptions, steps: readonly Step[], onReport: OnReport): Share {
  return options.shares > 1 ? new ThreadShare(options, steps, onReport) : new LoadShare(options, onReport);
}
