// A set of ids that may be a million: an ascending list of numbers.

export class IdSet implements Iterable<number> {
  static readonly none = new IdSet(new Float64Array(0));
  readonly #ids: Float64Array;

  /** `ids`: ascending, each once. */
  private constructor(ids: Float64Array) {
    this.#ids = ids;
  }

  /** Returns the set of these ids, each of which is there once, in any order. */
  static of(ids: Iterable<number>): IdSet {
    const own = Float64Array.from(ids);
    return new IdSet(isAscending(own) ? own : own.sort());
  }

  get size(): number {
    return this.#ids.length;
  }

  has(id: number): boolean {
    return this.#ids[indexFrom(this.#ids, id)] === id;
  }

  /** Returns the set with the id, or without it if it was there. */
  toggled(id: number): IdSet {
    const at = indexFrom(this.#ids, id);
    const isThere = this.#ids[at] === id;
    const ids = new Float64Array(this.size + (isThere ? -1 : 1));
    ids.set(this.#ids.subarray(0, at));
    if (!isThere) ids[at] = id;
    ids.set(this.#ids.subarray(isThere ? at + 1 : at), isThere ? at : at + 1);
    return new IdSet(ids);
  }

  at(index: number): number | undefined {
    return this.#ids.at(index);
  }

  [Symbol.iterator](): Iterator<number> {
    return this.#ids[Symbol.iterator]();
  }
}

/** Returns the index of the first of these ascending numbers that is not below `wanted`. */
export function indexFrom(numbers: Float64Array, wanted: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isAscending(numbers: Float64Array): boolean {
  for (let at = 1; at < numbers.length; at += 1) if (numbers[at]! < numbers[at - 1]!) return false;
  return true;
}
