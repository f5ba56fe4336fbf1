// The full report as Markdown.
import { ReportCollector } from './index.ts';
import { markdownReport } from './markdown.ts';
import type { ScannedMessage } from '../scan/scanned-message.ts';
import { collectMessages, passedTo, type SectionAnalysis } from '../sections/contract.ts';
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
  const figures = new ReportCollector();
  // Figures are computed while workers scan.
  await collectMessages(both, passedTo(figures, flows), 'both');
  return { markdown: markdownReport(figures.report(secrets, schemas, limit)) };
};
