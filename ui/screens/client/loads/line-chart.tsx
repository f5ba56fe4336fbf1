// A chart over the seconds of a load test: lines, or bars that stand on each other. The future stays empty, so that the
// axis does not move.
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useShownTheme } from '../../../state/theme.ts';
import css from './charts.module.css';
import { niceTop } from './scale.ts';
import { clock } from './setup.ts';

export type SeriesStyle =
  | 'area'
  | 'solid'
  | 'dashed'
  | 'dotted'
  | 'quiet'
  | 'limit'
  | 'status'
  | 'test'
  | 'none';

export interface ChartSeries {
  readonly title: string;
  readonly style: SeriesStyle;
  /** Values by second; null for none. */
  readonly values: readonly (number | null)[];
  /** True for one on a scale of its own, which ends where the axis does. */
  readonly isOwnScale?: boolean;
}

interface LineChartProps {
  readonly title: string;
  /** Seconds since the start. */
  readonly times: readonly number[];
  readonly series: readonly ChartSeries[];
  /** The length of the whole test in seconds. */
  readonly end: number;
  /** The present second, which a line marks; null after the end. */
  readonly now: number | null;
  readonly isStacked?: boolean;
  /** Returns what the top of the axis is, such as `to 1,000 /s`. */
  readonly topText: (top: number) => string;
}

const HEIGHT = 104;

export function LineChart({ title, times, series, end, now, isStacked = false, topText }: LineChartProps) {
  useShownTheme();
  const box = useRef<HTMLDivElement>(null);
  const stacked = isStacked ? stack(series) : series;
  const values = stacked.filter(({ isOwnScale = false }) => !isOwnScale).flatMap((each) => each.values);
  const top = niceTop(values.reduce<number>((max, value) => Math.max(max, value ?? 0), 0));
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    // Those behind are drawn first.
    const drawn = isStacked ? stacked.toReversed() : stacked;
    const chart = new uPlot(
      optionsOf(element, drawn, { end, top, now, isStacked }),
      [[...times], ...drawn.map((each) => [...each.values])],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  });
  return (
    <figure className={css['chart']}>
      <figcaption>
        <strong>{title}</strong>
        {series.map((each) => (
          <span key={each.title} className={css['key']} data-style={each.style}>
            {each.title}
          </span>
        ))}
        <span className={css['top']}>{topText(top)}</span>
      </figcaption>
      <div ref={box} className={css['plot']} role="img" aria-label={describe(title, times, series)} />
      <div className={css['times']} aria-hidden>
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <span key={part}>{clock(part * end)}</span>
        ))}
      </div>
    </figure>
  );
}

function stack(series: readonly ChartSeries[]): readonly ChartSeries[] {
  let below: readonly number[] = [];
  return series.map((each) => {
    below = each.values.map((value, at) => (value ?? 0) + (below[at] ?? 0));
    return { ...each, values: below };
  });
}

interface Frame {
  readonly end: number;
  readonly top: number;
  readonly now: number | null;
  readonly isStacked: boolean;
}

const COLOURS: Readonly<Record<SeriesStyle, string>> = {
  area: '--chart-line',
  solid: '--chart-line',
  dashed: '--chart-line',
  dotted: '--chart-line',
  quiet: '--text-3',
  limit: '--danger',
  status: '--danger',
  test: '--phase-connect',
  none: '--phase-blocked',
};

const DASHES: Partial<Record<SeriesStyle, number[]>> = {
  dashed: [6, 3],
  dotted: [1.5, 3],
  quiet: [5, 3],
  limit: [1.5, 3],
};

function optionsOf(element: HTMLElement, series: readonly ChartSeries[], frame: Frame): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const { end, top, now, isStacked } = frame;
  const bars = uPlot.paths.bars!({ size: [0.8, 10], align: -1 });
  const seriesOf = ({ style: look, isOwnScale = false }: ChartSeries): uPlot.Series => ({
    stroke: colour(COLOURS[look]),
    width: isStacked ? 0 : 1.5,
    points: { show: false },
    spanGaps: true,
    scale: isOwnScale ? 'own' : 'y',
    ...(DASHES[look] !== undefined && { dash: DASHES[look] }),
    ...(look === 'area' && { fill: colour('--chart-fill') }),
    ...(isStacked && { paths: bars, fill: colour(COLOURS[look]) }),
  });
  const own = series.find(({ isOwnScale }) => isOwnScale === true);
  const ownTop = Math.max(1, ...(own?.values ?? []).map((value) => value ?? 0));
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [2, 0, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: {
      x: { time: false, range: () => [0, end] },
      y: { range: () => [0, top] },
      own: { range: () => [0, ownTop] },
    },
    series: [{}, ...series.map(seriesOf)],
    hooks: { drawClear: [(chart) => drawFrame(chart, colour('--chart-grid'), colour('--text-3'), now)] },
  };
}

function drawFrame(chart: uPlot, grid: string, mark: string, now: number | null): void {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  ctx.strokeStyle = grid;
  ctx.beginPath();
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const y = Math.round(bbox.top + bbox.height * part) + (part === 1 ? -0.5 : 0.5);
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
  }
  ctx.stroke();
  if (now !== null) {
    const x = chart.valToPos(now, 'x', true);
    ctx.strokeStyle = mark;
    ctx.setLineDash([2 * devicePixelRatio, 2 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

function describe(title: string, times: readonly number[], series: readonly ChartSeries[]): string {
  const texts = series.map(({ title: name, values }) => {
    const last = values.findLast((value) => value !== null) ?? 0;
    const peak = values.reduce<number>((max, value) => Math.max(max, value ?? 0), 0);
    return `${name} ${round(last)} at the end, at most ${round(peak)}`;
  });
  return `${title} over ${clock(times.at(-1) ?? 0)}: ${texts.join('; ')}`;
}

function round(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}
