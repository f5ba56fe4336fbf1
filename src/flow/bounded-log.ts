// The last of something that goes on and on in one flow: messages of a WebSocket, events of a stream. Bounded in
// number and memory, each flow by itself and all flows together.
import type { RecentBudget } from './log-budget.ts';

const MAX_ENTRIES = 200;
const MAX_BYTES = 4 * 1024 * 1024;
/** Most bytes kept of one entry; the bound of a flow leaves room for those before it. */
export const MAX_ENTRY_BYTES = 3 * 1024 * 1024;
/** What is left of older entries where newer ones need the room. */
const CUT_BYTES = 1024;
/** What an entry takes besides its bytes, roughly. */
const OVERHEAD_BYTES = 256;
/** The budget is told of changes from this size on. */
const REPORTED_BYTES = 16 * 1024;

export interface RecentEntry {
  /** The first bytes, as many as are kept. */
  bytes: Buffer;
}

export class Recent<Entry extends RecentEntry> {
  #entries: Entry[] = [];
  #held = 0;
  #reported = 0;
  #forgotten = false;
  readonly #budget: RecentBudget;

  constructor(budget: RecentBudget) {
    this.#budget = budget;
  }

  /** The oldest first. The list is live: read it, do not keep it. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  add(entry: Entry): void {
    if (this.#forgotten) return;
    this.#entries.push(entry);
    this.#held += weight(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#held -= weight(this.#entries.shift()!);
    this.#settle();
  }

  /** Gives an entry, which may be gone by now, the bytes that were not known before. */
  fill(entry: Entry, bytes: Buffer): void {
    if (!this.#entries.includes(entry)) return;
    this.#held += bytes.length - entry.bytes.length;
    entry.bytes = bytes;
    this.#settle();
  }

  /** Lets all entries go: other flows need the memory. */
  shed(): void {
    this.#entries = [];
    this.#held = this.#reported = 0;
  }

  /** Nobody will ask for the entries any more. */
  forget(): void {
    this.#forgotten = true;
    this.shed();
    this.#budget.forget(this);
  }

  #settle(): void {
    if (this.#held > MAX_BYTES) this.#cut();
    if (Math.abs(this.#held - this.#reported) < REPORTED_BYTES) return;
    this.#reported = this.#held;
    this.#budget.holds(this, this.#held);
  }

  /** Shortens the oldest entries; the newest stays as it is. */
  #cut(): void {
    for (let at = 0; at < this.#entries.length - 1 && this.#held > MAX_BYTES; at += 1) {
      const entry = this.#entries[at]!;
      if (entry.bytes.length <= CUT_BYTES) continue;
      this.#held -= entry.bytes.length - CUT_BYTES;
      entry.bytes = Buffer.from(entry.bytes.subarray(0, CUT_BYTES));
    }
  }
}

function weight({ bytes }: RecentEntry): number {
  return bytes.length + OVERHEAD_BYTES;
}
