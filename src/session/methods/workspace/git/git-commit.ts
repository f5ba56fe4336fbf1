// Commits changes of the workspace. Never pushes.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { commit } from './git-log.ts';
import { repositoryOf } from './repository-of.ts';

const MESSAGE = 'a message of 1 to 10,000 characters';

export const gitCommit = defineMethod({
  name: 'git_commit',
  summary: 'Commits changed files of the workspace, by default all, on this machine only; hooks do not run',
  effect: 'write',
  faces: EVERYWHERE,
  undo: { never: 'use Git to take a commit back' },
  params: z.strictObject({
    message: z.string(MESSAGE).trim().min(1, MESSAGE).max(10_000, MESSAGE),
    paths: z
      .array(reference, 'a list of paths')
      .min(1, 'at least one path, or leave it out for all')
      .optional()
      .describe('Files or folders, relative to the workspace'),
  }),
  result: commit,
  run: async ({ workspace }: WorkspaceOwner, { message, paths = [] }, signal) =>
    (await repositoryOf(workspace, signal)).commit(message, paths),
});
