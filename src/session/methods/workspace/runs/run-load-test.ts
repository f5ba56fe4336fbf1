// Starts a load test.
import { z } from 'zod';
import { PROFILES } from '../../../../services/perf/profile.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { wholeNumber } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { loadTest, shownLoadTest } from './load-test.ts';

const MAX_USERS = 1000;
const MAX_SECONDS = 3600;
const MAX_THINK_TIME_MS = 3_600_000;
const DEFAULT_USERS = 10;
const DEFAULT_SECONDS = 30;
const SECOND_MS = 1000;

export const runLoadTest = defineMethod({
  name: 'run_load_test',
  summary:
    'Starts a load test with the requests of a collection and returns its id; get_load_test follows it',
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
      rate: null,
      weights: {},
      dataPerUser: false,
      thresholds: [],
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
