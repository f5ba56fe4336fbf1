// Lists the mock servers that run.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { noParams } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { runningMock, shownMock } from './running-mock.ts';

export const listMocks = defineMethod({
  name: 'list_mocks',
  summary: 'Lists the mock servers that run, with their addresses and latest calls',
  effect: 'read',
  faces: EVERYWHERE,
  params: noParams,
  result: z.array(runningMock),
  run: ({ workspace: { jobs } }: WorkspaceOwner) => jobs.mocks.list().map(shownMock),
});
