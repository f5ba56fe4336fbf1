// The entries of a traffic list as numbers: a million of them take 35 MB, and the garbage collector sees a few arrays.
import { ChangeLog } from './change-log.ts';

/** The marks of an entry, as bits. */
export const MARK = {
  /** It was opened from a file of the user's. */
  imported: 1,
  /** The session file has the flow as it is. */
  written: 2,
  /** It has a color, a comment or a pin. */
  annotated: 4,
} as const;

/** The status of an entry of which only its flow tells. */
export const UNKNOWN_STATUS = 0xff_ff;

/** The mark of an entry that was removed, until the table is compacted. */
const GONE = 128;

export interface Entry {
  readonly id: number;
  readonly marks: number;
  /** 0 without a response; `UNKNOWN_STATUS` where only the flow tells. */
  readonly status: number;
}

/** An entry of a flow that the session file has. */
export type ListedRow = Pick<Entry, 'id' | 'status'>;

/** Changes whenever an entry of a range is added, changed or removed, since revisions rise. */
export interface RangeStamp {
  readonly count: number;
  /** The highest one. */
  readonly revision: number;
}

const FIRST_ENTRIES = 1024;

export class EntryTable {
  /** Ascending. */
  #ids = new Float64Array(FIRST_ENTRIES);
  #revisions = new Float64Array(FIRST_ENTRIES);
  #marks = new Uint8Array(FIRST_ENTRIES);
  #statuses = new Uint16Array(FIRST_ENTRIES);
  /** Entries in the arrays, those included that are gone. */
  #end = 0;
  #gone = 0;
  readonly #changes = new ChangeLog((id) => this.revisionOf(id));

  get size(): number {
    return this.#end - this.#gone;
  }

