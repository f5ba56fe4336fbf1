import { describe, expect, test } from 'vitest';
import { FreeSpace, type Extent } from './free-space.ts';

describe('the space of a file', () => {
  test('is given out one behind the other', () => {
    const space = new FreeSpace();
    expect([space.take(10), space.take(5)]).toEqual([
      { offset: 0, length: 10 },
      { offset: 10, length: 5 },
    ]);
    expect(space.end).toBe(15);
  });

  test('is used again, the rest of it too', () => {
    const space = new FreeSpace();
    const [first] = [space.take(10), space.take(5)];
    space.giveBack(first);
    expect([space.take(4), space.take(6), space.take(1)].map(({ offset }) => offset)).toEqual([0, 4, 15]);
  });

  test.each([[[0, 1, 2]], [[2, 1, 0]], [[0, 2, 1]], [[1, 0, 2]]])(
    'joins what is given back in the order %j',
    (order) => {
      const space = new FreeSpace();
      const extents = [space.take(10), space.take(10), space.take(10)];
      space.take(1);
      for (const at of order) space.giveBack(extents[at]!);
      expect(space.take(30)).toEqual({ offset: 0, length: 30 });
    },
  );

  test('ends where the last used byte is', () => {
    const space = new FreeSpace();
    const [first, second] = [space.take(10), space.take(10)];
    space.giveBack(first);
    expect(space.end).toBe(20);
    space.giveBack(second);
    expect(space.end).toBe(0);
  });

  test('never gives out what is in use, and is empty again when all is given back', () => {
    const space = new FreeSpace();
    const used: Extent[] = [];
    for (let step = 0; step < 5000; step += 1) {
      if (used.length > 0 && (step * 7919) % 5 < 2)
        space.giveBack(used.splice((step * 31) % used.length, 1)[0]!);
      else {
        const taken = space.take(1 + ((step * 104_729) % 300));
        const overlaps = used.some(
          (other) => other.offset < taken.offset + taken.length && taken.offset < other.offset + other.length,
        );
        expect(overlaps).toBe(false);
        used.push(taken);
      }
    }
    for (const extent of used) space.giveBack(extent);
    expect(space.end).toBe(0);
  });
});
