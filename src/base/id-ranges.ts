// Ids as ranges in text, such as `1-50,60`: short where ids follow each other, however many they are.

/** The ids of such a text. */
export class IdRanges {
  /** The first and the last id of each range, ascending and apart from each other. */
  readonly #bounds: Float64Array;

  private constructor(bounds: Float64Array) {
    this.#bounds = bounds;
  }

  /** Reads a text; null for one that is no list of ids and ranges. */
  static parse(text: string): IdRanges | null {
    const ranges: [number, number][] = [];
    for (const range of text.split(',')) {
      const [, first, last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(range) ?? [];
      if (first === undefined) return null;
      ranges.push([Number(first), Number(last)]);
    }
    return new IdRanges(joined(ranges));
  }

  has(id: number): boolean {
    let [low, high] = [0, this.#bounds.length / 2];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#bounds[2 * middle + 1]! < id) low = middle + 1;
      else high = middle;
    }
    return this.#bounds[2 * low]! <= id;
  }
}

/** Writes ids, which are in any order. */
export function idRangesOf(ids: Iterable<number>): string {
  const ranges: string[] = [];
  let [first, last] = [Number.NaN, Number.NaN];
  const end = (): void => {
    if (!Number.isNaN(first)) ranges.push(first === last ? String(first) : `${first}-${last}`);
  };
  for (const id of Float64Array.from(ids).sort()) {
    if (id !== last && id !== last + 1) {
      end();
      first = id;
    }
    last = id;
  }
  end();
  return ranges.join(',');
}

function joined(ranges: readonly (readonly [number, number])[]): Float64Array {
  const bounds: number[] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    if (last < first) continue;
    const end = bounds.at(-1);
    if (end !== undefined && first <= end + 1) bounds[bounds.length - 1] = Math.max(end, last);
    else bounds.push(first, last);
  }
  return Float64Array.from(bounds);
}
