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
