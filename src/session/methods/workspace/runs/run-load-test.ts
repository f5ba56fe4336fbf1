// Starts a load test.
import { z } from 'zod';
import { PROFILES } from '../../../../services/perf/profile.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { wholeNumber } from '../../fields.ts';
import { parsedThresholds } from '../../load-conditions.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { loadTest, shownLoadTest } from './load-test.ts';

const MAX_USERS = 1000;
const MAX_SECONDS = 3600;
const MAX_RATE = 100_000;
const MAX_CONDITIONS = 20;
const MAX_THINK_TIME_MS = 3_600_000;
const DEFAULT_USERS = 10;
const DEFAULT_SECONDS = 30;
const SECOND_MS = 1000;

export const runLoadTest = defineMethod({
  name: 'run_load_test',
  summary:
    'Starts a load test with the requests of a collection and returns its id; get_load_test waits for its end',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['open world'],
  undo: { never: 'requests were sent' },
  params: z.strictObject({
    collection: reference,
    vus: wholeNumber(1, MAX_USERS).optional().describe('Virtual users, default 10'),
    durationSeconds: wholeNumber(1, MAX_SECONDS).optional().describe('Default 30'),
    profile: z.enum(PROFILES, PROFILES.join(', ')).optional(),
    thinkTimeMs: wholeNumber(0, MAX_THINK_TIME_MS).optional(),
    environment: reference.optional(),
    rate: wholeNumber(1, MAX_RATE)
      .optional()
      .describe('Iterations started each second, by at most `vus` users'),
    failIf: z
      .array(z.string())
      .max(MAX_CONDITIONS)
      .optional()
      .describe('Conditions such as p95>300 or errors>1%: the test passes when none of them holds'),
  }),
  result: loadTest,
  async run({ workspace: context }: WorkspaceOwner, params) {
    const { workspaceSources } = await import('../../../../runs/runner/workspace-sources.ts');
    const workspace = await context.open();
    const started = context.jobs.loadTests.start({
      ...(await workspaceSources(workspace, params)),
      only: [],
      users: params.vus ?? DEFAULT_USERS,
      durationMs: (params.durationSeconds ?? DEFAULT_SECONDS) * SECOND_MS,
      profile: params.profile ?? 'fixed',
      stages: [],
      thinkTimeMs: params.thinkTimeMs ?? 0,
      maxThinkTimeMs: params.thinkTimeMs ?? 0,
      rate: params.rate ?? null,
      weights: {},
      dataPerUser: false,
      thresholds: await parsedThresholds(params.failIf ?? [], 'failIf'),
      abortAfterSeconds: null,
      threads: 1,
      insecure: false,
      timeoutMs: null,
      fileRoots: [workspace.folder],
      processEnvironment: process.env,
    });
    return shownLoadTest(started);
  },
});
