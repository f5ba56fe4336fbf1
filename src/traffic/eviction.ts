// The flows that leave the traffic list where it has too many.
import { EVICTION_BATCH, MAX_FLOWS } from '../flow/store.ts';
import { MARK, type Entry, type EntryTable } from './entry-table.ts';

/** Most annotated flows that stay beyond the others. */
const MAX_ANNOTATED = 1000;

/** The number of captured flows that a list has at most. */
export class ListLimit {
  /** Flows that were opened from files; they do not count. */
  imported = 0;
  readonly #entries: EntryTable;
  #max: number;
  /** The number of captured flows above which the next ones leave. */
  #above: number;

  /** `max`: null for a list without a file, which has as many as the engine's. */
  constructor(entries: EntryTable, max: number | null) {
    this.#entries = entries;
    this.#max = this.#above = max ?? MAX_FLOWS;
  }

  get isExceeded(): boolean {
    return this.#captured > this.#above;
  }

  set max(max: number) {
    this.#max = this.#above = max;
  }

  /** Forgets that annotated flows stayed beyond the others: the list is empty. */
  reset(): void {
    this.imported = 0;
    this.#above = this.#max;
  }

  /** Returns the oldest flows, which leave where there are too many. */
  excess(): readonly number[] {
    const count = this.#max === MAX_FLOWS ? EVICTION_BATCH : Math.ceil(this.#max / 10);
    const { ids, above } = evictable(this.#entries, count, this.#max);
    this.#above = above;
    return ids;
  }

  /** Returns the oldest tenth. */
  oldestTenth(): readonly number[] {
    const count = Math.ceil(this.#captured / 10);
    return evictable(this.#entries, count, this.#captured - count).ids;
  }

  get #captured(): number {
    return this.#entries.size - this.imported;
  }
}

interface Evictable {
  readonly ids: readonly number[];
  /** The number of captured flows above which the next ones leave. */
  readonly above: number;
}

/**
 * Chooses the oldest `count` captured flows where there are more than `max`, and more of them where that leaves too many.
 * Annotated ones stay beyond that, unless there are more than MAX_ANNOTATED; imported ones do not count.
 */
function evictable(entries: Iterable<Entry>, count: number, max: number): Evictable {
  const annotated: number[] = [];
  let captured = 0;
  for (const { id, marks } of entries) {
    if ((marks & MARK.imported) !== 0) continue;
    captured += 1;
    if ((marks & MARK.annotated) !== 0) annotated.push(id);
  }
  const retained = new Set(annotated.slice(-MAX_ANNOTATED));
  const above = max + retained.size;
  if (captured <= above) return { ids: [], above };
  return { ids: oldest(entries, Math.max(count, captured - above), retained), above };
}

/** Returns the ids of the oldest captured flows, those left out that are retained. */
function oldest(entries: Iterable<Entry>, count: number, retained: ReadonlySet<number>): readonly number[] {
  const ids: number[] = [];
  for (const { id, marks } of entries) {
    if (ids.length === count) break;
    if ((marks & MARK.imported) === 0 && !retained.has(id)) ids.push(id);
  }
  return ids;
}
