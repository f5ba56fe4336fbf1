// The output of a load test: a line for each second, the totals, and a line for each request.
import { printable } from '../../base/printable.ts';
import type { LoadTestResult } from '../../services/perf/result.ts';
import { latenciesIn } from '../../services/perf/latencies.ts';
import type { RequestSummary, Summary } from '../../services/perf/measurements.ts';
import type { Second } from '../../services/perf/options.ts';

/** Reasons of failures that are shown for each request; others are in the files. */
const MAX_REASONS = 3;

export function secondLine({ at, users, requestsPerSecond, averageMs, p95Ms, errors }: Second): string {
  return [
    `${Math.round(at)}s`.padStart(5),
    `${users} ${users === 1 ? 'user' : 'users'}`.padStart(10),
    `${figure(requestsPerSecond)} req/s`.padStart(14),
    `avg ${ms(averageMs)}`.padStart(13),
    `p95 ${ms(p95Ms)}`.padStart(13),
    plural(errors, 'error').padStart(10),
  ].join('  ');
}

export function totalLines(result: LoadTestResult): readonly string[] {
  const { requests, errors, durationMs, requestsPerSecond, iterations, stopped, notStarted } = result;
  const share = requests === 0 ? 0 : (errors / requests) * 100;
  return [
    '',
    `${plural(requests, 'request')} in ${(durationMs / 1000).toFixed(1)}s (${figure(requestsPerSecond)} req/s), ${plural(errors, 'error')} (${share.toFixed(2)}%), ${plural(iterations, 'iteration')}`,
    `Latency: ${latencyText(result, 'totals')}`,
    ...(stopped === null ? [] : [`The test ended early: ${stopped}`]),
    ...(notStarted === 0
      ? []
      : [`${plural(notStarted, 'iteration')} had no free user: the rate was not reached; give more --vus`]),
    '',
    ...stageLines(result),
    ...result.perRequest.flatMap(requestLines),
  ];
}

/** A profile of one stage has the figures of the test. */
function stageLines({ stages, perStage }: LoadTestResult): readonly string[] {
  if (perStage.length < 2) return [];
  return perStage.map((summary) => {
    const { stage, durationMs, requests, requestsPerSecond, errors } = summary;
    const title = `Stage ${stage} (${(durationMs / 1000).toFixed(1)}s, to ${stages[stage - 1]?.to ?? 0})`;
    return `${title}: ${plural(requests, 'request')}, ${figure(requestsPerSecond)} req/s, ${latencyText(summary, 'requests')}, ${plural(errors, 'error')}`;
  });
}

function requestLines(summary: RequestSummary): string[] {
  const { name, folders, method, requests, errors, reasons } = summary;
  const title = [...folders, name].map(printable).join(' / ');
  const line = `${method} ${title}: ${plural(requests, 'request')}, ${latencyText(summary, 'requests')}, ${plural(errors, 'error')}`;
  const sorted = Object.entries(reasons).sort(([, a], [, b]) => b - a);
  return [
    line,
    ...sorted.slice(0, MAX_REASONS).map(([reason, count]) => `  ${count} × ${printable(reason)}`),
    ...(sorted.length > MAX_REASONS ? [`  and ${sorted.length - MAX_REASONS} other reasons`] : []),
  ];
}

function latencyText(summary: Summary, table: 'totals' | 'requests'): string {
  return latenciesIn(table)
    .map(({ name, of }) => `${name} ${ms(of(summary))}`)
    .join(', ');
}

export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)}ms`;
}

export function figure(value: number): string {
  return value < 100 ? value.toFixed(1) : value.toFixed(0);
}

function plural(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
