// A bar chart of requests over time, with the errors among them.
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { parseFilter } from '../../../src/flow/filter/index.ts';
import { timeText } from '../../format/measures.ts';
import { needsContent } from '../../state/saved-filters.ts';
import { flowList, flowTable } from '../../state/flows.ts';
import { inSlices } from '../../state/slices.ts';
import { Numbers } from '../../state/numbers.ts';
import { useStore } from '../../state/store.ts';
import { useThrottled } from '../../state/throttled.ts';
import { useShownTheme } from '../../state/theme.ts';
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
  const rates = useRates(filter);
  const shown = useShownTheme();
  const container = useRef<HTMLDivElement>(null);
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
    // The colours are those of the theme.
  }, [rates, shown]);
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

const NOTHING: Rates = { starts: [], requests: [], errors: [], width: 1 };
/** Rows that are looked at in one step. */
const STEP = 500;

/** Returns the rates, which follow the traffic at a distance. */
function useRates(filter: string): Rates {
  const [rates, setRates] = useState(NOTHING);
  const list = useThrottled(useStore(flowList), 1000);
  useEffect(() => inSlices(findRates(filter, setRates)), [list, filter]);
  return rates;
}

function* findRates(text: string, found: (rates: Rates) => void): Generator<void, void, undefined> {
  const filter = parseFilter(text);
  const seconds = new Numbers();
  const failed = new Numbers();
  for (let after: number | null = -1; filter.type === 'filter';) {
    after = flowTable.visit(after, STEP, (row) => {
      if (filter.matches(row) !== true) return;
      const second = Math.floor(row.startMs / 1000);
      seconds.push(second);
      if (row.state === 'failed' || (row.status ?? 0) >= 400) failed.push(second);
    });
    if (after === null) break;
    yield;
  }
  found(ratesOf(seconds.view(), failed.view()));
}

/** Counts requests, and the errors among them, in equal steps of whole seconds. */
function ratesOf(seconds: Float64Array, failed: Float64Array): Rates {
  if (seconds.length === 0) return NOTHING;
  const first = seconds.reduce((min, time) => Math.min(min, time));
  const last = seconds.reduce((max, time) => Math.max(max, time));
  const width = Math.max(1, Math.ceil((last - first + 1) / BARS));
  const counted = (times: Float64Array): readonly number[] => {
    const bars = Array.from({ length: BARS }, () => 0);
    for (const time of times) bars[Math.floor((time - first) / width)]! += 1;
    return bars;
  };
  const requests = counted(seconds);
  return { starts: requests.map((_, bar) => first + bar * width), requests, errors: counted(failed), width };
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
