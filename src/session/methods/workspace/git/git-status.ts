// Lists the changes in the workspace since the last commit.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { noParams } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { repositoryOf } from './repository-of.ts';

export const gitStatus = defineMethod({
  name: 'git_status',
  summary: 'Tells the Git branch of the workspace and its files that differ from the last commit',
  effect: 'read',
  faces: EVERYWHERE,
  params: noParams,
  result: z.strictObject({
    branch: z.string().nullable(),
    commit: z.string().nullable(),
    ahead: z.number(),
    behind: z.number(),
    files: z
      .array(
        z.strictObject({
          path: z.string(),
          change: z.enum(['added', 'modified', 'deleted', 'renamed', 'untracked', 'conflict']),
          isStaged: z.boolean(),
        }),
      )
      .readonly(),
  }),
  run: async ({ workspace }: WorkspaceOwner, _, signal) => (await repositoryOf(workspace, signal)).status(),
});
