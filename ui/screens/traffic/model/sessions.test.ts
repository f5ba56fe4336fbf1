import { expect, test } from 'vitest';
import { atLine, letterAt, lineOf, sectionsOf } from './sessions.ts';

const sections = (sessions: readonly string[], areGrouped: boolean, hasDropped: boolean) =>
  sectionsOf(sessions.length, (at) => sessions[at]!, areGrouped, hasDropped);

test('a line stands above each session when they stand one after another', () => {
  expect(sections(['a.har', 'a.har', '', '', ''], true, false)).toEqual([
    { session: 'a.har', at: 0 },
    { session: '', at: 2 },
  ]);
});

test('one session has a line only where requests were dropped, and so has this one among others', () => {
  expect(sections(['', ''], true, false)).toEqual([]);
  expect(sections(['', ''], true, true)).toEqual([{ session: '', at: 0 }]);
  expect(sections(['a.har', '', 'a.har'], false, true)).toEqual([{ session: '', at: 1 }]);
  expect(sections(['a.har'], false, true)).toEqual([]);
});

test('lines of sections stand between the rows', () => {
  const between = [
    { session: 'a.har', at: 0 },
    { session: '', at: 2 },
  ];
  const lines = [0, 1, 2, 3, 4, 5, 6].map((line) => atLine(between, line));
  expect(lines).toEqual([between[0], 0, 1, between[1], 2, 3, 4]);
  expect([0, 1, 2, 3, 4].map((index) => lineOf(between, index))).toEqual([1, 2, 4, 5, 6]);
  expect(atLine([], 7)).toBe(7);
});

test('letters go on after Z', () => {
  expect([0, 25, 26, 27, 52].map(letterAt)).toEqual(['A', 'Z', 'AA', 'AB', 'BA']);
});
