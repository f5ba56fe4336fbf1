// Tells readers of a flow that there is something new on it: not each time, but soon.
import type { Flow } from '../flow/flow.ts';
import type { ProxyContext } from './context.ts';

/** Readers are told no more often than this. */
const TELL_MS = 20;

export class UpdateThrottle {
  readonly #flow: Flow;
  readonly #context: ProxyContext;
  #due = false;

  constructor(flow: Flow, context: ProxyContext) {
    this.#flow = flow;
    this.#context = context;
  }

  readonly changed = (): void => {
    if (this.#due) return;
    this.#due = true;
    setTimeout(this.#tell, TELL_MS).unref();
  };

  readonly #tell = (): void => {
    this.#due = false;
    if (!this.#flow.finished) this.#context.flows.update(this.#flow);
  };
}
