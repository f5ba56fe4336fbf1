// A load test: its shares, on this thread or on others, and their combined measurements.
import { UserError } from '../../base/errors.ts';
import { stepsOf, type Step } from '../../runs/runner/steps.ts';
import { Timeline } from './timeline.ts';
import { measurementsOf } from './measurements.ts';
import type { LoadTestOptions, ShareOptions } from './options.ts';
import type { ShareEnd } from './share-messages.ts';
import { resultOf, totalsOf, type LoadTestResult } from './result.ts';
import { LoadShare, type OnReport } from './share.ts';
import { ThreadShare } from './thread-share.ts';

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
  const { signal, hurry = new AbortController().signal, onSecond, threads, ...load } = options;
  const steps = stepsOf(load.collection, load.only);
  if (steps.length === 0)
    throw new UserError('INVALID_DATA', `the collection ${load.collection.name} has no requests to send`);
  const count = Math.min(threads, load.users);
  const timeline = new Timeline(measurementsOf(steps), count, (second) =>
    onSecond(second, () => totalsOf(timeline, second.at * 1000)),
  );
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
        const end = await share.run(signal, hurry);
        timeline.ended(index);
        return end;
      }),
    );
    return resultOf(options, timeline, {
      startedAt,
      durationMs: Math.max(...ends.map(({ durationMs }) => durationMs)),
      stopped: signal.aborted ? 'it was interrupted' : null,
    });
  } finally {
    await Promise.all(shares.map((share) => share.close()));
  }
}

/** One share needs no thread of its own. */
function shareOf(options: ShareOptions, steps: readonly Step[], onReport: OnReport): Share {
  return options.shares > 1 ? new ThreadShare(options, steps, onReport) : new LoadShare(options, onReport);
}
