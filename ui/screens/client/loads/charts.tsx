// The charts of a load test: requests a second with users, latency, and errors by kind; after the end beside an earlier
// test.
import type { ReactNode } from 'react';
import { durationText } from '../../../format/measures.ts';
import css from './charts.module.css';
import { LineChart, type ChartSeries } from './line-chart.tsx';
import type { LoadState, Second } from './model.ts';
import { loadAt } from './setup.ts';
import type { Compared } from './use-compared.ts';
import type { LoadView } from './view.ts';

interface ChartsProps {
  readonly view: LoadView;
  readonly compared: Compared;
  /** Shown beside the chart of errors. */
  readonly errors: ReactNode;
}

export function Charts({ view, compared, errors }: ChartsProps) {
  const { state, end } = view;
  const { seconds } = state;
  const before = compared.result?.seconds ?? null;
  const length = Math.max(1, state.durationMs / 1000, seconds.at(-1)?.at ?? 0, before?.at(-1)?.at ?? 0);
  const times = timesOf(seconds, before, length);
  const now = end === null ? (seconds.at(-1)?.at ?? 0) : null;
  const shared = { times, end: length, now };
  const users = before === null ? `, ${state.users.toLocaleString('en')} users` : '';
  return (
    <div className={css['charts']}>
      <LineChart
        {...shared}
        title="Requests a second"
        series={rateSeries(state, before, times)}
        topText={(top) => `to ${top.toLocaleString('en')} /s${users}`}
      />
      <LineChart
        {...shared}
        title={before === null ? 'Latency' : 'p95'}
        series={latencySeries(state, before, times)}
        topText={(top) => `to ${durationText(top)}`}
      />
      <LineChart
        {...shared}
        times={seconds.map((each) => each.at)}
        title="Errors a second"
        isStacked
        series={errorSeries(seconds)}
        topText={(top) => `to ${top.toLocaleString('en')} /s`}
      />
      {errors}
    </div>
  );
}

type Earlier = readonly Second[] | null;

/** `before`: the seconds of the earlier test; null without one. */
function rateSeries(
  { seconds, stages, rate }: LoadState,
  before: Earlier,
  times: readonly number[],
): readonly ChartSeries[] {
  const of: Figure = (second) => second.requestsPerSecond;
  const own = valuesAt(seconds, times, of, 0);
  if (before !== null)
    return [
      { title: 'this', style: 'area', values: own },
      { title: 'before', style: 'quiet', values: valuesAt(before, times, of, 0) },
    ];
  // The future of users is known, where they are what the stages say.
  const users =
    stages.length > 0 && rate === null
      ? times.map((time) => loadAt(stages, time))
      : valuesAt(seconds, times, (second) => second.users, null);
  return [
    { title: 'requests/s', style: 'area', values: own },
    { title: 'users', style: 'quiet', values: users, isOwnScale: true },
  ];
}

function latencySeries(
  { seconds, thresholds }: LoadState,
  before: Earlier,
  times: readonly number[],
): readonly ChartSeries[] {
  const values = (list: readonly Second[], of: Figure): readonly (number | null)[] =>
    valuesAt(list, times, of, null);
  const limit = latencyLimit(thresholds);
  const limits: readonly ChartSeries[] =
    limit === null ? [] : [{ title: durationText(limit), style: 'limit', values: times.map(() => limit) }];
  if (before !== null)
    return [
      { title: 'this', style: 'solid', values: values(seconds, (each) => each.p95Ms) },
      { title: 'before', style: 'quiet', values: values(before, (each) => each.p95Ms) },
      ...limits,
    ];
  return [
    { title: 'p50', style: 'solid', values: values(seconds, (each) => each.p50Ms) },
    { title: 'p95', style: 'dashed', values: values(seconds, (each) => each.p95Ms) },
    { title: 'p99', style: 'dotted', values: values(seconds, (each) => each.p99Ms) },
    ...limits,
  ];
}

function errorSeries(seconds: readonly Second[]): readonly ChartSeries[] {
  return [
    {
      title: 'status',
      style: 'status',
      values: seconds.map(({ errorKinds, errors }) => errorKinds?.status ?? errors),
    },
    { title: 'failed tests', style: 'test', values: seconds.map((each) => each.errorKinds?.test ?? 0) },
    { title: 'no response', style: 'none', values: seconds.map((each) => each.errorKinds?.none ?? 0) },
  ];
}

/** Returns all points of time: those of both tests, and steps in which the profile is drawn to its end. */
function timesOf(
  seconds: readonly Second[],
  before: readonly Second[] | null,
  length: number,
): readonly number[] {
  const own = [...seconds, ...(before ?? [])].map(({ at }) => at);
  const steps = Array.from({ length: 61 }, (_, step) => (step * length) / 60);
  return [...new Set([...own, ...steps])].sort((a, b) => a - b);
}

type Figure = (second: Second) => number | undefined;

/** Returns values at points of time, null where no second ends. `first`: the value at 0. */
function valuesAt(
  seconds: readonly Second[],
  times: readonly number[],
  of: Figure,
  first: number | null,
): readonly (number | null)[] {
  const known = new Map(seconds.map((second) => [second.at, of(second) ?? null]));
  return times.map((time) => (time === 0 && seconds.length > 0 ? first : (known.get(time) ?? null)));
}

/** Returns the limit of a threshold about a percentile of latency, in milliseconds; null without one. */
function latencyLimit(thresholds: readonly { readonly text: string }[]): number | null {
  for (const { text } of thresholds) {
    const [, value, unit] = /^\s*p\d+\s*>=?\s*(\d+(?:\.\d+)?)\s*(ms|s)?\s*$/i.exec(text) ?? [];
    if (value !== undefined) return Number(value) * (unit?.toLowerCase() === 's' ? 1000 : 1);
  }
  return null;
}
