// The options of a load test as its window gives them, and as the engine takes them.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import { MAX_WEIGHT } from '../../../../collections/model/load-test.ts';
import type { Jobs } from '../../../../services/jobs/index.ts';
import { PROFILES, totalsOf } from '../../../../services/perf/profile.ts';
import { parsedThresholds } from '../../load-conditions.ts';
import type { AppContext } from '../../context.ts';
import { flag, wholeNumber } from '../../fields.ts';
import { reference } from '../../workspace/fields.ts';
import { selection } from '../live-fields.ts';

const HOUR_MS = 3_600_000;
const SECOND_MS = 1000;
const MAX_USERS = 1000;
const MAX_SECONDS = 3600;
const MAX_RATE = 100_000;
const MAX_THREADS = 64;
const MAX_THRESHOLDS = 20;
const MAX_STAGES = 100;
const THRESHOLD = 'a condition such as "p95>300"';
const STAGE = 'a stage such as {"seconds": 30, "to": 50}';

const stage = z.strictObject(
  {
    seconds: z.number(STAGE).min(0, STAGE).max(MAX_SECONDS, STAGE),
    to: z.int(STAGE).min(0, STAGE).max(MAX_RATE, STAGE),
  },
  STAGE,
);

/** Parameters of a load test, wherever it runs. */
export const loadParams = {
  collection: reference,
  only: selection,
  environment: reference.optional(),
  dataset: reference.optional(),
  users: wholeNumber(1, MAX_USERS).optional().describe('Virtual users, default 10'),
  durationSeconds: wholeNumber(1, MAX_SECONDS).optional().describe('Default 30'),
  profile: z.enum(PROFILES, PROFILES.join(', ')).optional(),
  stages: z
    .array(stage, 'a list of stages')
    .min(1, 'at least one')
    .max(MAX_STAGES)
    .optional()
    .describe(
      'A profile of your own, instead of durationSeconds and profile; to is a number of users, with rate iterations a second',
    ),
  thinkTimeMs: wholeNumber(0, HOUR_MS).optional(),
  maxThinkTimeMs: wholeNumber(0, HOUR_MS).optional().describe('For a random time from thinkTimeMs on'),
  rate: wholeNumber(1, MAX_RATE).optional().describe('Iterations a second, whatever the server does'),
  threads: wholeNumber(1, MAX_THREADS).optional().describe('Threads that share the users, default 1'),
  timeoutMs: wholeNumber(0, HOUR_MS).optional().describe('For each request, in place of its own'),
  insecure: flag.optional().describe('Do not verify certificates'),
  thresholds: z
    .array(z.string(THRESHOLD), 'a list of conditions')
    .max(MAX_THRESHOLDS)
    .optional()
    .describe(
      'Conditions that make it fail, such as p95>300 and errors{stage:2}>1%, as for proxyctl perf --fail-if',
    ),
  weights: z
    .record(reference, wholeNumber(0, MAX_WEIGHT), 'numbers by the id or name of a request or folder')
    .optional()
    .describe('One of them an iteration, this often in proportion; those without a weight have 1'),
  dataPerUser: flag.optional().describe('Give each user a row of its own, instead of one to each iteration'),
  abortAfterSeconds: wholeNumber(0, MAX_SECONDS)
    .optional()
    .describe('End the test when a threshold fails, from this second on'),
} as const;

const parsed = z.strictObject(loadParams);
export type LoadParams = z.output<typeof parsed>;

/** The options of the engine. */
export type LoadOptions = Parameters<Jobs['loadTests']['start']>[0];

/** Reads what the test is made of. Rejects with a UserError that names what is missing or wrong. */
export async function loadOptions(app: AppContext, params: LoadParams): Promise<LoadOptions> {
  const { workspaceSources } = await import('../../../../runs/runner/workspace-sources.ts');
  const { withScriptValues } = await import('../../../live/script-variables.ts');
  const thresholds = await parsedThresholds(params.thresholds ?? [], 'thresholds');
  const load = await loadOverTime(params);
  const { thinkTimeMs = 0, maxThinkTimeMs = thinkTimeMs } = params;
  if (maxThinkTimeMs < thinkTimeMs)
    throw new ParameterError('maxThinkTimeMs is less than thinkTimeMs', { field: 'maxThinkTimeMs' });
  const workspace = await app.workspace.open();
  const values = (await app.clientState.scriptValues()).all();
  const sources = withScriptValues(await workspaceSources(workspace, params), values);
  return {
    ...sources,
    ...load,
    only: params.only ?? [],
    thinkTimeMs,
    maxThinkTimeMs,
    threads: params.threads ?? 1,
    insecure: params.insecure ?? false,
    timeoutMs: params.timeoutMs ?? null,
    weights: params.weights ?? {},
    dataPerUser: params.dataPerUser ?? false,
    thresholds,
    abortAfterSeconds: params.abortAfterSeconds ?? null,
    fileRoots: [workspace.folder],
    processEnvironment: process.env,
  };
}

type Load = Pick<LoadOptions, 'users' | 'durationMs' | 'profile' | 'stages' | 'rate'>;

/** Returns the users or the rate, and how they change. */
async function loadOverTime({
  users,
  durationSeconds,
  profile,
  stages,
  rate: givenRate,
}: LoadParams): Promise<Load> {
  const rate = givenRate ?? null;
  if (stages === undefined)
    return {
      users: users ?? 10,
      durationMs: (durationSeconds ?? 30) * SECOND_MS,
      profile: profile ?? 'fixed',
      stages: [],
      rate,
    };
  if (durationSeconds !== undefined || profile !== undefined)
    throw new ParameterError('stages are a profile with a duration: leave profile and durationSeconds out', {
      field: 'stages',
    });
  const { checkStages } = await import('../../../../services/perf/stages.ts');
  checkStages(stages, MAX_SECONDS, rate === null ? MAX_USERS : MAX_RATE);
  const { seconds, load } = totalsOf(stages);
  const shared = { durationMs: seconds * SECOND_MS, profile: 'stages', stages } as const;
  if (rate === null) {
    if (users !== undefined && users !== load)
      throw new ParameterError('users follow from the stages', { field: 'users' });
    return { ...shared, users: load, rate };
  }
  if (rate !== load) throw new ParameterError('rate is the greatest load of the stages', { field: 'rate' });
  return { ...shared, users: users ?? 10, rate };
}
