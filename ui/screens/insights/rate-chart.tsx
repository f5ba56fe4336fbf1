// A bar chart of requests over time, with the errors among them.
import { useEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import { parseFilter } from '../../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../../src/session/methods/ui-types.ts';
import { timeText } from '../../format/measures.ts';
import { needsContent } from '../../state/saved-filters.ts';
import { flowList } from '../../state/flows.ts';
import { useStore } from '../../state/store.ts';
import { useThrottled } from '../../state/throttled.ts';
import { theme } from '../../state/theme.ts';
import css from './insights.module.css';

const BARS = 72;
const HEIGHT = 44;

/** The bars of the chart. */
export interface Rates {
  /** The start of each bar, in seconds since the epoch. */
  readonly starts: readonly number[];
  readonly requests: readonly number[];
  readonly errors: readonly number[];
  /** The length of time that a bar covers, in seconds. */
  readonly width: number;
}

/** `filter`: that of the requests; empty for all. The page cannot draw what a filter finds in the content. */
export function RateChart({ filter }: { readonly filter: string }) {
  return needsContent(filter) ? null : <Chart filter={filter} />;
}

function Chart({ filter }: { readonly filter: string }) {
  const { flows } = useThrottled(useStore(flowList), 1000);
  useStore(theme);
  const container = useRef<HTMLDivElement>(null);
  const rates = useMemo(() => ratesOf(matching(flows, filter)), [flows, filter]);
  const peak = Math.max(0, ...rates.requests);
  useEffect(() => {
    const element = container.current;
    if (element === null || rates.starts.length === 0) return;
    const chart = new uPlot(
      options(element.clientWidth, colours(element)),
      [[...rates.starts], [...rates.requests], [...rates.errors]],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [rates]);
  const unit = rates.width === 1 ? 'second' : `${rates.width} s`;
  return (
    <figure>
      <figcaption className={css['chartHead']}>
        <span>Requests per {unit}</span>
        <span>peak {peak}</span>
      </figcaption>
      <div ref={container} className={css['plot']} role="img" aria-label={description(rates, peak, unit)} />
    </figure>
  );
}

/** Counts requests in equal steps of whole seconds. */
export function ratesOf(flows: readonly FlowSummary[]): Rates {
  const times = flows.map(({ startedAt }) => Math.floor(Date.parse(startedAt) / 1000));
  if (times.length === 0) return { starts: [], requests: [], errors: [], width: 1 };
  const first = times.reduce((min, time) => Math.min(min, time));
  const last = times.reduce((max, time) => Math.max(max, time));
  const width = Math.max(1, Math.ceil((last - first + 1) / BARS));
  const requests = new Array<number>(BARS).fill(0);
  const errors = new Array<number>(BARS).fill(0);
  for (const [index, time] of times.entries()) {
    const bar = Math.floor((time - first) / width);
    requests[bar]! += 1;
    const { status = 0, state } = flows[index]!;
    if (state === 'failed' || status >= 400) errors[bar]! += 1;
  }
  return { starts: requests.map((_, bar) => first + bar * width), requests, errors, width };
}

interface Colours {
  readonly line: string;
  readonly danger: string;
}

/** Returns the colours as values, because a canvas does not know custom properties. */
function colours(element: HTMLElement): Colours {
  const style = getComputedStyle(element);
  return { line: style.getPropertyValue('--chart-line'), danger: style.getPropertyValue('--danger') };
}

function options(width: number, { line, danger }: Colours): uPlot.Options {
  const bars = uPlot.paths.bars!({ size: [0.75, 12], align: 1 });
  const series = (fill: string): uPlot.Series => ({
    paths: bars,
    fill,
    stroke: fill,
    width: 0,
    points: { show: false },
  });
  return {
    width,
    height: HEIGHT,
    padding: [2, 0, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    axes: [{ show: false }, { show: false }],
    scales: { y: { range: (_, __, max) => [0, Math.max(1, max)] } },
    series: [{}, series(line), series(danger)],
  };
}

function description({ starts, requests, errors }: Rates, peak: number, unit: string): string {
  const sum = (list: readonly number[]): number => list.reduce((total, each) => total + each, 0);
  const since =
    starts[0] === undefined ? '' : ` since ${timeText(new Date(starts[0] * 1000).toISOString()).slice(0, 8)}`;
  return `${sum(requests)} requests${since}, ${sum(errors)} errors, at most ${peak} per ${unit}`;
}

function matching(flows: readonly FlowSummary[], text: string): readonly FlowSummary[] {
  const filter = parseFilter(text);
  return filter.type === 'filter' ? flows.filter((flow) => filter.matches(flow)) : [];
}
