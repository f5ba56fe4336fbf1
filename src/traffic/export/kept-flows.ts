// Exchanges for exports that read them twice. If there are few, they stay in memory between the two passes.
import type { Flow } from '../../flow/flow.ts';

/** Bytes of exchanges that are kept between two passes. */
const MAX_KEPT_BYTES = 48 * 1024 * 1024;
/** Bytes that a head takes in memory, about. */
const HEAD_BYTES = 3000;

/** The exchanges of the first pass, for the second pass, as long as they are few and do not change. */
export class KeptFlows {
  #flows: Flow[] | null = [];
  #bytes = 0;

  /** All that were added; null when they were too many, or one of them may still change. */
  get all(): readonly Flow[] | null {
    return this.#flows;
  }

  add(flow: Flow): void {
    this.#bytes += sizeOf(flow);
    if (this.#bytes > MAX_KEPT_BYTES || flow.state === 'pending') this.#flows = null;
    this.#flows?.push(flow);
  }
}

/** Bytes of bodies; an exchange without any counts as some, too. */
function sizeOf({ request, response, originalRequest, originalResponse }: Flow): number {
  return [request, response, originalRequest, originalResponse].reduce(
    (sum, message) => sum + (message === null ? 0 : HEAD_BYTES + message.body.size),
    0,
  );
}
