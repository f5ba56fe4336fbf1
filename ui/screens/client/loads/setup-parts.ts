// The parts of a set-up of a load test, and a check of what is kept: another version may have written it.

/** The load changes evenly to `to` while a stage lasts; one of 0 seconds jumps to it. The first begins at 0. */
export interface Stage {
  readonly seconds: number;
  readonly to: number;
}

/** A condition that must hold, such as `p95 < 300 ms`. */
export interface Condition {
  readonly measure: Measure;
  /** A part of the test, as `--fail-if` has it in braces: a request, or `stage:2`; empty for all of it. */
  readonly about: string;
  readonly is: Sign;
  /** As typed. */
  readonly value: string;
}

export const SIGNS = ['<', '≤', '>', '≥'] as const;
export type Sign = (typeof SIGNS)[number];

export const MEASURES = [
  'p50',
  'p90',
  'p95',
  'p99',
  'avg',
  'min',
  'max',
  'errors%',
  'errors',
  'rps',
  'requests',
] as const;
export type Measure = (typeof MEASURES)[number];

export interface LoadSetup {
  /** Ids; empty for none, for the whole collection, and for the active environment. */
  readonly collection: string;
  /** Ids of folders and requests; empty for all. */
  readonly only: readonly string[];
  /** As typed, by the ids of requests and folders; empty to send all of them in order. */
  readonly weights: Readonly<Record<string, string>>;
  readonly environment: string;
  readonly dataset: string;
  /** True where each user has a row of its own. */
  readonly dataPerUser: boolean;
  /** The unit of the stages. */
  readonly of: 'users' | 'rate';
  readonly stages: readonly Stage[];
  /** Users that a rate may use, as typed. */
  readonly users: string;
  /** As typed, in seconds: `1` or `0.5-2`; empty for none. */
  readonly thinkTime: string;
  readonly threads: string;
  /** Seconds as typed; empty for that of each request. */
  readonly timeout: string;
  readonly insecure: boolean;
  readonly conditions: readonly Condition[];
  /** True to end the test when a condition fails. */
  readonly aborts: boolean;
  /** Seconds as typed, from which on it does. */
  readonly abortFrom: string;
}

const TEXTS = [
  'collection',
  'environment',
  'dataset',
  'users',
  'thinkTime',
  'threads',
  'timeout',
  'abortFrom',
];

export function isSetup(value: unknown): value is LoadSetup {
  if (!isObject(value) || TEXTS.some((key) => typeof value[key] !== 'string')) return false;
  const { of, stages, conditions, only, weights } = value;
  return (
    (of === 'users' || of === 'rate') &&
    ['insecure', 'dataPerUser', 'aborts'].every((key) => typeof value[key] === 'boolean') &&
    Array.isArray(only) &&
    only.every((each) => typeof each === 'string') &&
    isObject(weights) &&
    Object.values(weights).every((each) => typeof each === 'string') &&
    isListOf(stages, ({ seconds, to }) => isCount(seconds) && isCount(to)) &&
    isListOf(
      conditions,
      (each) =>
        ['measure', 'about', 'value'].every((key) => typeof each[key] === 'string') && isSign(each['is']),
    )
  );
}

function isListOf(value: unknown, isValid: (each: Readonly<Record<string, unknown>>) => boolean): boolean {
  return Array.isArray(value) && value.every((each: unknown) => isObject(each) && isValid(each));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isSign(value: unknown): boolean {
  return SIGNS.some((sign) => sign === value);
}
