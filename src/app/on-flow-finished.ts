// Hands each finished exchange to whoever follows them, in order, once the app behind it is known.
import { setImmediate as turn } from 'node:timers/promises';
import type { Flow } from '../flow/flow.ts';
import type { FlowStore } from '../flow/store.ts';

export interface FinishedFlows {
  /** Exchanges that have begun and not finished. */
  readonly pending: number;
  /** Waits until everything that has finished has been consumed. */
  settled(): Promise<void>;
}

/** `consume` is called for one flow at a time; `failed` gets what it throws, and it goes on with the next. */
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
    // Left to the end of this turn of the event loop: what finishes in it is handed over together.
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
