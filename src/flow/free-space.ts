// Tracks the free parts of a file: freed in any order, joined with their neighbours, and allocated again from
// the front. A free range at the file's end is cut off.

/** Bytes `offset` to `offset + length` of the file. */
export interface FileRange {
  readonly offset: number;
  readonly length: number;
}

export class FreeSpace {
  /** In order; no two touch, and none touches the end. */
  readonly #freeRanges: FileRange[] = [];
  #end = 0;

  /** Bytes of the file, used and free. */
  get end(): number {
    return this.#end;
  }

  /** Allocates `length` bytes where there is room, or at the end. */
  allocate(length: number): FileRange {
    const at = this.#freeRanges.findIndex((range) => range.length >= length);
    const free = this.#freeRanges[at];
    if (free === undefined) {
      this.#end += length;
      return { offset: this.#end - length, length };
    }
    const rest = { offset: free.offset + length, length: free.length - length };
    this.#freeRanges.splice(at, 1, ...(rest.length > 0 ? [rest] : []));
    return { offset: free.offset, length };
  }

  /** Frees a range that `allocate` returned. */
  free({ offset, length }: FileRange): void {
    let at = this.#indexAfter(offset);
    let start = offset;
    let end = offset + length;
    const previous = this.#freeRanges[at - 1];
    const next = this.#freeRanges[at];
    let replaced = 0;
    if (next?.offset === end) {
      end += next.length;
      replaced += 1;
    }
    if (previous !== undefined && previous.offset + previous.length === start) {
      start = previous.offset;
      at -= 1;
      replaced += 1;
    }
    const isLast = end === this.#end;
    if (isLast) this.#end = start;
    this.#freeRanges.splice(at, replaced, ...(isLast ? [] : [{ offset: start, length: end - start }]));
  }

  /** Returns the index of the first free range behind `offset`. */
  #indexAfter(offset: number): number {
    let low = 0;
    let high = this.#freeRanges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#freeRanges[middle]?.offset ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
