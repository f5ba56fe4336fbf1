// Shows the changes of the workspace since the last commit.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { repositoryOf } from './repository-of.ts';

export const gitDiff = defineMethod({
  name: 'git_diff',
  summary: 'Shows changes of tracked files of the workspace since the last commit as a unified diff',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({ path: reference.optional().describe('Only this file or folder') }),
  result: z.strictObject({ diff: z.string(), isCut: z.boolean() }),
  run: async ({ workspace }: WorkspaceOwner, { path }, signal) =>
    (await repositoryOf(workspace, signal)).diff(path),
});
