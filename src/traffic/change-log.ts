// The order in which entries of a list changed: whoever follows the list reads on where it was, however long the list is.
const FIRST_CHANGES = 1024;

export class ChangeLog {
  /** Ascending. */
  #revisions = new Float64Array(FIRST_CHANGES);
  #ids = new Float64Array(FIRST_CHANGES);
  #end = 0;
  readonly #revisionOf: (id: number) => number | undefined;

  /** `revisionOf` returns the revision of an entry's last change; undefined without an entry. */
  constructor(revisionOf: (id: number) => number | undefined) {
    this.#revisionOf = revisionOf;
  }

  add(id: number, revision: number): void {
    if (this.#end === this.#ids.length) this.#makeRoom();
    const at = this.#lowerBound(revision);
    this.#revisions.copyWithin(at + 1, at, this.#end);
    this.#ids.copyWithin(at + 1, at, this.#end);
    this.#revisions[at] = revision;
    this.#ids[at] = id;
    this.#end += 1;
  }

  /** Yields the ids of the entries that changed after a revision, each once, in the order of their last changes. */
  *after(revision: number): Generator<number, void, undefined> {
    for (let at = this.#lowerBound(revision + 1); at < this.#end; at += 1) {
      const id = this.#ids[at] ?? 0;
      if (this.#isLast(at)) yield id;
    }
  }

  /** True unless the entry has changed again, or is gone. */
  #isLast(at: number): boolean {
    return this.#revisionOf(this.#ids[at] ?? 0) === this.#revisions[at];
  }

  #lowerBound(revision: number): number {
    let low = 0;
    let high = this.#end;
    // Most are asked for at the end.
    if (high === 0 || (this.#revisions[high - 1] ?? 0) < revision) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#revisions[middle] ?? 0) < revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Drops the changes that others have followed; the arrays grow where that makes little room. */
  #makeRoom(): void {
    const [revisions, ids, end] = [this.#revisions, this.#ids, this.#end];
    let last = 0;
    for (let at = 0; at < end; at += 1)
      if (this.#isLast(at)) {
        revisions[last] = revisions[at] ?? 0;
        ids[last] = ids[at] ?? 0;
        last += 1;
      }
    this.#end = last;
    if (last * 2 < ids.length) return;
    this.#revisions = new Float64Array(ids.length * 2);
    this.#ids = new Float64Array(ids.length * 2);
    this.#revisions.set(revisions.subarray(0, last));
    this.#ids.set(ids.subarray(0, last));
  }
}
