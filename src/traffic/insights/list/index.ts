// Sections over all of a traffic list. What is known of it from an earlier look is not computed again.
import type { FollowedList } from '../../../agents/listed-runs.ts';
import { insights, type InsightSection } from '../index.ts';
import type { AnalysisOptions } from '../sections/contract.ts';
import { shown } from '../shown.ts';
import type { ListInsights } from './list-insights.ts';
import type { AnalyzedList } from './part-table.ts';

const known = new WeakMap<AnalyzedList, Promise<ListInsights>>();

/** Computes one section. */
export async function listInsights(
  list: AnalyzedList & FollowedList,
  section: InsightSection,
  options: AnalysisOptions,
): Promise<object> {
  if (section === 'agents') return shown(await listedAgents(list, options));
  const data = await (await insightsOf(list)).section(section, options);
  if (data !== null) return shown(data);
  const all = list.selected(() => true);
  return insights(all, section, options);
}

async function listedAgents(list: AnalyzedList & FollowedList, options: AnalysisOptions): Promise<object> {
  const { runsOfList } = await import('../../../agents/listed-runs.ts');
  const { agentInsights } = await import('../sections/agents.ts');
  return agentInsights(await runsOfList(list).runs(options.modelPrices ?? []), options);
}

/** Returns the insights of a list, which are the same for all who ask. Loads the code on demand. */
export function insightsOf(list: AnalyzedList): Promise<ListInsights> {
  const made = known.get(list) ?? newInsights(list);
  known.set(list, made);
  return made;
}

async function newInsights(list: AnalyzedList): Promise<ListInsights> {
  const { ListInsights: Insights } = await import('./list-insights.ts');
  return new Insights(list);
}
