// Starts a mock server.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { flag, wholeNumber } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { runningMock, shownMock } from './running-mock.ts';

const MAX_PORT = 65_535;
const MAX_DELAY_MS = 3_600_000;

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
    validate: flag.optional().describe('Refuse requests that do not fit the API description'),
    stateful: flag.optional().describe('Remember what requests create, change and delete'),
    delayMs: wholeNumber(0, MAX_DELAY_MS).optional().describe('Time before each response'),
  }),
  result: runningMock,
  async run({ workspace: context }: WorkspaceOwner, { port = 0, delayMs = 0, ...subject }) {
    const { readMock } = await import('../../../live/mock-sources.ts');
    const { sources } = await readMock(await context.open(), subject);
    const delay = { min: delayMs, max: delayMs };
    return shownMock(await context.jobs.mocks.start(sources, { port, delay }));
  },
});
