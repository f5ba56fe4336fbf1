// The load of a test, from the options of the command line.
import { UserError } from '../../base/errors.ts';
import { MAX_WEIGHT } from '../../collections/model/load-test.ts';
import type { Weights } from '../../services/perf/mix.ts';
import type { LoadTestOptions } from '../../services/perf/options.ts';
import { PROFILES, totalsOf, type ProfileName } from '../../services/perf/profile.ts';
import { checkStages, parseStage } from '../../services/perf/stages.ts';
import { parseThreshold } from '../../services/perf/thresholds.ts';
import { amount } from '../collection/amount.ts';
import type { PerfFlags } from './perf-flags.ts';

const MAX_USERS = 10_000;
const MAX_SECONDS = 86_400;
const MAX_RATE = 1_000_000;
const MAX_THREADS = 64;
const MAX_MS = 2_147_483_647;

export function loadOf(
  flags: PerfFlags,
): Pick<
  LoadTestOptions,
  | 'users'
  | 'durationMs'
  | 'profile'
  | 'stages'
  | 'thinkTimeMs'
  | 'maxThinkTimeMs'
  | 'rate'
  | 'threads'
  | 'timeoutMs'
  | 'weights'
  | 'dataPerUser'
  | 'thresholds'
  | 'abortAfterSeconds'
> {
  return {
    weights: Object.fromEntries(flags.weight.map(weightOf)) satisfies Weights,
    dataPerUser: flags.dataPerUser === true,
    ...limitsOf(flags),
    ...loadOverTime(flags),
    ...thinkTimeOf(flags.thinkTime ?? '0'),
    threads: amount('--threads', flags.threads ?? '1', 1, MAX_THREADS),
    timeoutMs:
      flags.timeoutRequest === undefined
        ? null
        : amount('--timeout-request', flags.timeoutRequest, 0, MAX_MS),
  };
}

type Load = Pick<LoadTestOptions, 'users' | 'durationMs' | 'profile' | 'stages' | 'rate'>;

/** Returns the users or the rate, and how they change: by a profile, or by stages. */
function loadOverTime(flags: PerfFlags): Load {
  const rate = flags.rate === undefined ? null : amount('--rate', flags.rate, 1, MAX_RATE);
  if (flags.stage.length === 0)
    return {
      users: amount('--vus', flags.vus ?? '10', 1, MAX_USERS),
      durationMs: amount('--duration', flags.duration ?? '30', 1, MAX_SECONDS) * 1000,
      profile: profileOf(flags.profile ?? 'fixed'),
      stages: [],
      rate,
    };
  const stages = flags.stage.flatMap((text) => text.split(',')).map(parseStage);
  const { seconds, load } = totalsOf(stages);
  for (const [name, given] of [
    ['--profile', flags.profile],
    ['--duration', flags.duration],
    ...(rate === null ? [['--vus', flags.vus] as const] : []),
  ] as const)
    if (given !== undefined)
      throw new UserError('INVALID_PARAMETER', `${name} follows from --stage: leave one of them out`);
  if (rate !== null && rate !== load)
    throw new UserError(
      'INVALID_PARAMETER',
      `--rate ${rate} is not the greatest load of the stages, which is ${load}: with a rate, stages are iterations a second`,
    );
  checkStages(stages, MAX_SECONDS, rate === null ? MAX_USERS : MAX_RATE);
  return {
    users: rate === null ? load : amount('--vus', flags.vus ?? '10', 1, MAX_USERS),
    durationMs: seconds * 1000,
    profile: 'stages',
    stages,
    rate,
  };
}

/** Parses `500` or `500-2000`. */
function thinkTimeOf(text: string): Pick<LoadTestOptions, 'thinkTimeMs' | 'maxThinkTimeMs'> {
  const [first = '', second = first, ...rest] = text.split('-');
  const [thinkTimeMs, maxThinkTimeMs] = [first, second].map((each) =>
    amount('--think-time', each, 0, MAX_MS),
  );
  if (rest.length === 0 && thinkTimeMs! <= maxThinkTimeMs!)
    return { thinkTimeMs: thinkTimeMs!, maxThinkTimeMs: maxThinkTimeMs! };
  throw new UserError(
    'INVALID_PARAMETER',
    `--think-time ${JSON.stringify(text.slice(0, 100))} is not a time: give milliseconds such as 500, or 500-2000`,
  );
}

function profileOf(text: string): ProfileName {
  const found = PROFILES.find((profile) => profile === text);
  if (found !== undefined) return found;
  throw new UserError(
    'INVALID_PARAMETER',
    `--profile ${JSON.stringify(text.slice(0, 100))} is not a profile: give one of ${PROFILES.join(', ')}`,
  );
}

/** Parses `List orders=3`. The name may have a `=`, too. */
function weightOf(text: string): readonly [name: string, weight: number] {
  const at = text.lastIndexOf('=');
  if (at < 1)
    throw new UserError(
      'INVALID_PARAMETER',
      `--weight ${JSON.stringify(text.slice(0, 100))} is not a weight: write NAME=NUMBER, such as "List orders=3"`,
    );
  return [text.slice(0, at), amount('--weight', text.slice(at + 1), 0, MAX_WEIGHT)];
}

function limitsOf({
  failIf,
  abortOnFail,
}: PerfFlags): Pick<LoadTestOptions, 'thresholds' | 'abortAfterSeconds'> {
  const thresholds = failIf.map((text) => parseThreshold(text));
  if (abortOnFail === undefined) return { thresholds, abortAfterSeconds: null };
  if (thresholds.length === 0)
    throw new UserError(
      'INVALID_PARAMETER',
      "--abort-on-fail has no condition to watch: give --fail-if too, such as --fail-if 'errors>1%'",
    );
  const seconds = abortOnFail === true ? 0 : amount('--abort-on-fail', abortOnFail, 0, MAX_SECONDS);
  return { thresholds, abortAfterSeconds: seconds };
}
