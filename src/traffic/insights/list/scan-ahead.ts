// Reads the exchanges of a list before a section asks for them, so that sections respond quickly. It runs only while no
// traffic arrives, because traffic comes first.
import type { BodyScanner } from '../scan/body-scanner.ts';
import { insightsOf } from './index.ts';
import type { AnalyzedList } from './part-table.ts';

/** The list that is followed. */
export interface FollowedList extends AnalyzedList {
  /** Increases with each change. */
  readonly revision: number;
}

/** Milliseconds between two looks at the list; the traffic rests when nothing has changed in between. */
const LOOK_MS = 300;
/** Changes for which it is worth it: sections read fewer exchanges in a moment. */
const MIN_CHANGES = 500;
/** Short, since the worker takes 20 MB. */
const IDLE_MS = 2000;

export class ScanAhead {
  readonly #followed: FollowedList;
  readonly #timer: NodeJS.Timeout;
  #seen: number;
  /** The revision up to which all is done. */
  #done: number;
  /** Settles when the scan that runs has ended; null while none runs. */
  #running: Promise<void> | null = null;
  #isClosed = false;
  /** Null until it is needed. */
  #scanner: BodyScanner | null = null;

  constructor(followed: FollowedList, lookMs = LOOK_MS) {
    this.#followed = followed;
    this.#seen = followed.revision;
    this.#done = 0;
    this.#timer = setInterval(() => this.#scanWhenUnchanged(), lookMs).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#scanner?.close();
    // It reads the files of the list, which are closed next.
    await this.#running;
  }

  #scanWhenUnchanged(): void {
    const { revision } = this.#followed;
    const rests = revision === this.#seen;
    this.#seen = revision;
    if (!rests || revision - this.#done < MIN_CHANGES) return;
    this.#running ??= this.#scan(revision).finally(() => (this.#running = null));
  }

  /** Scans until the list changes. */
  async #scan(revision: number): Promise<void> {
    const [{ BodyScanner: Scanner }, insights] = await Promise.all([
      import('../scan/body-scanner.ts'),
      insightsOf(this.#followed),
    ]);
    if (this.#isOutdated(revision)) return;
    this.#scanner ??= new Scanner({ workers: 1, idleMs: IDLE_MS });
    if (await insights.ahead(this.#scanner, () => this.#isOutdated(revision))) this.#done = revision;
  }

  #isOutdated(revision: number): boolean {
    return this.#isClosed || this.#followed.revision !== revision;
  }
}
