import { expect, test } from 'vitest';
import { IdRanges, idRangesOf } from './id-ranges.ts';

test.each([
  [[], ''],
  [[7], '7'],
  [[3, 1, 2], '1-3'],
  [[60, 1, 2, 62, 61, 9], '1-2,9,60-62'],
  [[1, 1, 2], '1-2'],
])('writes %j as %j', (ids, text) => expect(idRangesOf(ids)).toBe(text));

test('has the ids of its ranges, which overlap and stand in any order', () => {
  const ranges = IdRanges.parse('60,1-3,2-5,9-8,1000000')!;
  const ids = Array.from({ length: 70 }, (_, id) => id).filter((id) => ranges.has(id));
  expect(ids).toEqual([1, 2, 3, 4, 5, 60]);
  expect([ranges.has(1_000_000), ranges.has(1_000_001)]).toEqual([true, false]);
});

test.each(['', 'a', '1,', '1-', '-1', '1--2', '1 2', '1'.repeat(16)])('%j is no list of ranges', (text) => {
  expect(IdRanges.parse(text)).toBeNull();
});

test('a million scattered ids are written, read and looked up', () => {
  const ids = Array.from({ length: 1_000_000 }, (_, at) => 3 * at + 1);
  const ranges = IdRanges.parse(idRangesOf(ids))!;
  expect(ids.every((id) => ranges.has(id) && !ranges.has(id + 1))).toBe(true);
});
