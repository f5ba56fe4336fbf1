// The runs of a traffic list, kept up: a second look reads only what has changed since the first.
import { setImmediate as turn } from 'node:timers/promises';
import type { Price } from '../codec/ai/cost.ts';
import type { Flow } from '../flow/flow.ts';
import type { ExchangeFacts } from './facts/contract.ts';
import { readFacts } from './facts/read-facts.ts';
import { AgentExchanges, runsOf } from './index.ts';
import type { AgentRun } from './run.ts';

/** The part of a traffic list that is needed. */
export interface FollowedList {
  readonly revision: number;
  has(id: number): boolean;
  /** Yields the flows that changed after a revision, in the order of their changes. */
  changedAfter(revision: number): Iterable<Flow>;
}

/** Exchanges whose facts are remembered, the newest. */
const MAX_FACTS = 30_000;
/** Exchanges that are looked at before other work can go on. */
const PER_TURN = 200;

export class ListedRuns {
  readonly #list: FollowedList;
  readonly #facts = new Map<number, ExchangeFacts>();
  readonly #chosen = new AgentExchanges();
  #revision = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(list: FollowedList) {
    this.#list = list;
  }

  /** Resolves with the runs, in the order in which they began. Looks come one after another. */
  runs(prices: readonly Price[]): Promise<readonly AgentRun[]> {
    const runs = this.#turn.then(async () => {
      await this.#read();
      return runsOf([...this.#facts.values()], prices);
    });
    this.#turn = runs.catch(() => undefined);
    return runs;
  }

  async #read(): Promise<void> {
    const { revision } = this.#list;
    let looked = 0;
    for (const flow of this.#list.changedAfter(this.#revision)) {
      if ((looked += 1) % PER_TURN === 0) await turn();
      if (!this.#chosen.isOne(flow)) continue;
      this.#facts.delete(flow.id);
      this.#facts.set(flow.id, await readFacts(flow));
    }
    this.#revision = revision;
    for (const id of this.#facts.keys())
      if (!this.#list.has(id) || this.#facts.size > MAX_FACTS) this.#facts.delete(id);
  }
}

const known = new WeakMap<FollowedList, ListedRuns>();

/** Returns the runs of a list, which are the same for all who ask. */
export function runsOfList(list: FollowedList): ListedRuns {
  const runs = known.get(list) ?? new ListedRuns(list);
  known.set(list, runs);
  return runs;
}
