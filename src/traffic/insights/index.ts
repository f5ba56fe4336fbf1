// Insights: what captured traffic shows, section by section. Figures are computed in small steps; what has to be read
// character by character is read by a worker, while the proxy goes on.
import type { Flow } from '../../flow/flow.ts';
import { sections, type InsightSection } from './sections/index.ts';

/** The ids of the sections, in the order of menus. */
export const INSIGHT_SECTIONS: readonly InsightSection[] = sections.map(({ id }) => id);

/** Computes one section. `limit`: most entries of each of its lists. */
export async function insights(
  flows: readonly Flow[],
  section: InsightSection,
  limit: number,
): Promise<object> {
  // A copy: the list may change meanwhile.
  const snapshot = [...flows];
  const { load } = sections.find(({ id }) => id === section)!;
  const analyze = await load();
  return analyze(snapshot, limit);
}
