// Compares two requests for the page that shows them side by side.
import { z } from 'zod';
import type { ViewContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flag, flowOf, requestId } from '../fields.ts';

const NAMES = 'a list of at most 200 names of headers and paths, such as ["date", "$..createdAt"]';
const names = z.array(z.string(NAMES).max(1000, NAMES), NAMES).max(200, NAMES).default([]);

const message = z.object({
  headers: z
    .array(
      z.object({
        where: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        volatile: z.literal(true).optional(),
      }),
    )
    .readonly(),
  sameHeaders: z.array(z.object({ where: z.string(), value: z.string() })).readonly(),
  ignored: z.array(z.string()).readonly(),
  body: z.object({
    isByKey: z.boolean(),
    sizes: z.tuple([z.number(), z.number()]).readonly(),
    lines: z
      .array(
        z.object({
          before: z.string().nullable(),
          after: z.string().nullable(),
          path: z.string().optional(),
        }),
      )
      .readonly(),
    differences: z.number(),
    isWhole: z.boolean(),
  }),
});

export const compareSideBySide = defineMethod({
  name: 'ui.compare_side_by_side',
  summary: 'Compares two requests and their responses: headers by name, bodies line by line',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    a: requestId,
    b: requestId,
    byKey: flag.default(true),
    ignored: names,
    compared: names,
  }),
  result: z.object({ request: message, response: message }),
  async run(app: ViewContext, { a, b, ...options }) {
    const [before, after] = [flowOf(app, a, 'a'), flowOf(app, b, 'b')];
    const { compareSideBySide: compare } = await import('../../../traffic/side-by-side.ts');
    return compare(before, after, options);
  },
});
