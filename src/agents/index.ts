// Runs of AI agents, joined from captured exchanges.
import type { Price } from '../codec/ai/cost.ts';
import type { Flow } from '../flow/flow.ts';
import type { ExchangeFacts } from './facts/contract.ts';
import { isAgentExchange } from './facts/agent-exchange.ts';
import { readFacts } from './facts/read-facts.ts';
import { finishedRun } from './finish.ts';
import { RunJoiner } from './join/index.ts';
import type { AgentRun } from './run.ts';

export type { Price } from '../codec/ai/cost.ts';
export { listedRun, type AgentRun, type AgentStep, type ListedRun } from './run.ts';

/** Returns the runs of exchanges that have ended, in the order in which they began. */
export function runsOf(facts: readonly ExchangeFacts[], prices: readonly Price[]): readonly AgentRun[] {
  const joiner = new RunJoiner();
  for (const each of facts.toSorted(byEnd)) joiner.add(each);
  return joiner.runs.map((run) => finishedRun(run, prices)).toSorted((a, b) => a.startedAt - b.startedAt);
}

function byEnd(a: ExchangeFacts, b: ExchangeFacts): number {
  return a.endedAt - b.endedAt || a.id - b.id;
}

/** Requests that begin later than this after an exchange of an agent are not those of its tools. */
const MAX_TOOL_MS = 600_000;

/** Chooses exchanges that runs may be made of, in the order in which they began; what others do is not read. */
export class AgentExchanges {
  #until = -Infinity;

  isOne(flow: Flow): boolean {
    if (!flow.finished) return false;
    if (!isAgentExchange(flow)) return flow.startedAt <= this.#until;
    this.#until = Math.max(this.#until, flow.startedAt + (flow.durationMs ?? 0) + MAX_TOOL_MS);
    return true;
  }
}

/** Reads the runs of a recording. */
export async function agentRuns(
  flows: Iterable<Flow> | AsyncIterable<Flow>,
  prices: readonly Price[],
): Promise<readonly AgentRun[]> {
  const chosen = new AgentExchanges();
  const facts: ExchangeFacts[] = [];
  for await (const flow of flows) if (chosen.isOne(flow)) facts.push(await readFacts(flow));
  return runsOf(facts, prices);
}
