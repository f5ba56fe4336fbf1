// The registry of sections, one line each. A section is loaded on demand, so that listing them costs nothing.
import type { SectionAnalysis } from './contract.ts';

function defineSection<const Id extends string>(id: Id, load: () => Promise<SectionAnalysis>) {
  return { id, load } as const;
}

export const sections = [
  defineSection('summary', async () => (await import('./summary.ts')).analyzeSummary),
  defineSection('endpoints', async () => (await import('./endpoints.ts')).analyzeEndpoints),
  defineSection('security', async () => (await import('./security/index.ts')).analyzeSecurity),
  defineSection('secrets', async () => (await import('./secrets.ts')).analyzeSecrets),
  defineSection('performance', async () => (await import('./performance/index.ts')).analyzePerformance),
  defineSection('schema', async () => (await import('./schema.ts')).analyzeSchema),
  defineSection('markdown', async () => (await import('./markdown.ts')).analyzeMarkdown),
] as const;

export type InsightSection = (typeof sections)[number]['id'];
