// The totals of a run.
import { byteSize, duration } from '../../../base/printable.ts';
import type { RunTotals } from '../../runner/events.ts';
import type { Paint } from './request-lines.ts';

export function summaryLine(totals: RunTotals, paint: Paint): string {
  const part = (count: number, noun: string, failed: number): string => {
    const text = `${countText(count, noun)} (${failed} failed)`;
    return failed === 0 ? text : paint('red', text);
  };
  return [
    ...(totals.iterations > 1 ? [countText(totals.iterations, 'iteration')] : []),
    part(totals.requests, 'request', totals.failedRequests),
    part(totals.tests, 'test', totals.failedTests),
    ...(totals.scriptErrors === 0 ? [] : [paint('red', countText(totals.scriptErrors, 'script error'))]),
    `average response ${duration(totals.averageMs)}`,
    `total ${duration(totals.durationMs)}`,
  ].join(', ');
}

/**
 * Renders the statistics. With fewer than two responses the line is omitted, because all its numbers would be equal.
 */
export function statisticsLine(
  { requests, responseMs, receivedBytes }: RunTotals,
  paint: Paint,
): readonly string[] {
  if (requests < 2 || responseMs.max === 0) return [];
  const times = Object.entries(responseMs).map(([name, ms]) => `${name} ${duration(ms)}`);
  return [paint('dim', `responses: ${times.join(', ')}; ${byteSize(receivedBytes)} received`)];
}

function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
