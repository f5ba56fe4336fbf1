// Insights: analyzes captured traffic, section by section. Statistics are computed in small steps; a worker
// thread scans bodies character by character, so that the proxy is not blocked.
import type { Flow } from '../../flow/flow.ts';
import { shown } from './shown.ts';
import type { AnalysisOptions } from './sections/contract.ts';
import { sections, type InsightSection } from './sections/index.ts';

/** The ids of the sections, in the order of menus. */
export const INSIGHT_SECTIONS: readonly InsightSection[] = sections.map(({ id }) => id);

/** Computes one section. */
export async function insights(
  flows: readonly Flow[],
  section: InsightSection,
  options: AnalysisOptions,
): Promise<object> {
  // A copy, since the list may change meanwhile.
  const snapshot = [...flows];
  const { load } = sections.find(({ id }) => id === section)!;
  const analyze = await load();
  return shown(await analyze(snapshot, options));
}
