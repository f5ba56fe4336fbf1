// What can be learnt from captured traffic. Figures are made at once; what has to be read character by character is read
// on a thread, while the proxy goes on.
import type { Flow } from '../../flow/flow.ts';
import { endpointsOf } from './endpoints.ts';
import { Looker } from './looker.ts';
import type { LookQuestion } from './look.ts';
import { markdownReport, type Report } from './markdown.ts';
import { observed } from './observed.ts';
import { performanceOf } from './performance.ts';
import { SchemasSeen } from './schemas.ts';
import { SecretsFound } from './secrets.ts';
import { securityOf } from './security.ts';
import { summaryOf } from './summary.ts';

export const INSIGHT_SECTIONS = [
  'summary',
  'endpoints',
  'security',
  'secrets',
  'performance',
  'schema',
  'markdown',
] as const;
export type InsightSection = (typeof INSIGHT_SECTIONS)[number];

/** `limit`: most entries of each list. */
export async function insights(
  flows: readonly Flow[],
  section: InsightSection,
  limit: number,
): Promise<object> {
  switch (section) {
    case 'summary':
      return summaryOf(flows, limit);
    case 'endpoints':
      return { endpoints: endpointsOf(flows, limit) };
    case 'security':
      return securityOf(flows, limit);
    case 'performance':
      return performanceOf(flows, limit);
    case 'secrets':
      return (await read(flows, 'secrets')).secrets.result(limit);
    case 'schema':
      return (await read(flows, 'schema')).schemas.result(limit);
    case 'markdown':
      return { markdown: markdownReport(await report(flows, limit)) };
  }
}

async function report(flows: readonly Flow[], limit: number): Promise<Report> {
  const { secrets, schemas } = await read(flows, 'both');
  return {
    summary: summaryOf(flows, limit),
    endpoints: endpointsOf(flows, limit),
    secrets: secrets.result(limit),
    security: securityOf(flows, limit),
    performance: performanceOf(flows, limit),
    schema: schemas.result(limit),
  };
}

interface Readings {
  readonly secrets: SecretsFound;
  readonly schemas: SchemasSeen;
}

async function read(flows: readonly Flow[], wants: LookQuestion['wants']): Promise<Readings> {
  const readings = { secrets: new SecretsFound(), schemas: new SchemasSeen() };
  const looker = new Looker();
  try {
    for await (const each of observed(flows, wants, looker)) {
      readings.secrets.add(each);
      readings.schemas.add(each);
    }
  } finally {
    await looker.close();
  }
  return readings;
}
