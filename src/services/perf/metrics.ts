// The metrics of a load test, as thresholds name them and reports show them, one entry each. The latency metrics are
// in `latencies.ts`.
import { latencyMetrics } from './latencies.ts';
import type { Summary } from './measurements.ts';

/** The figures of a test, of a stage, or of a request. */
export type Figures = Summary & { readonly requestsPerSecond: number };

export interface Metric {
  /** In conditions; one that ends with `%` is the share of the metric before it. */
  readonly name: string;
  /** In reports. */
  readonly title: string;
  readonly unit: 'ms' | '%' | 'number';
  /** The metric in k6 scripts and its aggregation. `errors` and `error_count` are defined by the script. */
  readonly k6: readonly [metric: string, aggregation: string];
  readonly of: (figures: Figures) => number;
}

export const metrics: readonly Metric[] = [
  ...latencyMetrics.map(({ name, title, k6, of }): Metric => ({
    name,
    title,
    unit: 'ms',
    k6: ['http_req_duration', k6],
    of,
  })),
  {
    name: 'errors',
    title: 'Errors',
    unit: 'number',
    k6: ['error_count', 'count'],
    of: ({ errors }) => errors,
  },
  {
    name: 'errors%',
    title: 'Errors, %',
    unit: '%',
    k6: ['errors', 'rate'],
    of: ({ errors, requests }) => (requests === 0 ? 0 : (errors / requests) * 100),
  },
  {
    name: 'requests',
    title: 'Requests',
    unit: 'number',
    k6: ['http_reqs', 'count'],
    of: ({ requests }) => requests,
  },
  {
    name: 'rps',
    title: 'Requests a second',
    unit: 'number',
    k6: ['http_reqs', 'rate'],
    of: ({ requestsPerSecond }) => requestsPerSecond,
  },
];

/** Returns the metric with this name in conditions; undefined when there is none. */
export function metricNamed(name: string): Metric | undefined {
  return metrics.find((metric) => metric.name === name);
}
