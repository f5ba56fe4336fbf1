// The runs of AI agents for filters that ask for them, such as `run:last`.
import type { FollowedList } from '../agents/listed-runs.ts';
import type { ValidFilter } from '../flow/filter/index.ts';
import { NO_RUNS, type RunLookUp } from '../flow/search/index.ts';

export type { FollowedList as RunList } from '../agents/listed-runs.ts';

/** Returns the runs of a list by their exchanges; none, at once, for a filter that does not ask for them. */
export async function agentRunLookUp(filter: ValidFilter, list: FollowedList): Promise<RunLookUp> {
  if (!filter.contentTerms.some(({ parts }) => parts.includes('run'))) return NO_RUNS;
  const { runsOfList } = await import('../agents/listed-runs.ts');
  // What runs cost does not matter.
  const runs = await runsOfList(list).runs([]);
  const byExchange = new Map(
    runs.flatMap((run, index) => {
      const { id, name } = run;
      const known = { id, name, isLast: index === runs.length - 1 };
      return run.steps.flatMap(({ exchange }) => (exchange === null ? [] : [[exchange, known] as const]));
    }),
  );
  return (flow) => byExchange.get(flow.id) ?? null;
}
