// Which parts of a file are free: given back in any order, joined with their neighbours, and given out again from the
// front. What lies free at the file's end is no longer part of it.

/** Bytes `offset` to `offset + length` of the file. */
export interface Extent {
  readonly offset: number;
  readonly length: number;
}

export class FreeSpace {
  /** In order; no two touch, and none touches the end. */
  readonly #free: Extent[] = [];
  #end = 0;

  /** Bytes of the file, used and free. */
  get end(): number {
    return this.#end;
  }

  /** Where `length` bytes may be written: where there is room, or behind everything else. */
  take(length: number): Extent {
    const at = this.#free.findIndex((extent) => extent.length >= length);
    const free = this.#free[at];
    if (free === undefined) {
      this.#end += length;
      return { offset: this.#end - length, length };
    }
    const rest = { offset: free.offset + length, length: free.length - length };
    this.#free.splice(at, 1, ...(rest.length > 0 ? [rest] : []));
    return { offset: free.offset, length };
  }

  /** Takes back what `take` gave. */
  giveBack({ offset, length }: Extent): void {
    let at = this.#indexBehind(offset);
    let start = offset;
    let end = offset + length;
    const before = this.#free[at - 1];
    const after = this.#free[at];
    let replaced = 0;
    if (after?.offset === end) {
      end += after.length;
      replaced += 1;
    }
    if (before !== undefined && before.offset + before.length === start) {
      start = before.offset;
      at -= 1;
      replaced += 1;
    }
    const isLast = end === this.#end;
    if (isLast) this.#end = start;
    this.#free.splice(at, replaced, ...(isLast ? [] : [{ offset: start, length: end - start }]));
  }

  /** Index of the first free extent behind `offset`. */
  #indexBehind(offset: number): number {
    let low = 0;
    let high = this.#free.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#free[middle]?.offset ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
