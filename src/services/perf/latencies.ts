// The latency figures, one line each: the name, how to read it from the samples, and where it is shown. Measurements,
// texts, reports, thresholds and k6 scripts are derived from this list.

/** The samples of one kind, in milliseconds. */
export interface Samples {
  readonly responses: number;
  readonly sumMs: number;
  readonly minMs: number;
  readonly maxMs: number;
  percentile(percent: number): number;
}

/** `totals` and `requests`: the lines that are printed. `report`: the HTML report. JSON has all figures. */
type LatencyTable = 'totals' | 'requests' | 'report';

export interface LatencyFigure {
  /** In conditions and in lines. */
  readonly name: string;
  /** In reports. */
  readonly title: string;
  /** The aggregation of k6. */
  readonly k6: string;
  readonly shownIn: readonly LatencyTable[];
  /** Returns milliseconds, of at least one sample. */
  readonly of: (samples: Samples) => number;
}

/** The latency figures by their keys in JSON reports. */
export const latencies = {
  average: {
    name: 'avg',
    title: 'Average',
    k6: 'avg',
    shownIn: ['totals', 'requests', 'report'],
    of: ({ sumMs, responses }) => sumMs / responses,
  },
  min: { name: 'min', title: 'Minimum', k6: 'min', shownIn: ['totals'], of: ({ minMs }) => minMs },
  p50: { ...percentile(50, ['totals', 'report']), k6: 'med' },
  p90: percentile(90, ['totals', 'requests', 'report']),
  p95: percentile(95, ['totals', 'requests', 'report']),
  p99: percentile(99, ['totals', 'requests', 'report']),
  max: { name: 'max', title: 'Maximum', k6: 'max', shownIn: ['totals', 'report'], of: ({ maxMs }) => maxMs },
} satisfies Readonly<Record<string, LatencyFigure>>;

function percentile(percent: number, shownIn: readonly LatencyTable[]): LatencyFigure {
  const name = `p${percent}`;
  return { name, title: name, k6: `p(${percent})`, shownIn, of: (samples) => samples.percentile(percent) };
}

type Key = keyof typeof latencies;

/** Latencies in milliseconds. */
export type Latency = Readonly<Record<Key, number>>;

/** Returns the figures of the samples; zeros when there are none. */
export function latencyOf(samples: Samples): Latency {
  const read = ({ of }: LatencyFigure): number => (samples.responses === 0 ? 0 : of(samples));
  return Object.fromEntries(keys.map((key) => [key, read(latencies[key])])) as Record<Key, number>;
}

const keys = Object.keys(latencies) as readonly Key[];

/** Returns the figures of a table, in order, each with the function that reads it from a summary. */
export function latenciesIn(table: LatencyTable): readonly LatencyMetric[] {
  return latencyMetrics.filter(({ shownIn }) => shownIn.includes(table));
}

export type LatencyMetric = Omit<LatencyFigure, 'of'> & {
  readonly of: (summary: { readonly latency: Latency }) => number;
};

export const latencyMetrics: readonly LatencyMetric[] = keys.map((key) => ({
  ...latencies[key],
  of: ({ latency }) => latency[key],
}));
