// Resumes or aborts a message that a breakpoint has paused.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { text } from '../fields.ts';

const ACTIONS = ['send', 'send_original', 'abort'] as const;
const edits = z.record(z.string(), z.unknown(), 'an object');

export const resolvePaused = defineMethod({
  name: 'resolve_paused',
  summary: 'Sends a paused message on, edited or unchanged, or aborts its exchange',
  effect: 'write',
  faces: EVERYWHERE,
  params: z.strictObject({
    id: text.describe('Id of the paused message, from list_paused'),
    action: z.enum(ACTIONS, '"send", "send_original" or "abort"').default('send'),
    request: edits
      .optional()
      .describe('{method, url, headers, body}, each replaces the captured one; for a paused request'),
    response: edits
      .optional()
      .describe('{status, headers, body}, each replaces the captured one; for a paused response'),
  }),
  result: z.strictObject({ id: z.string(), action: z.enum(ACTIONS) }),
  run({ paused }, { id, action, request, response }) {
    paused.resolve(id, action, { request, response });
    return { id, action };
  },
});
