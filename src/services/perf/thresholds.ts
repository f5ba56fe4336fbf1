// Thresholds of a load test, such as `p95>300` and `errors{Sign in}>1%`: conditions that make the test fail.
import { nearest } from '../../base/did-you-mean.ts';
import { UserError } from '../../base/errors.ts';
import type { Step } from '../../runs/runner/steps.ts';
import { metricNamed, metrics, type Figures } from './metrics.ts';
import type { LoadTestTotals, RequestSummary } from './measurements.ts';
import type { Stage } from './profile.ts';

export interface Threshold {
  readonly text: string;
  readonly metric: string;
  readonly operator: '>' | '>=' | '<' | '<=';
  readonly limit: number;
  /** The part of the test that it is about; null for all of it. */
  readonly scope: ThresholdScope | null;
}

/** A request by its name, perhaps after those of its folders (`Orders/List`), or a stage counted from 1. */
export type ThresholdScope =
  | { readonly type: 'request'; readonly name: string }
  | { readonly type: 'stage'; readonly number: number };

/** A threshold after a test, with the value that it is about. */
export interface ThresholdResult {
  readonly text: string;
  readonly passed: boolean;
  readonly value: number;
}

/** A condition that has ended a test, with its value then. */
export interface BrokenThreshold {
  readonly text: string;
  readonly value: number;
  /** Seconds from the start. */
  readonly at: number;
}

/**
 * Parses a condition. Times are in milliseconds, or in seconds with the suffix `s`. Throws a UserError that says what is
 * wrong with it; `option` precedes it.
 */
export function parseThreshold(text: string, option = '--fail-if '): Threshold {
  const invalid = (reason: string): UserError =>
    new UserError('INVALID_PARAMETER', `${option}${JSON.stringify(text.slice(0, 100))} ${reason}`);
  const match = /^\s*([a-z]+\d*)\s*(?:\{(.*)\})?\s*(>=|<=|>|<)\s*(\d+(?:\.\d+)?)\s*(%|ms|s)?\s*$/is.exec(
    text,
  );
  if (match === null)
    throw invalid(
      'is not a condition: write one such as p95>300, errors>1%, rps<100, p95{List orders}>300 or p95{stage:2}>300',
    );
  const [, given = '', scopeText, operator, number, unit = ''] = match;
  const name = given.toLowerCase();
  const named = metricNamed(name);
  if (named === undefined) {
    const names = metrics.map((metric) => metric.name);
    const similar = nearest(name, names);
    const hint = similar === null ? '' : `; did you mean ${similar}?`;
    const known = names.filter((each) => !each.endsWith('%'));
    throw invalid(`names no known figure: use one of ${known.join(', ')}${hint}`);
  }
  const metric = unit === '%' ? metricNamed(`${name}%`) : named;
  if (metric === undefined || (/^m?s$/i.test(unit) && metric.unit !== 'ms'))
    throw invalid(`has the unit ${unit}, which ${name} does not have`);
  const scope = scopeText === undefined ? null : scopeOf(scopeText.trim());
  if (scopeText?.trim() === '') throw invalid('names nothing between { and }: give a request, or stage:2');
  const limit = Number(number) * (unit.toLowerCase() === 's' ? 1000 : 1);
  return {
    text: text.trim(),
    metric: metric.name,
    operator: operator as Threshold['operator'],
    limit,
    scope,
  };
}

function scopeOf(text: string): ThresholdScope {
  const [, stage] = /^stage\s*:\s*(\d{1,6})$/i.exec(text) ?? [];
  if (stage !== undefined) return { type: 'stage', number: Number(stage) };
  return { type: 'request', name: text.replace(/^request\s*:\s*/i, '') };
}

