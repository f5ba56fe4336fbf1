// Follows AI agents in the traffic of `run`. What joins their runs is loaded with the first exchange of one.
import { isAgentExchange } from '../../agents/facts/agent-exchange.ts';
import type { AgentRun } from '../../agents/index.ts';
import type { Flow } from '../../flow/flow.ts';
import type { AgentCollector } from './agent-checks.ts';
import type { AgentChecks } from './options.ts';

export class RunAgents {
  #collector: AgentCollector | null = null;

  /** Adds an exchange that has ended. A promise where its bodies have to be read; calls must not overlap. */
  add(flow: Flow): Promise<void> | undefined {
    if (this.#collector !== null) return this.#collector.add(flow);
    return isAgentExchange(flow) ? this.#addFirst(flow) : undefined;
  }

  async #addFirst(flow: Flow): Promise<void> {
    const { AgentCollector: Collector } = await import('./agent-checks.ts');
    this.#collector = new Collector();
    await this.#collector.add(flow);
  }

  /** Resolves with the runs, in the order in which they began. */
  async runs({ prices }: AgentChecks): Promise<readonly AgentRun[]> {
    return this.#collector === null ? [] : this.#collector.runs(await prices());
  }
}
