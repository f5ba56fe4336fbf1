// Analyzes the traffic list.
import { z } from 'zod';
import { insights as analyze, INSIGHT_SECTIONS } from '../../../traffic/insights/index.ts';
import type { ViewContext } from '../context.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { wholeNumber } from '../fields.ts';

export const insights = defineMethod({
  name: 'insights',
  summary:
    'Analyzes the traffic: figures, endpoints, security, possible secrets (masked), performance, schemas',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({
    section: z
      .enum(INSIGHT_SECTIONS, INSIGHT_SECTIONS.map((section) => `"${section}"`).join(', '))
      .optional()
      .describe('Section of the analysis, by default summary; markdown is the full report'),
    limit: wholeNumber(1, 10_000).optional().describe('Most entries of each list, by default 50'),
  }),
  result: z.looseObject({}),
  run: async (app: ViewContext, { section = 'summary', limit = 50 }) =>
    (await analyze(app.traffic.list(), section, limit)) as Record<string, unknown>,
});
