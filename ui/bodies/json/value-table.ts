// Three numbers for each value of a JSON text, in the order in which values begin.

const MIN = 64;

export class ValueTable {
  count = 0;
  starts: Uint32Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
  parents: Uint32Array<ArrayBuffer>;

  /** Makes room for `size` values at first. Pages of memory that are never written to take none. */
  constructor(size: number) {
    const room = Math.max(MIN, size);
    this.starts = new Uint32Array(room);
    this.ends = new Uint32Array(room);
    this.parents = new Uint32Array(room);
  }

  /** Adds a value; returns its number. */
  add(start: number, parent: number): number {
    const value = this.count;
    if (value === this.starts.length) this.#grow();
    this.starts[value] = start;
    this.parents[value] = parent;
    this.count = value + 1;
    return value;
  }

  /** Returns the numbers of all values. */
  parts(): Pick<ValueTable, 'count' | 'starts' | 'ends' | 'parents'> {
    const { count } = this;
    return {
      count,
      starts: this.starts.subarray(0, count),
      ends: this.ends.subarray(0, count),
      parents: this.parents.subarray(0, count),
    };
  }

  #grow(): void {
    this.starts = grown(this.starts);
    this.ends = grown(this.ends);
    this.parents = grown(this.parents);
  }
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(array.length * 2);
  next.set(array);
  return next;
}
