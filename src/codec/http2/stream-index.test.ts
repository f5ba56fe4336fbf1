// Compares the index with a Map over random sequences of streams that open and end.
import { describe, expect, it } from 'vitest';
import { StreamIndex } from './stream-index.ts';

/** Returns pseudo-random integers below `limit` (a linear congruential generator). */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

describe('an index of streams', () => {
  it.each([1, 2, 3, 4, 5])('has what was added and not deleted (seed %d)', (seed) => {
    const next = numbers(seed);
    const index = new StreamIndex<{ readonly id: number }>();
    const expected = new Map<number, { readonly id: number }>();
    const max = [3, 16, 40, 300, 1000][seed - 1] ?? 0;
    let id = 1;
    for (let step = 0; step < 20_000; step += 1) {
      const open = [...expected.keys()];
      if (open.length < max && next(2) === 0) {
        // The peer of a server may leave identifiers out.
        id += 2 * (1 + (next(10) === 0 ? next(200) : 0));
        const stream = { id };
        index.add(stream);
        expected.set(id, stream);
      } else if (open.length > 0) {
        const ended = open[next(open.length)] ?? 0;
        index.delete(ended);
        expected.delete(ended);
      }
      const asked = 1 + 2 * next(id);
      expect(index.get(asked)).toBe(expected.get(asked));
      expect(index.size).toBe(expected.size);
      if (step % 500 === 0) expect(index.list()).toEqual([...expected.values()]);
    }
    for (const stream of expected.values()) expect(index.get(stream.id)).toBe(stream);
  });

  it('ignores the end of a stream that it does not have', () => {
    const index = new StreamIndex<{ readonly id: number }>();
    index.add({ id: 1 });
    index.delete(33);
    index.delete(3);
    expect(index.size).toBe(1);
    expect(index.get(1)?.id).toBe(1);
  });
});
