// Thresholds of a load test, such as `p95>300` and `errors>1%`: conditions that make the test fail.
import { nearest } from '../../base/did-you-mean.ts';
import { UserError } from '../../base/errors.ts';
import { metricNamed, metrics } from './metrics.ts';
import type { LoadTestTotals } from './measurements.ts';

export interface Threshold {
  readonly text: string;
  readonly metric: string;
  readonly operator: '>' | '>=' | '<' | '<=';
  readonly limit: number;
}

/** A threshold after a test, with the value that it is about. */
export interface ThresholdResult {
  readonly text: string;
  readonly passed: boolean;
  readonly value: number;
}

/**
 * Parses a condition. Times are in milliseconds, or in seconds with the suffix `s`. Throws a UserError that says what is
 * wrong with it; `option` precedes it.
 */
export function parseThreshold(text: string, option = '--fail-if '): Threshold {
  const invalid = (reason: string): UserError =>
    new UserError('INVALID_PARAMETER', `${option}${JSON.stringify(text.slice(0, 100))} ${reason}`);
  const match = /^\s*([a-z]+\d*)\s*(>=|<=|>|<)\s*(\d+(?:\.\d+)?)\s*(%|ms|s)?\s*$/i.exec(text);
  if (match === null) throw invalid('is not a condition: write one such as p95>300, errors>1% or rps<100');
  const [, given = '', operator, number, unit = ''] = match;
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
  const limit = Number(number) * (unit.toLowerCase() === 's' ? 1000 : 1);
  return { text: text.trim(), metric: metric.name, operator: operator as Threshold['operator'], limit };
}

/** Returns a sentence for each condition that holds. */
export function crossedThresholds(
  thresholds: readonly Threshold[],
  result: LoadTestTotals,
): readonly string[] {
  return thresholdResults(thresholds, result)
    .filter(({ passed }) => !passed)
    .map(crossedSentence);
}

/** Returns the sentence that says what the value is. */
export function crossedSentence({ text, value }: Omit<ThresholdResult, 'passed'>): string {
  return `${text}: it is ${Number(value.toFixed(2))}`;
}

/** Returns which thresholds have passed, those whose condition does not hold. */
export function thresholdResults(
  thresholds: readonly Threshold[],
  result: LoadTestTotals,
): readonly ThresholdResult[] {
  return thresholds.map(({ text, metric, operator, limit }) => {
    const value = metricNamed(metric)?.of(result) ?? 0;
    return { text, passed: !isCrossed(value, operator, limit), value };
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
