// Flows that were made again of what the session file has, as long as somebody has them: whoever asks for one meanwhile
// gets the same.
import type { Flow } from '../flow/flow.ts';

/** Flows after which those are forgotten that nobody has any more. */
const FIRST_MAX = 1000;

export class MadeFlows {
  readonly #flows = new Map<number, WeakRef<Flow>>();
  #max = FIRST_MAX;

  get(id: number): Flow | undefined {
    return this.#flows.get(id)?.deref();
  }

  add(flow: Flow): void {
    if (this.#flows.size >= this.#max) this.#forgetCollected();
    this.#flows.set(flow.id, new WeakRef(flow));
  }

  #forgetCollected(): void {
    for (const [id, flow] of this.#flows) if (flow.deref() === undefined) this.#flows.delete(id);
    this.#max = Math.max(FIRST_MAX, 2 * this.#flows.size);
  }
}
