// Passes finished flows to a consumer one by one and in order, once the app of each is known.
import { setImmediate as turn } from 'node:timers/promises';
import type { Flow } from './flow.ts';
import type { FlowStore } from './store.ts';

export interface FinishedFlows {
  /** Number of exchanges that have begun and not finished. */
  readonly pending: number;
  /** Waits until every finished flow has been consumed. */
  settled(): Promise<void>;
}

/** Calls `consume` for one flow at a time. An error is passed to `onError`, and the next flow follows. */
export function onFlowFinished(
  flows: FlowStore,
  consume: Consume,
  onError: (error: unknown) => void,
): FinishedFlows {
  const queue = new FinishedFlowQueue(consume, onError);
  flows.subscribe((flow, change) => {
    if (change === 'added') queue.pending += 1;
    if (change === 'finished' || change === 'removed') queue.pending -= 1;
    if (change === 'finished') queue.push(flow);
  });
  return queue;
}

type Consume = (flow: Flow) => Promise<void> | undefined;

class FinishedFlowQueue implements FinishedFlows {
  pending = 0;
  #flows: Flow[] = [];
  #working: Promise<void> | null = null;
  readonly #consume: Consume;
  readonly #onError: (error: unknown) => void;

  constructor(consume: Consume, onError: (error: unknown) => void) {
    this.#consume = consume;
    this.#onError = onError;
  }

  push(flow: Flow): void {
    this.#flows.push(flow);
    // It starts at the end of this turn of the event loop, so that flows that finish in the same turn are handled
    // together.
    this.#working ??= turn().then(() => this.#work());
  }

  async settled(): Promise<void> {
    while (this.#working !== null) await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#flows.length > 0) {
      const batch = this.#flows;
      this.#flows = [];
      for (const flow of batch) {
        if (!flow.client.isIdentified) await flow.client.identified;
        // Each await costs a turn, and most flows need none.
        const later = this.#consumeOne(flow);
        if (later !== undefined) await later;
      }
    }
    this.#working = null;
  }

  #consumeOne(flow: Flow): Promise<void> | undefined {
    try {
      return this.#consume(flow)?.catch(this.#onError);
    } catch (error) {
      this.#onError(error);
      return undefined;
    }
  }
}
