// The full report as Markdown.
import { ReportCollector } from './index.ts';
import { markdownReport } from './markdown.ts';
import type { ScannedMessage } from '../scan/scanned-message.ts';
import { collectFlows, collectMessages, type SectionAnalysis } from '../sections/contract.ts';
import { SchemaCollector } from '../sections/schema.ts';
import { SecretCollector } from '../sections/secrets.ts';

export const analyzeMarkdown: SectionAnalysis = async (flows, { limit, allowedSecrets }) => {
  const [secrets, schemas] = [new SecretCollector(allowedSecrets), new SchemaCollector()];
  const both = {
    add(message: ScannedMessage) {
      secrets.add(message);
      schemas.add(message);
    },
  };
  // Figures are computed while workers scan.
  const [figures] = await Promise.all([
    collectFlows(new ReportCollector(), flows),
    collectMessages(both, flows, 'both'),
  ]);
  return { markdown: markdownReport(figures.report(secrets, schemas, limit)) };
};
