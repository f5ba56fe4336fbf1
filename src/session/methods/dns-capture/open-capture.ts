// Opens the sheet on which the user confirms the domains to capture for an app.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { appName } from '../fields.ts';

export const openCapture = defineMethod({
  name: 'open_capture',
  summary: 'Opens the capture sheet of an app, on which the user confirms which of its domains are captured',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  captured: false,
  undo: { never: 'it only showed something' },
  params: z.strictObject({ app: appName }),
  result: z.strictObject({ opened: z.boolean() }),
  run: async (context, { app }) => ({ opened: await context.show({ target: 'capture', app }) }),
});
