// What can be learnt from captured traffic. Figures are made in small steps; what has to be read character by character
// is read on a thread, while the proxy goes on.
import { setImmediate as turn } from 'node:timers/promises';
import type { Flow } from '../../flow/flow.ts';
import { EndpointCollector } from './sections/endpoints.ts';
import { BodyScanner } from './scan/body-scanner.ts';
import type { ScanRequest } from './scan/scan.ts';
import { markdownReport } from './report/markdown.ts';
import { scanMessages } from './scan/scanned-messages.ts';
import { PerformanceCollector } from './sections/performance.ts';
import { ReportCollector } from './report/index.ts';
import { SchemaCollector } from './sections/schema.ts';
import { SecretCollector } from './sections/secrets.ts';
import { SecurityCollector } from './sections/security.ts';
import { SummaryCollector } from './sections/summary.ts';

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
      return (await collect(new SummaryCollector(), flows)).result(limit);
    case 'endpoints':
      return { endpoints: (await collect(new EndpointCollector(), flows)).result(limit) };
    case 'security':
      return (await collect(new SecurityCollector(), flows)).result(limit);
    case 'performance':
      return (await collect(new PerformanceCollector(), flows)).result(limit);
    case 'secrets':
      return (await scanAll(flows, 'secrets')).secrets.result(limit);
    case 'schema':
      return (await scanAll(flows, 'schema')).schemas.result(limit);
    case 'markdown':
      return { markdown: await report(flows, limit) };
  }
}

/** Exchanges between which nothing else gets its turn. */
const FLOWS_PER_TURN = 50;

async function collect<T extends { add(flow: Flow): void }>(
  collector: T,
  flows: readonly Flow[],
): Promise<T> {
  for (const [at, flow] of flows.entries()) {
    collector.add(flow);
    if (at % FLOWS_PER_TURN === FLOWS_PER_TURN - 1) await turn();
  }
  return collector;
}

async function report(flows: readonly Flow[], limit: number): Promise<string> {
  const figures = await collect(new ReportCollector(), flows);
  const { secrets, schemas } = await scanAll(flows, 'both');
  return markdownReport(figures.report(secrets, schemas, limit));
}

interface ScanCollectors {
  readonly secrets: SecretCollector;
  readonly schemas: SchemaCollector;
}

async function scanAll(flows: readonly Flow[], targets: ScanRequest['targets']): Promise<ScanCollectors> {
  const collectors = { secrets: new SecretCollector(), schemas: new SchemaCollector() };
  const scanner = new BodyScanner();
  try {
    for await (const each of scanMessages(flows, targets, scanner)) {
      collectors.secrets.add(each);
      collectors.schemas.add(each);
    }
  } finally {
    await scanner.close();
  }
  return collectors;
}
