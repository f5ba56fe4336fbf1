// Runs of AI agents: a list of them, or the steps of one.
import { UserError } from '../../../base/errors.ts';
import { agentRuns, listedRun, type AgentRun, type ListedRun } from '../../../agents/index.ts';
import type { FlowSource } from '../scan/scanned-messages.ts';
import type { AnalysisOptions } from './contract.ts';

export type AgentInsights =
  | { readonly count: number; readonly runs: readonly ListedRun[] }
  | { readonly run: AgentRun };

export async function analyzeAgents(flows: FlowSource, options: AnalysisOptions): Promise<AgentInsights> {
  return agentInsights(await agentRuns(flows, options.modelPrices ?? []), options);
}

/** Returns the newest runs, or the one that is asked for. Throws a UserError where there is none with its id. */
export function agentInsights(runs: readonly AgentRun[], { run: id, limit }: AnalysisOptions): AgentInsights {
  if (id === undefined) return { count: runs.length, runs: runs.slice(-limit).map(listedRun) };
  const wanted = runs.find((run) => run.id === id);
  if (wanted !== undefined) return { run: { ...wanted, steps: wanted.steps.slice(0, limit) } };
  const ids = runs.slice(-MAX_NAMED).map((run) => run.id);
  throw new UserError(
    'NOT_FOUND',
    `run ${id} is not in the traffic: ${ids.length === 0 ? 'it has no runs of agents' : `give one of ${ids.join(', ')}`}`,
    { field: 'run' },
  );
}

const MAX_NAMED = 20;
