// Stops a mock server.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { runningMock, shownMock } from './running-mock.ts';

export const stopMock = defineMethod({
  name: 'stop_mock',
  summary: 'Stops a mock server that start_mock started, and returns its latest calls',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: { never: 'start_mock starts it again' },
  params: z.strictObject({ mockId: reference }),
  result: runningMock,
  run: async ({ workspace: { jobs } }: WorkspaceOwner, { mockId }) =>
    shownMock(await jobs.mocks.stop(mockId)),
});