/** Throws a UserError for a condition about a request or a stage that the test does not have. */
export function checkThresholds(
  thresholds: readonly Threshold[],
  { steps, stages }: { readonly steps: readonly Step[]; readonly stages: readonly Stage[] },
): void {
  const requests = steps.map(({ request: { name }, folders }) => ({ name, folders }));
  for (const { text, scope } of thresholds) {
    const reason =
      scope === null
        ? null
        : scope.type === 'stage'
          ? stageError(scope.number, stages.length)
          : requestError(scope.name, requests);
    if (reason !== null)
      throw new UserError('INVALID_PARAMETER', `the condition ${JSON.stringify(text)} ${reason}`, {
        field: 'thresholds',
      });
  }
}

function stageError(number: number, count: number): string | null {
  if (number >= 1 && number <= count) return null;
  return count === 0
    ? 'is about a stage, and the profile has none: give stages'
    : `is about stage ${number}: there are stages 1 to ${count}`;
}

type Named = Pick<RequestSummary, 'name' | 'folders'>;

function requestError(name: string, requests: readonly Named[]): string | null {
  const found = requests.filter((request) => isNamed(request, name));
  if (found.length === 1) return null;
  if (found.length > 1)
    return `is about ${found.length} requests: give the folder too, such as ${JSON.stringify(pathOf(found[0]!))}`;
  const similar = nearest(
    name,
    requests.map((each) => each.name),
  );
  const hint = similar === null ? '' : `; did you mean ${JSON.stringify(similar)}?`;
  return `is about the request ${JSON.stringify(name)}, which is not sent${hint}`;
}

/** True for a request by its name, or by its whole path. */
export function isNamed(request: Named, name: string): boolean {
  return request.name === name || pathOf(request) === name;
}

function pathOf({ folders, name }: Named): string {
  return [...folders, name].join('/');
}

/** Returns a sentence for each condition that holds. */
export function crossedThresholds(thresholds: readonly Threshold[], result: Judged): readonly string[] {
  return thresholdResults(thresholds, result)
    .filter(({ passed }) => !passed)
    .map(crossedSentence);
}

/** Returns the sentence that says what the value is. */
export function crossedSentence({ text, value }: Omit<ThresholdResult, 'passed'>): string {
  if (value === 0 && metricNamed(/^\s*\w+/.exec(text)?.[0].trim().toLowerCase() ?? '')?.unit === 'ms')
    return `${text}: no request had a response`;
  return `${text}: it is ${Number(value.toFixed(2))}`;
}

/** The figures of a test, and the condition that has ended it: that one has failed, whatever followed. */
type Judged = LoadTestTotals & { readonly broken?: BrokenThreshold | null };

/**
 * Returns which thresholds have passed, those whose condition does not hold. One about latencies fails where no request
 * had a response.
 */
export function thresholdResults(
  thresholds: readonly Threshold[],
  result: Judged,
): readonly ThresholdResult[] {
  return thresholds.map(({ text, metric, operator, limit, scope }) => {
    const { broken } = result;
    if (broken?.text === text) return { text, passed: false, value: broken.value };
    const figures = figuresIn(result, scope);
    if (figures === null) return { text, passed: true, value: 0 };
    const { of, unit } = metricNamed(metric)!;
    const value = of(figures);
    const isSilent = unit === 'ms' && figures.requests > 0 && figures.latency.max === 0;
    return { text, passed: !isSilent && !isCrossed(value, operator, limit), value };
  });
}

/** Returns the figures of the test or of a part; null for a stage that has not begun. */
function figuresIn(totals: LoadTestTotals, scope: ThresholdScope | null): Figures | null {
  if (scope === null) return totals;
  if (scope.type === 'stage') {
    const stage = totals.perStage[scope.number - 1];
    return stage === undefined || stage.durationMs === 0 ? null : stage;
  }
  const request = totals.perRequest.find((each) => isNamed(each, scope.name));
  if (request === undefined) return null;
  const { durationMs } = totals;
  return {
    ...request,
    requestsPerSecond: durationMs === 0 ? 0 : (request.requests / durationMs) * 1000,
  };
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
