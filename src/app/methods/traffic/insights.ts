// What can be learnt from the traffic.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { wholeNumber } from '../fields.ts';

const SECTIONS = [
  'summary',
  'endpoints',
  'security',
  'secrets',
  'performance',
  'schema',
  'markdown',
] as const;

export const insights = defineMethod({
  name: 'insights',
  summary: 'Traffic analysis: figures, endpoints, security, possible secrets (masked), performance, schemas',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({
    section: z
      .enum(SECTIONS, SECTIONS.map((section) => `"${section}"`).join(', '))
      .optional()
      .describe('summary unless told otherwise; markdown is the full report'),
    limit: wholeNumber(1, 10_000).optional().describe('Most entries of each list, 50 unless told otherwise'),
  }),
  result: z.looseObject({}),
  async run(app, { section = 'summary', limit = 50 }) {
    const { insights: analyze } = await import('../../../traffic/insights/index.ts');
    return (await analyze(app.traffic.list(), section, limit)) as Record<string, unknown>;
  },
});
