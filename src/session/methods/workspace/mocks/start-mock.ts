// Starts a mock server.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { wholeNumber } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { runningMock, shownMock } from './running-mock.ts';

const MAX_PORT = 65_535;

export const startMock = defineMethod({
  name: 'start_mock',
  summary:
    'Serves the saved examples of a collection on this machine until stop_mock; save_example adds some',
  effect: 'write',
  faces: EVERYWHERE,
  undo: { never: 'stop_mock ends it' },
  params: z.strictObject({
    collection: reference,
    port: wholeNumber(0, MAX_PORT).optional().describe('Default: any free port'),
    environment: reference.optional(),
  }),
  result: runningMock,
  async run({ workspace: context }: WorkspaceOwner, { port = 0, ...names }) {
    const { workspaceSources } = await import('../../../../runs/runner/workspace-sources.ts');
    const sources = await workspaceSources(await context.open(), names);
    return shownMock(await context.jobs.mocks.start(sources, { port }));
  },
});
