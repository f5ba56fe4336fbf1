// Lists the messages that breakpoints have paused.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';

const headers = z.array(z.object({ name: z.string(), value: z.string() }).readonly()).readonly();
const body = z.union([z.string(), z.object({ base64: z.string() }).readonly()]);

export const listPaused = defineMethod({
  name: 'list_paused',
  summary: 'Lists the requests and responses that breakpoints have paused',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({}),
  result: z.array(
    z
      .strictObject({
        id: z.string(),
        requestId: z.number(),
        stage: z.enum(['request', 'response']),
        ruleName: z.string(),
        pausedAt: z.string(),
        timeout: z
          .object({ at: z.string(), action: z.enum(['send_original', 'abort']) })
          .readonly()
          .optional(),
        request: z.object({ method: z.string(), url: z.string(), headers, body }).readonly(),
        response: z.object({ status: z.number(), headers, body }).readonly().optional(),
      })
      .readonly(),
  ),
  run: ({ paused }) => [...paused.list()],
});
