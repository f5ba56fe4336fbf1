// Ends a load test whose thresholds fail before its time is over.
import type { LoadTestTotals } from './measurements.ts';
import type { LoadTestOptions } from './options.ts';
import { thresholdResults, type BrokenThreshold } from './thresholds.ts';

type Options = Pick<LoadTestOptions, 'thresholds' | 'abortAfterSeconds'>;

/**
 * Returns the first condition that holds at a second of the test; null when none does. Lower bounds hold at the start of
 * each test, and so are read at its end alone.
 */
export function brokenNow(
  { thresholds, abortAfterSeconds }: Options,
  at: number,
  totals: () => LoadTestTotals,
): BrokenThreshold | null {
  if (abortAfterSeconds === null || at < abortAfterSeconds) return null;
  const upper = thresholds.filter(({ operator }) => operator.startsWith('>'));
  if (upper.length === 0) return null;
  const broken = thresholdResults(upper, totals()).find(({ passed }) => !passed);
  return broken === undefined ? null : { text: broken.text, value: broken.value, at };
}
