// The choices for a load test. The app keeps it, so that the next one starts from it.
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import { createFormPreference } from '../../../state/preferences.ts';
import { failIf } from './conditions.ts';
import { isSetup, type LoadSetup, type Stage } from './setup-parts.ts';

export const EMPTY: LoadSetup = {
  collection: '',
  only: [],
  weights: {},
  environment: '',
  dataset: '',
  dataPerUser: false,
  of: 'users',
  stages: [
    { seconds: 10, to: 10 },
    { seconds: 30, to: 10 },
    { seconds: 5, to: 0 },
  ],
  users: '50',
  thinkTime: '1',
  threads: '1',
  timeout: '',
  insecure: false,
  conditions: [{ measure: 'errors%', about: '', is: '<', value: '1' }],
  aborts: false,
  abortFrom: '',
};

export const loadSetup = createFormPreference<LoadSetup>('client.loadSetup', EMPTY, isSetup);

export const MAX_SECONDS = 3600;
export const MAX_USERS = 1000;
export const MAX_RATE = 100_000;
export const MAX_STAGES = 100;
export const MAX_WEIGHT = 1000;

export function maxLoad({ of }: Pick<LoadSetup, 'of'>): number {
  return of === 'users' ? MAX_USERS : MAX_RATE;
}

export function secondsOf(stages: readonly Stage[]): number {
  return stages.reduce((sum, { seconds }) => sum + seconds, 0);
}

export function peakOf(stages: readonly Stage[]): number {
  return Math.max(0, ...stages.map(({ to }) => to));
}

/** Returns the reason why the stages are no test; null when they are one. */
export function stagesError(setup: Pick<LoadSetup, 'of' | 'stages'>): string | null {
  if (secondsOf(setup.stages) < 1) return 'The stages last less than a second';
  if (secondsOf(setup.stages) > MAX_SECONDS) return 'The stages last more than an hour';
  if (peakOf(setup.stages) < 1) return 'The stages have no load';
  if (peakOf(setup.stages) > maxLoad(setup))
    return `The load is more than ${maxLoad(setup).toLocaleString('en')}`;
  return null;
}

const MAX_THINK_MS = 3_600_000;

/** Parses seconds such as `1` or `0.5-2` into milliseconds; null for what is none. */
export function parseThinkTime(
  text: string,
): { readonly thinkTimeMs: number; readonly maxThinkTimeMs: number } | null {
  if (text.trim() === '') return { thinkTimeMs: 0, maxThinkTimeMs: 0 };
  const match = /^\s*(\d+(?:\.\d+)?)(?:\s*[-–]\s*(\d+(?:\.\d+)?))?\s*$/.exec(text);
  if (match === null) return null;
  const [, first = '', second = first] = match;
  const [thinkTimeMs, maxThinkTimeMs] = [first, second].map((each) => Math.round(Number(each) * 1000));
  if (thinkTimeMs! > maxThinkTimeMs! || maxThinkTimeMs! > MAX_THINK_MS) return null;
  return { thinkTimeMs: thinkTimeMs!, maxThinkTimeMs: maxThinkTimeMs! };
}

/** Parses a whole number in a range; null for what is none. */
export function parseNumber(text: string, from: number, to: number): number | null {
  const number = /^\s*\d{1,7}\s*$/.test(text) ? Number(text) : -1;
  return number >= from && number <= to ? number : null;
}

type Params = Omit<ParamsOf<'client.load_test'>, 'window' | 'tab'>;

/** The typed texts as numbers. */
interface Numbers {
  readonly thinkTimeMs: number;
  readonly maxThinkTimeMs: number;
  /** Users that a rate may use. */
  readonly users: number | null;
  readonly threads: number;
  readonly timeoutMs: number | null;
  readonly weights: Readonly<Record<string, number>>;
  readonly thresholds: readonly string[];
  readonly abortAfterSeconds: number | null;
}

