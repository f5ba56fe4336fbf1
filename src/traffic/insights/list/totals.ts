// The parts of the traffic list taken together.
import { setImmediate as turn } from 'node:timers/promises';
import { ReportCollector } from '../report/index.ts';
import { SchemaCollector } from '../sections/schema.ts';
import { SecretCollector } from '../sections/secrets.ts';
import type { FirstShapes } from './first-shapes.ts';
import type { TrafficPart } from './traffic-part.ts';

export interface Figures {
  readonly report: ReportCollector;
  /** The flows that failed, oldest first. */
  readonly failed: readonly number[];
}

export interface Messages {
  readonly secrets: SecretCollector;
  readonly schemas: SchemaCollector;
}

/** Merges the figures of parts, in the order of the list. */
export async function mergedFigures(parts: Iterable<TrafficPart>): Promise<Figures> {
  const report = new ReportCollector(true);
  const failed: number[] = [];
  for (const { figures } of parts) {
    report.summary.merge(figures.summary);
    report.endpoints.merge(figures.endpoints);
    report.security.merge(figures.security);
    report.performance.merge(figures.performance);
    failed.push(...figures.failed);
    await turn();
  }
  return { report, failed };
}

/** Merges what scans found in the messages of parts, in the order of the list. */
export async function mergedMessages(
  parts: Iterable<TrafficPart>,
  shapes: FirstShapes,
  allowedSecrets: ReadonlySet<string>,
): Promise<Messages> {
  const [secrets, schemas] = [new SecretCollector(allowedSecrets), new SchemaCollector()];
  for (const { messages } of parts) {
    if (messages === null) continue;
    for (const endpoint of messages.endpoints) secrets.addEndpoint(endpoint);
    for (const secret of messages.secrets) secrets.addFinding(secret, secret.count);
    for (const each of messages.shapes) {
      const { endpoint, status, lasting, id, count } = each;
      const shape = shapes.of(each);
      if (shape !== undefined)
        schemas.addShape({ endpoint, status, lasting: () => lasting }, { shape, id }, count);
    }
    await turn();
  }
  return { secrets, schemas };
}
