// What can be learnt from captured traffic. Figures are made in small steps; what has to be read character by character
// is read on a thread, while the proxy goes on.
import { setImmediate as turn } from 'node:timers/promises';
import type { Flow } from '../../flow/flow.ts';
import { EndpointsCalled } from './sections/endpoints.ts';
import { Looker } from './scan/body-scanner.ts';
import type { LookQuestion } from './scan/scan.ts';
import { markdownReport } from './report/markdown.ts';
import { observed } from './scan/scanned-messages.ts';
import { PerformanceFound } from './sections/performance.ts';
import { ReportFigures } from './report/index.ts';
import { SchemasSeen } from './sections/schema.ts';
import { SecretsFound } from './sections/secrets.ts';
import { SecurityFound } from './sections/security.ts';
import { SummaryFigures } from './sections/summary.ts';

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
  remembered: readonly Flow[],
  section: InsightSection,
  limit: number,
): Promise<object> {
  // The list lives on meanwhile.
  const flows = [...remembered];
  switch (section) {
    case 'summary':
      return (await told(new SummaryFigures(), flows)).result(limit);
    case 'endpoints':
      return { endpoints: (await told(new EndpointsCalled(), flows)).result(limit) };
    case 'security':
      return (await told(new SecurityFound(), flows)).result(limit);
    case 'performance':
      return (await told(new PerformanceFound(), flows)).result(limit);
    case 'secrets':
      return (await read(flows, 'secrets')).secrets.result(limit);
    case 'schema':
      return (await read(flows, 'schema')).schemas.result(limit);
    case 'markdown':
      return { markdown: await report(flows, limit) };
  }
}

/** Exchanges between which nothing else gets its turn. */
const IN_A_TURN = 50;

async function told<T extends { add(flow: Flow): void }>(learner: T, flows: readonly Flow[]): Promise<T> {
  for (const [at, flow] of flows.entries()) {
    learner.add(flow);
    if (at % IN_A_TURN === IN_A_TURN - 1) await turn();
  }
  return learner;
}

async function report(flows: readonly Flow[], limit: number): Promise<string> {
  const figures = await told(new ReportFigures(), flows);
  const { secrets, schemas } = await read(flows, 'both');
  return markdownReport(figures.report(secrets, schemas, limit));
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
