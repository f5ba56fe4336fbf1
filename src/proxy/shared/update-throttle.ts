// Notifies readers of a flow about changes, at a limited rate.
import type { Flow } from '../../flow/flow.ts';
import type { ProxyContext } from './context.ts';

/** Minimum time between notifications. */
const INTERVAL_MS = 20;

export class UpdateThrottle {
  readonly #flow: Flow;
  readonly #context: Pick<ProxyContext, 'flows'>;
  #due = false;

  constructor(flow: Flow, context: Pick<ProxyContext, 'flows'>) {
    this.#flow = flow;
    this.#context = context;
  }

  readonly changed = (): void => {
    if (this.#due) return;
    this.#due = true;
    setTimeout(this.#notify, INTERVAL_MS).unref();
  };

  readonly #notify = (): void => {
    this.#due = false;
    if (!this.#flow.finished) this.#context.flows.update(this.#flow);
  };
}
