// Insights: analyzes captured traffic, section by section. Statistics are computed in small steps, and a worker
// thread scans bodies character by character, so the proxy is not blocked.
import type { Flow } from '../../flow/flow.ts';
import type { FlowSource } from './scan/scanned-messages.ts';
import { shown } from './shown.ts';
import type { AnalysisOptions, SectionAnalysis } from './sections/contract.ts';

/** All sections, one line each. A section is loaded on demand, so that listing them costs nothing. */
const sections = [
  defineSection('summary', async () => (await import('./sections/summary.ts')).analyzeSummary),
  defineSection('overview', async () => (await import('./sections/overview.ts')).analyzeOverview),
  defineSection('endpoints', async () => (await import('./sections/endpoints.ts')).analyzeEndpoints),
  defineSection('security', async () => (await import('./sections/security/index.ts')).analyzeSecurity),
  defineSection('secrets', async () => (await import('./sections/secrets.ts')).analyzeSecrets),
  defineSection(
    'performance',
    async () => (await import('./sections/performance/index.ts')).analyzePerformance,
  ),
  defineSection('schema', async () => (await import('./sections/schema.ts')).analyzeSchema),
  defineSection('agents', async () => (await import('./sections/agents.ts')).analyzeAgents),
  defineSection('markdown', async () => (await import('./report/markdown-section.ts')).analyzeMarkdown),
] as const;

export type InsightSection = (typeof sections)[number]['id'];

/** The ids of the sections, in the order of menus. */
export const INSIGHT_SECTIONS: readonly InsightSection[] = sections.map(({ id }) => id);

/** Computes one section, going over the flows once. */
export async function insights(
  flows: FlowSource,
  section: InsightSection,
  options: AnalysisOptions,
): Promise<object> {
  // A copy, because a list may change meanwhile.
  const snapshot = Array.isArray(flows) ? [...(flows as readonly Flow[])] : flows;
  const { load } = sections.find(({ id }) => id === section)!;
  const analyze = await load();
  return shown(await analyze(snapshot, options));
}

function defineSection<const Id extends string>(id: Id, load: () => Promise<SectionAnalysis>) {
  return { id, load } as const;
}
