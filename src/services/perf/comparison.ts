// Compares the figures of a load test with those of an earlier one.
import { isDeepStrictEqual } from 'node:util';
import { metrics } from './metrics.ts';
import type { LoadTestResult } from './result.ts';

/** A change below this part of the earlier value says nothing. */
const MIN_CHANGE = 0.05;
/** Figures that grow with the length of the test. */
const TOTALS: ReadonlySet<string> = new Set(['requests', 'errors']);

/** Options by name. */
export type ComparedOptions = Readonly<Record<string, unknown>>;

export interface DifferingOption {
  readonly option: string;
  readonly before: unknown;
  readonly now: unknown;
}

export interface ComparedFigure {
  readonly metric: string;
  readonly title: string;
  readonly unit: 'ms' | '%' | 'number';
  readonly before: number;
  readonly now: number;
  /** Relative to the earlier value; null where that is 0. */
  readonly change: number | null;
  /** Null where the change is too small to say anything, and for totals, which depend on the length. */
  readonly mark: 'better' | 'worse' | null;
}

/** Returns the figures by the name of their metric. */
export function figuresOf(result: LoadTestResult): Readonly<Record<string, number>> {
  return Object.fromEntries(metrics.map(({ name, of }) => [name, of(result)]));
}

export function differingOptions(before: ComparedOptions, now: ComparedOptions): readonly DifferingOption[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((option) => !isDeepStrictEqual(before[option] ?? null, now[option] ?? null))
    .map((option) => ({ option, before: before[option] ?? null, now: now[option] ?? null }));
}

/** Compares figures as `figuresOf` returns them. Those that one side does not have are left out. */
export function comparedFigures(
  before: Readonly<Record<string, number>>,
  now: Readonly<Record<string, number>>,
): readonly ComparedFigure[] {
  return metrics.flatMap(({ name, title, unit }) => {
    const [was, is] = [before[name], now[name]];
    if (was === undefined || is === undefined) return [];
    const change = was === 0 ? null : (is - was) / was;
    return [{ metric: name, title, unit, before: was, now: is, change, mark: markOf(name, was, is) }];
  });
}

/** Options that have to be equal in load tests of the same. */
const SAME = ['only', 'profile', 'stages', 'dataset', 'weights', 'dataPerUser'] as const;

/** Returns true for tests that send the same requests with the same data and profile. */
export function isSameTest(before: ComparedOptions, now: ComparedOptions): boolean {
  return SAME.every((name) => isDeepStrictEqual(before[name] ?? null, now[name] ?? null));
}

export interface ComparedRequest {
  readonly name: string;
  readonly method: string;
  readonly folders: readonly string[];
  /** Null for a request that one of the tests does not have. */
  readonly p95: ComparedFigure | null;
  readonly p99: ComparedFigure | null;
}

type Requests = Pick<LoadTestResult, 'perRequest'>;

/** Compares the requests of a test with those of an earlier one, by method, folders and name. */
export function comparedRequests(before: Requests, now: Requests): readonly ComparedRequest[] {
  const keyOf = ({ method, folders, name }: Requests['perRequest'][number]): string =>
    JSON.stringify([method, folders, name]);
  const earlier = new Map(before.perRequest.map((request) => [keyOf(request), request]));
  return now.perRequest.map((request) => {
    const { name, method, folders, latency } = request;
    const was = earlier.get(keyOf(request))?.latency;
    const figures =
      was === undefined
        ? []
        : comparedFigures({ p95: was.p95, p99: was.p99 }, { p95: latency.p95, p99: latency.p99 });
    const figureOf = (metric: string): ComparedFigure | null =>
      figures.find((each) => each.metric === metric) ?? null;
    return { name, method, folders, p95: figureOf('p95'), p99: figureOf('p99') };
  });
}

function markOf(name: string, before: number, now: number): ComparedFigure['mark'] {
  if (TOTALS.has(name) || now === before || Math.abs(now - before) < MIN_CHANGE * before) return null;
  return now > before === (name === 'rps') ? 'better' : 'worse';
}
