// Passes finished flows to a consumer one by one and in order, once the app of each is known.
import { setImmediate as turn } from 'node:timers/promises';
import type { Flow } from '../flow/flow.ts';
import type { FlowStore } from '../flow/store.ts';

export interface FinishedFlows {
  /** Number of exchanges that have begun and not finished. */
  readonly pending: number;
  /** Waits until every finished flow has been consumed. */
  settled(): Promise<void>;
}

/** Calls `consume` for one flow at a time. What it throws is passed to `failed`, and the next flow follows. */
export function onFlowFinished(
  flows: FlowStore,
  consume: (flow: Flow) => Promise<void> | undefined,
  onError: (error: unknown) => void,
): FinishedFlows {
  let pending = 0;
  let queue: Flow[] = [];
  let working: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      for (const flow of batch) {
        if (!flow.client.isIdentified) await flow.client.identified;
        try {
          const consumed = consume(flow);
          if (consumed !== undefined) await consumed;
        } catch (error) {
          onError(error);
        }
      }
    }
    working = null;
  };
  flows.subscribe((flow, change) => {
    if (change === 'added') pending += 1;
    if (change === 'finished' || change === 'removed') pending -= 1;
    if (change !== 'finished') return;
    queue.push(flow);
    // Started at the end of this turn of the event loop, so that flows that finish in the same turn are handled
    // together.
    working ??= turn().then(work);
  });
  return {
    get pending() {
      return pending;
    },
    settled: async () => {
      while (working !== null) await working;
    },
  };
}
