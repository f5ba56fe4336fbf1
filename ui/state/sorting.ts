// Sorts a million values in steps, so that the page stays responsive.

export type SortKey = string | number | null | undefined;

/** Compares numbers by value and texts alphabetically; what has no value comes last. */
export function compareKeys(left: SortKey, right: SortKey): number {
  if (left === right) return 0;
  if (left === null || left === undefined || left === '') return isNothing(right) ? 0 : 1;
  if (isNothing(right)) return -1;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : 1;
}

function isNothing(key: SortKey): key is null | undefined | '' {
  return key === null || key === undefined || key === '';
}

/** Values by which others are sorted: numbers as long as none is a text. */
export class SortKeys {
  #numbers = new Float64Array(64);
  #mixed: SortKey[] | null = null;
  #length = 0;

  push(key: SortKey): void {
    if (this.#mixed === null && typeof key === 'string' && key !== '')
      this.#mixed = Array.from(this.#numbers.subarray(0, this.#length), (number) =>
        number === Infinity ? null : number,
      );
    if (this.#mixed === null) this.#pushNumber(typeof key === 'number' ? key : Infinity);
    else this.#mixed.push(key);
    this.#length += 1;
  }

  /** Returns a comparison of indexes. */
  comparison(): (a: number, b: number) => number {
    const mixed = this.#mixed;
    if (mixed !== null) return (a, b) => compareKeys(mixed[a], mixed[b]);
    const numbers = this.#numbers;
    return (a, b) => {
      const [left, right] = [numbers[a]!, numbers[b]!];
      return left < right ? -1 : left > right ? 1 : 0;
    };
  }

  #pushNumber(number: number): void {
    if (this.#length === this.#numbers.length) {
      const grown = new Float64Array(this.#length * 2);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[this.#length] = number;
  }
}

/** Indexes that are sorted, and those that are merged, in one step. */
const RUN = 2048;
const PIECE = 4096;

/** Returns the indexes below `length` in their order; equal ones stay as they are. */
export function* sortedIndexes(
  length: number,
  compare: (a: number, b: number) => number,
): Generator<void, Uint32Array, undefined> {
  let from = new Uint32Array(length);
  for (let index = 0; index < length; index += 1) from[index] = index;
  for (let start = 0; start < length; start += RUN) {
    from.subarray(start, start + RUN).sort(compare);
    yield;
  }
  let to = new Uint32Array(length);
  for (let width = RUN; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width)
      yield* merge(
        from,
        to,
        start,
        Math.min(start + width, length),
        Math.min(start + 2 * width, length),
        compare,
      );
    [from, to] = [to, from];
  }
  return from;
}

/** Merges two sorted runs, of which the second begins at `middle`. */
function* merge(
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  middle: number,
  end: number,
  compare: (a: number, b: number) => number,
): Generator<void, void, undefined> {
  let [left, right] = [start, middle];
  if (middle === end || compare(from[middle - 1]!, from[middle]!) <= 0) {
    to.set(from.subarray(start, end), start);
    return;
  }
  for (let at = start; at < end; at += 1) {
    const isLeft = right === end || (left < middle && compare(from[left]!, from[right]!) <= 0);
    to[at] = isLeft ? from[left++]! : from[right++]!;
    if (at % PIECE === 0) yield;
  }
}
