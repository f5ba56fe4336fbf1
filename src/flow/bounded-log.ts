// The latest entries of a flow's log: messages of a WebSocket, or events of a stream. Number and memory are bounded,
// for each flow and for all flows together.
import type { LogBudget } from './log-budget.ts';

export const MAX_ENTRIES = 200;
const MAX_BYTES = 4 * 1024 * 1024;
/** Maximum bytes kept of one entry; the bound of a flow leaves room for those before it. */
export const MAX_ENTRY_BYTES = 3 * 1024 * 1024;
/** Bytes kept of older entries where newer ones need the room. */
const SHORTENED_BYTES = 1024;
/** Approximate memory of an entry besides its bytes. */
const OVERHEAD_BYTES = 256;
/** Changes from this size on are reported to the budget. */
const REPORTED_BYTES = 16 * 1024;

export interface LogEntry {
  /** The first bytes, as many as are kept. */
  bytes: Buffer;
}

export class BoundedLog<Entry extends LogEntry> {
  #entries: Entry[] = [];
  #bytes = 0;
  #reportedBytes = 0;
  #isReleased = false;
  #hasDropped = false;
  readonly #budget: LogBudget;

  constructor(budget: LogBudget) {
    this.#budget = budget;
  }

  /** Entries, oldest first. The list is live: read it, do not keep it. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** True when entries are missing that were added earlier. */
  get hasDropped(): boolean {
    return this.#hasDropped;
  }

  /** Notes that entries are missing before those that are added next. */
  markDropped(): void {
    this.#hasDropped = true;
  }

  add(entry: Entry): void {
    if (this.#isReleased) return;
    this.#entries.push(entry);
    this.#bytes += entrySize(entry);
    if (this.#entries.length > MAX_ENTRIES) {
      this.#bytes -= entrySize(this.#entries.shift()!);
      this.#hasDropped = true;
    }
    this.#applyBounds();
  }

  /** Sets the bytes of an entry that were not known before; it may be gone by now. */
  fill(entry: Entry, bytes: Buffer): void {
    if (!this.#entries.includes(entry)) return;
    this.#bytes += bytes.length - entry.bytes.length;
    entry.bytes = bytes;
    this.#applyBounds();
  }

  /** Drops all entries, since other flows need the memory. */
  evict(): void {
    this.#hasDropped ||= this.#entries.length > 0;
    this.#entries = [];
    this.#bytes = this.#reportedBytes = 0;
  }

  /** Releases the memory: the entries are no longer needed. */
  release(): void {
    this.#isReleased = true;
    this.evict();
    this.#budget.remove(this);
  }

  #applyBounds(): void {
    if (this.#bytes > MAX_BYTES) this.#shortenOldest();
    if (Math.abs(this.#bytes - this.#reportedBytes) < REPORTED_BYTES) return;
    this.#reportedBytes = this.#bytes;
    this.#budget.update(this, this.#bytes);
  }

  /** Shortens the oldest entries; the newest stays whole. */
  #shortenOldest(): void {
    for (let at = 0; at < this.#entries.length - 1 && this.#bytes > MAX_BYTES; at += 1) {
      const entry = this.#entries[at]!;
      if (entry.bytes.length <= SHORTENED_BYTES) continue;
      this.#bytes -= entry.bytes.length - SHORTENED_BYTES;
      entry.bytes = Buffer.from(entry.bytes.subarray(0, SHORTENED_BYTES));
    }
  }
}

function entrySize({ bytes }: LogEntry): number {
  return bytes.length + OVERHEAD_BYTES;
}
