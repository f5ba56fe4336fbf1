// The flows that were discarded last, which can be brought back for a while.
import type { HeldFlow } from '../flow/packed-flows.ts';
import type { Entry } from './entry-table.ts';

/** Milliseconds for which discarded flows can be brought back. */
const TRASH_MS = 60_000;

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

  /** Keeps flows in place of those before. */
  put(flows: readonly TakenFlow[]): void {
    this.empty();
    this.#flows = flows;
    this.#timer = setTimeout(() => this.empty(), TRASH_MS).unref();
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
}