/** Returns the numbers of what was typed; null while something is wrong. */
export function numbersOf(setup: LoadSetup): Numbers | null {
  const think = parseThinkTime(setup.thinkTime);
  const [users, threads] = [parseNumber(setup.users, 1, MAX_USERS), parseNumber(setup.threads, 1, 64)];
  const timeout = setup.timeout.trim() === '' ? 0 : parseNumber(setup.timeout, 1, 3600);
  const abortFrom = setup.abortFrom.trim() === '' ? 0 : parseNumber(setup.abortFrom, 0, MAX_SECONDS);
  const thresholds = setup.conditions.map(failIf);
  const weights = Object.entries(setup.weights)
    .filter(([, text]) => text.trim() !== '')
    .map(([id, text]) => [id, parseNumber(text, 0, MAX_WEIGHT)] as const);
  if (think === null || threads === null || timeout === null || abortFrom === null) return null;
  if (setup.of === 'rate' && users === null) return null;
  if ([...thresholds, ...weights.map(([, weight]) => weight)].some((each) => each === null)) return null;
  return {
    ...think,
    users: setup.of === 'rate' ? users : null,
    threads,
    timeoutMs: timeout === 0 ? null : timeout * 1000,
    weights: Object.fromEntries(weights.map(([id, weight]) => [id, weight ?? 0])),
    thresholds: thresholds.filter((each) => each !== null),
    abortAfterSeconds: setup.aborts ? abortFrom : null,
  };
}

/** Returns what a load test is started with; null while something is missing or wrong. */
export function loadParams(setup: LoadSetup): Params | null {
  const { collection, only, environment, dataset, dataPerUser, of, stages, insecure } = setup;
  const numbers = numbersOf(setup);
  if (collection === '' || stagesError(setup) !== null || numbers === null) return null;
  const { thinkTimeMs, maxThinkTimeMs, users, threads, timeoutMs, weights, thresholds, abortAfterSeconds } =
    numbers;
  return {
    collection,
    ...(only.length > 0 && { only: [...only] }),
    ...(environment !== '' && { environment }),
    ...(dataset !== '' && { dataset }),
    ...(dataset !== '' && dataPerUser && { dataPerUser }),
    stages: [...stages],
    ...(of === 'rate' && users !== null && { rate: peakOf(stages), users }),
    thinkTimeMs,
    maxThinkTimeMs,
    ...(threads !== 1 && { threads }),
    ...(timeoutMs !== null && { timeoutMs }),
    ...(insecure && { insecure }),
    ...(Object.keys(weights).length > 0 && { weights: { ...weights } }),
    thresholds: [...thresholds],
    ...(abortAfterSeconds !== null && thresholds.length > 0 && { abortAfterSeconds }),
  };
}

/** Returns the load at a second. */
export function loadAt(stages: readonly Stage[], second: number): number {
  let [from, at] = [0, 0];
  for (const { seconds, to } of stages) {
    if (second < at + seconds) return from + ((to - from) * (second - at)) / seconds;
    at += seconds;
    from = to;
  }
  return from;
}

/** Says what a stage does. */
export function kindText(stages: readonly Stage[], at: number): string {
  const from = stages[at - 1]?.to ?? 0;
  const { seconds, to } = stages[at]!;
  const isLast = at === stages.length - 1;
  if (seconds === 0) return to === from ? 'nothing' : 'at once';
  if (to === from) return 'steady';
  if (to > from) return to - from > 0 && seconds <= 10 && at > 0 ? 'spike' : 'ramp up';
  return isLast && to === 0 ? 'ramp down, requests finish' : 'back';
}

/** Patterns by fractions of the time and of the load. */
const PATTERNS = {
  Fixed: [
    [0, 1],
    [1, 1],
  ],
  'Ramp up': [
    [0, 0.25],
    [0.25, 0.25],
    [0.5, 1],
    [0.25, 1],
  ],
  Spike: [
    [0, 0.1],
    [0.4, 0.1],
    [0.1, 1],
    [0.1, 0.1],
    [0.4, 0.1],
  ],
  Peak: [
    [0, 0.1],
    [0.2, 0.1],
    [0.2, 1],
    [0.2, 1],
    [0.2, 0.1],
    [0.2, 0.1],
  ],
} as const;

export const PATTERN_NAMES = Object.keys(PATTERNS) as readonly (keyof typeof PATTERNS)[];

/** Returns the stages of a pattern with the length and the peak of those that there are. */
export function patternStages(name: keyof typeof PATTERNS, stages: readonly Stage[]): readonly Stage[] {
  const [seconds, peak] = [Math.max(10, secondsOf(stages)), Math.max(1, peakOf(stages))];
  return PATTERNS[name].map(([time, load]) => ({
    seconds: Math.round(time * seconds),
    to: Math.max(1, Math.round(load * peak)),
  }));
}

/** Returns the greatest load, such as `up to 50 users`. */
export function loadText({ of, stages }: Pick<LoadSetup, 'of' | 'stages'>): string {
  const peak = peakOf(stages).toLocaleString('en');
  return of === 'users' ? `up to ${peak} users` : `up to ${peak} iterations a second`;
}

/** Returns minutes and seconds, such as `1:40`. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