  get oldestId(): number | undefined {
    for (let at = 0; at < this.#end; at += 1) if (this.#isThere(at)) return this.#ids[at];
    return undefined;
  }

  add(id: number, revision: number, marks: number, status = UNKNOWN_STATUS): void {
    if (this.#end === this.#ids.length) this.#makeRoom();
    const at = this.#lowerBound(id);
    if (at < this.#end && this.#ids[at] === id) this.#gone -= this.#isThere(at) ? 0 : 1;
    else {
      this.#ids.copyWithin(at + 1, at, this.#end);
      this.#revisions.copyWithin(at + 1, at, this.#end);
      this.#marks.copyWithin(at + 1, at, this.#end);
      this.#statuses.copyWithin(at + 1, at, this.#end);
      this.#end += 1;
    }
    this.#ids[at] = id;
    this.#revisions[at] = revision;
    this.#marks[at] = marks;
    this.#statuses[at] = status;
    if (revision > 0) this.#changes.add(id, revision);
  }

  /** Removes an entry and returns what it was; undefined when there is none. */
  remove(id: number): Entry | undefined {
    const at = this.#indexOf(id);
    if (at < 0) return undefined;
    const entry = this.#entryAt(at);
    this.#marks[at] = entry.marks | GONE;
    this.#gone += 1;
    return entry;
  }

  has(id: number): boolean {
    return this.#indexOf(id) >= 0;
  }

  /** Returns the revision of the flow's last change; undefined without an entry. */
  revisionOf(id: number): number | undefined {
    const at = this.#indexOf(id);
    return at < 0 ? undefined : this.#revisions[at];
  }

  setRevision(id: number, revision: number): void {
    const at = this.#indexOf(id);
    if (at < 0) return;
    this.#revisions[at] = revision;
    this.#changes.add(id, revision);
  }

  statusOf(id: number): number {
    const at = this.#indexOf(id);
    return at < 0 ? UNKNOWN_STATUS : (this.#statuses[at] ?? UNKNOWN_STATUS);
  }

  setStatus(id: number, status: number): void {
    const at = this.#indexOf(id);
    if (at >= 0) this.#statuses[at] = status;
  }

  isMarked(id: number, mark: number): boolean {
    const at = this.#indexOf(id);
    return at >= 0 && ((this.#marks[at] ?? 0) & mark) !== 0;
  }

  mark(id: number, mark: number, isSet: boolean): void {
    const at = this.#indexOf(id);
    if (at < 0) return;
    const marks = this.#marks[at] ?? 0;
    this.#marks[at] = isSet ? marks | mark : marks & ~mark;
  }

  /** Returns all ids, ascending. */
  ids(): Float64Array {
    return this.#gone === 0
      ? this.#ids.slice(0, this.#end)
      : this.#ids.subarray(0, this.#end).filter((_, at) => this.#isThere(at));
  }

  /** Returns all ids, ascending, and the status of each. */
  snapshot(): { readonly ids: Float64Array; readonly statuses: Uint16Array } {
    const isThere = (_: number, at: number): boolean => this.#isThere(at);
    const [ids, statuses] = [this.#ids.subarray(0, this.#end), this.#statuses.subarray(0, this.#end)];
    return this.#gone === 0
      ? { ids: ids.slice(), statuses: statuses.slice() }
      : { ids: ids.filter(isThere), statuses: statuses.filter(isThere) };
  }

  /** Returns the ids from `first` on and below `end`, ascending. */
  idsBetween(first: number, end: number): Float64Array {
    const from = this.#lowerBound(first);
    return this.#ids.slice(from, this.#lowerBound(end)).filter((_, at) => this.#isThere(from + at));
  }

  /** Returns what tells whether anything changed, for each range of `span` ids that has entries, by its number. */
  stamps(span: number): ReadonlyMap<number, RangeStamp> {
    const stamps = new Map<number, RangeStamp>();
    let number = -1;
    let stamp = { count: 0, revision: 0 };
    for (let at = 0; at < this.#end; at += 1) {
      if (!this.#isThere(at)) continue;
      const own = Math.floor((this.#ids[at] ?? 0) / span);
      if (own !== number) stamps.set((number = own), (stamp = { count: 0, revision: 0 }));
      stamp.count += 1;
      stamp.revision = Math.max(stamp.revision, this.#revisions[at] ?? 0);
    }
    return stamps;
  }

  /** Yields all entries, in the order of ids. */
  *[Symbol.iterator](): Generator<Entry, void, undefined> {
    for (let at = 0; at < this.#end; at += 1) if (this.#isThere(at)) yield this.#entryAt(at);
  }

  /** Counts the entries whose ids pass a test. */
  count(isAsked: (id: number) => boolean): number {
    let count = 0;
    for (let at = 0; at < this.#end; at += 1)
      if (this.#isThere(at) && isAsked(this.#ids[at] ?? 0)) count += 1;
    return count;
  }

  /** Yields the ids of what changed after a revision, in the order of the changes. */
  changedAfter(revision: number): Generator<number, void, undefined> {
    return this.#changes.after(revision);
  }

  #entryAt(at: number): Entry {
    return {
      id: this.#ids[at] ?? 0,
      marks: this.#marks[at] ?? 0,
      status: this.#statuses[at] ?? UNKNOWN_STATUS,
    };
  }

  #isThere(at: number): boolean {
    return ((this.#marks[at] ?? 0) & GONE) === 0;
  }

  #indexOf(id: number): number {
    const at = this.#lowerBound(id);
    return at < this.#end && this.#ids[at] === id && this.#isThere(at) ? at : -1;
  }

  /** Returns the index of the first id that is not below `id`; near the end, where most are, in few steps. */
  #lowerBound(id: number): number {
    let step = 1;
    let high = this.#end;
    while (high > 0 && (this.#ids[Math.max(0, high - step)] ?? 0) >= id) {
      high = Math.max(0, high - step);
      step *= 2;
    }
    let low = Math.max(0, high - step);
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ids[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Drops what is gone where that makes room for many; else the arrays grow. */
  #makeRoom(): void {
    const isCompacted = this.#gone * 2 > this.#end;
    const length = isCompacted ? this.#ids.length : this.#ids.length * 2;
    const [ids, revisions, marks, statuses] = [this.#ids, this.#revisions, this.#marks, this.#statuses];
    const end = this.#end;
    this.#ids = new Float64Array(length);
    this.#revisions = new Float64Array(length);
    this.#marks = new Uint8Array(length);
    this.#statuses = new Uint16Array(length);
    this.#end = 0;
    for (let at = 0; at < end; at += 1) {
      if (((marks[at] ?? 0) & GONE) !== 0) continue;
      this.#ids[this.#end] = ids[at] ?? 0;
      this.#revisions[this.#end] = revisions[at] ?? 0;
      this.#marks[this.#end] = marks[at] ?? 0;
      this.#statuses[this.#end] = statuses[at] ?? UNKNOWN_STATUS;
      this.#end += 1;
    }
    this.#gone = 0;
  }
}
