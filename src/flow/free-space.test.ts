import { describe, expect, test } from 'vitest';
import { FreeSpace, type FileRange } from './free-space.ts';

describe('the space of a file', () => {
  test('is allocated consecutively', () => {
    const space = new FreeSpace();
    expect([space.allocate(10), space.allocate(5)]).toEqual([
      { offset: 0, length: 10 },
      { offset: 10, length: 5 },
    ]);
    expect(space.end).toBe(15);
  });

  test('is reused, including the rest', () => {
    const space = new FreeSpace();
    const [first] = [space.allocate(10), space.allocate(5)];
    space.free(first);
    expect([space.allocate(4), space.allocate(6), space.allocate(1)].map(({ offset }) => offset)).toEqual([
      0, 4, 15,
    ]);
  });

  test.each([[[0, 1, 2]], [[2, 1, 0]], [[0, 2, 1]], [[1, 0, 2]]])(
    'is merged when freed in the order %j',
    (order) => {
      const space = new FreeSpace();
      const extents = [space.allocate(10), space.allocate(10), space.allocate(10)];
      space.allocate(1);
      for (const at of order) space.free(extents[at]!);
      expect(space.allocate(30)).toEqual({ offset: 0, length: 30 });
    },
  );

  test('ends after the last used byte', () => {
    const space = new FreeSpace();
    const [first, second] = [space.allocate(10), space.allocate(10)];
    space.free(first);
    expect(space.end).toBe(20);
    space.free(second);
    expect(space.end).toBe(0);
  });

  test('is never allocated twice, and empty when everything is freed', () => {
    const space = new FreeSpace();
    const used: FileRange[] = [];
    for (let step = 0; step < 5000; step += 1) {
      if (used.length > 0 && (step * 7919) % 5 < 2) space.free(used.splice((step * 31) % used.length, 1)[0]!);
      else {
        const taken = space.allocate(1 + ((step * 104_729) % 300));
        const overlaps = used.some(
          (other) => other.offset < taken.offset + taken.length && taken.offset < other.offset + other.length,
        );
        expect(overlaps).toBe(false);
        used.push(taken);
      }
    }
    for (const extent of used) space.free(extent);
    expect(space.end).toBe(0);
  });
});
