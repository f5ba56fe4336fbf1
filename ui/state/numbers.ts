// A list of numbers that grows, without an object for each.

export class Numbers {
  length = 0;
  #array: Float64Array;

  constructor(first: Float64Array = new Float64Array(64)) {
    this.#array = first;
  }

  /** Returns a list that begins with these numbers, which become its own. */
  static of(numbers: Float64Array): Numbers {
    const list = new Numbers(numbers.length > 0 ? numbers : undefined);
    list.length = numbers.length;
    return list;
  }

  push(number: number): void {
    if (this.length === this.#array.length) {
      const grown = new Float64Array(this.length * 2);
      grown.set(this.#array);
      this.#array = grown;
    }
    this.#array[this.length] = number;
    this.length += 1;
  }

  /** Returns the numbers as they are now. They stay as they are when others are added. */
  view(): Float64Array {
    return this.#array.subarray(0, this.length);
  }
}

/** Returns the numbers without those at the indexes `removed`, and with `added`: pairs of an index and a number before it. Both ascend. */
export function edited(
  numbers: Float64Array,
  removed: readonly number[],
  added: readonly number[],
): Float64Array {
  const result = new Float64Array(numbers.length - removed.length + added.length / 2);
  let [from, to, nextRemoved, nextAdded] = [0, 0, 0, 0];
  while (nextRemoved < removed.length || nextAdded < added.length) {
    const isAdded = (added[nextAdded] ?? Infinity) <= (removed[nextRemoved] ?? Infinity);
    const at = isAdded ? added[nextAdded]! : removed[nextRemoved]!;
    result.set(numbers.subarray(from, at), to);
    to += at - from;
    from = isAdded ? at : at + 1;
    if (isAdded) {
      result[to] = added[nextAdded + 1]!;
      to += 1;
      nextAdded += 2;
    } else nextRemoved += 1;
  }
  result.set(numbers.subarray(from), to);
  return result;
}
