// Returns the latest error of a rule's script, for its editor to mark.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';

export const scriptError = defineMethod({
  name: 'ui.script_error',
  summary: 'Returns the latest error that the present script of a rule ended with while traffic passed',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ rule: z.string('the id of a rule') }),
  result: z.strictObject({ error: z.strictObject({ time: z.string(), message: z.string() }).nullable() }),
  run: ({ scriptLog }, { rule }) => ({ error: scriptLog.lastError(rule) }),
});
