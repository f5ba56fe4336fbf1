// Thresholds of a load test, such as `p95>300` and `errors>1%`: conditions under which it has failed.
import { nearest } from '../../base/did-you-mean.ts';
import { UserError } from '../../base/errors.ts';
import type { LoadTestResult } from './result.ts';

export interface Threshold {
  readonly text: string;
  readonly metric: string;
  readonly operator: '>' | '>=' | '<' | '<=';
  readonly limit: number;
}

type Metric = (result: LoadTestResult) => number;

const METRICS: Readonly<Record<string, Metric>> = {
  avg: ({ latency }) => latency.average,
  min: ({ latency }) => latency.min,
  p50: ({ latency }) => latency.p50,
  p90: ({ latency }) => latency.p90,
  p95: ({ latency }) => latency.p95,
  p99: ({ latency }) => latency.p99,
  max: ({ latency }) => latency.max,
  errors: ({ errors }) => errors,
  'errors%': ({ errors, requests }) => (requests === 0 ? 0 : (errors / requests) * 100),
  requests: ({ requests }) => requests,
  rps: ({ requestsPerSecond }) => requestsPerSecond,
};
const LATENCIES: ReadonlySet<string> = new Set(['avg', 'min', 'p50', 'p90', 'p95', 'p99', 'max']);

/** Parses a condition; times are milliseconds, or seconds with `s`. Throws an Error that says what is wrong with it. */
export function parseThreshold(text: string): Threshold {
  const match = /^\s*([a-z]+\d*)\s*(>=|<=|>|<)\s*(\d+(?:\.\d+)?)\s*(%|ms|s)?\s*$/i.exec(text);
  if (match === null)
    throw invalid(text, 'is not a condition: write one such as p95>300, errors>1% or rps<100');
  const [, given = '', operator, number, unit = ''] = match;
  const name = given.toLowerCase();
  const metric = unit === '%' ? `${name}%` : name;
  if (METRICS[name] === undefined) {
    const similar = nearest(name, Object.keys(METRICS));
    const known = Object.keys(METRICS).filter((each) => !each.endsWith('%'));
    const hint = similar === null ? '' : `; did you mean ${similar}?`;
    throw invalid(text, `names no known figure: use one of ${known.join(', ')}${hint}`);
  }
  const fits = unit === '' || (unit === '%' ? METRICS[metric] !== undefined : LATENCIES.has(name));
  if (!fits) throw invalid(text, `has the unit ${unit}, which ${name} does not have`);
  const limit = Number(number) * (unit.toLowerCase() === 's' ? 1000 : 1);
  return { text: text.trim(), metric, operator: operator as Threshold['operator'], limit };
}

/** Returns the sentences of conditions that hold. */
export function crossedThresholds(
  thresholds: readonly Threshold[],
  result: LoadTestResult,
): readonly string[] {
  return thresholds.flatMap(({ text, metric, operator, limit }) => {
    const value = METRICS[metric]?.(result) ?? 0;
    return isCrossed(value, operator, limit) ? [`${text}: it is ${Number(value.toFixed(2))}`] : [];
  });
}

function isCrossed(value: number, operator: Threshold['operator'], limit: number): boolean {
  switch (operator) {
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
  }
}

function invalid(text: string, reason: string): UserError {
  return new UserError('INVALID_PARAMETER', `--fail-if ${JSON.stringify(text.slice(0, 100))} ${reason}`);
}
