// Lets go what a breakpoint holds.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { text } from '../fields.ts';

const ACTIONS = ['send', 'send_original', 'abort'] as const;
const edits = z.record(z.string(), z.unknown(), 'an object');

export const resolvePaused = defineMethod({
  name: 'resolve_paused',
  summary: 'Sends a held message on, edited or as it was, or aborts its exchange',
  effect: 'write',
  faces: EVERYWHERE,
  params: z.strictObject({
    id: text.describe('As list_paused gives it'),
    action: z.enum(ACTIONS, '"send", "send_original" or "abort"').default('send'),
    request: edits
      .optional()
      .describe('{method, url, headers, body}, each as it is to be; of a held request'),
    response: edits.optional().describe('{status, headers, body}, each as it is to be; of a held response'),
  }),
  result: z.strictObject({ id: z.string(), action: z.enum(ACTIONS) }),
  run({ paused }, { id, action, request, response }) {
    paused.resolve(id, action, { request, response });
    return { id, action };
  },
});
