// The flows that were discarded last, which can be brought back for a while.
import { setImmediate as turn } from 'node:timers/promises';
import type { HeldFlow } from '../flow/packed-flows.ts';
import type { Entry } from './entry-table.ts';

/** Milliseconds for which discarded flows can be brought back. */
const TRASH_MS = 60_000;
/** Flows that are taken before other work may go on. */
const AT_ONCE = 2000;

/** A flow that was taken out of the list. */
export interface TakenFlow {
  readonly entry: Entry;
  /** Null when it is only in the file. */
  readonly held: HeldFlow | null;
}

export class Trash {
  #flows: readonly TakenFlow[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #release: (flows: readonly TakenFlow[]) => void;

  /** `release` is called with flows that cannot be brought back any more. */
  constructor(release: (flows: readonly TakenFlow[]) => void) {
    this.#release = release;
  }

  /**
   * Takes flows out of a list with `take`, and keeps them in place of those before. Other work goes on meanwhile.
   * Returns how many there are.
   */
  async fill(ids: Float64Array, take: (ids: Float64Array) => readonly TakenFlow[]): Promise<number> {
    this.empty();
    const taken: TakenFlow[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      for (const flow of take(ids.subarray(at, at + AT_ONCE))) taken.push(flow);
      await turn();
    }
    this.#put(taken);
    return taken.length;
  }

  /** Returns the flows, which are no longer here. */
  take(): readonly TakenFlow[] {
    clearTimeout(this.#timer);
    const flows = this.#flows;
    this.#flows = [];
    return flows;
  }

  /** Releases the flows. */
  empty(): void {
    this.#release(this.take());
  }

  #put(flows: readonly TakenFlow[]): void {
    this.empty();
    this.#flows = flows;
    this.#timer = setTimeout(() => this.empty(), TRASH_MS).unref();
  }
}
