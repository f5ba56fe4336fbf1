// Compares two requests and their responses.
import { z } from 'zod';
import type { ViewContext } from '../context.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { flowOf, requestId } from '../fields.ts';

const comparison = z.object({
  diff: z.string(),
  changes: z
    .array(
      z.object({
        where: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        volatile: z.literal(true).optional(),
      }),
    )
    .readonly(),
});

export const compareRequests = defineMethod({
  name: 'compare_requests',
  summary:
    'Compares two requests and their responses: line diffs, and the headers, parameters and fields that differ',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({ a: requestId, b: requestId }),
  result: z.object({ request: comparison, response: comparison }),
  async run(app: ViewContext, { a, b }) {
    const [before, after] = [flowOf(app, a, 'a'), flowOf(app, b, 'b')];
    const { compareFlows } = await import('../../../traffic/compare.ts');
    return compareFlows(before, after);
  },
});
