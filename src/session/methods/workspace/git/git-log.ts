// Lists the commits of the workspace.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { wholeNumber } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { repositoryOf } from './repository-of.ts';

const DEFAULT_LIMIT = 20;

export const commit = z.strictObject({
  commit: z.string(),
  author: z.string(),
  /** ISO 8601. */
  time: z.string(),
  subject: z.string(),
});

export const gitLog = defineMethod({
  name: 'git_log',
  summary: 'Lists the commits that changed the workspace, newest first',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({
    limit: wholeNumber(1, 1000).optional().describe(`By default ${DEFAULT_LIMIT}`),
  }),
  result: z.array(commit).readonly(),
  run: async ({ workspace }: WorkspaceOwner, { limit = DEFAULT_LIMIT }, signal) =>
    (await repositoryOf(workspace, signal)).log(limit),
});
