// Hands each finished exchange to whoever follows the run, in order, once the app behind it is known.
import type { Flow } from '../../flow/flow.ts';
import type { FlowStore } from '../../flow/store.ts';

export interface Following {
  /** Exchanges that have begun and not finished. */
  readonly pending: number;
  /** Waits until everything that has finished has been consumed. */
  settled(): Promise<void>;
}

/** `consume` is called for one flow at a time; what it throws ends up in `failed`, once. */
export function followFinished(
  flows: FlowStore,
  consume: (flow: Flow) => Promise<void> | void,
  failed: (error: unknown) => void,
): Following {
  let pending = 0;
  let queue: Promise<void> = Promise.resolve();
  let broken = false;
  const step = async (flow: Flow): Promise<void> => {
    await flow.client.identified;
    if (!broken) await consume(flow);
  };
  flows.subscribe((flow, change) => {
    if (change === 'added') pending += 1;
    if (change === 'finished' || change === 'removed') pending -= 1;
    if (change !== 'finished') return;
    queue = queue
      .then(() => step(flow))
      .catch((error: unknown) => {
        if (!broken) failed(error);
        broken = true;
      });
  });
  return {
    get pending() {
      return pending;
    },
    settled: () => queue,
  };
}
