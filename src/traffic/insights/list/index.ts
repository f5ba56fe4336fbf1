// The kept insights of each list, made when somebody asks.
import type { KeptInsights } from './list-insights.ts';
import type { KeptList } from './part-table.ts';

const known = new WeakMap<KeptList, Promise<KeptInsights>>();

/** Loads the code on demand. */
export function keptInsights(list: KeptList): Promise<KeptInsights> {
  const kept = known.get(list) ?? loaded(list);
  known.set(list, kept);
  return kept;
}

async function loaded(list: KeptList): Promise<KeptInsights> {
  const { KeptInsights: Kept } = await import('./list-insights.ts');
  return new Kept(list);
}
