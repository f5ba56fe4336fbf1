import { expect, test } from 'vitest';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { arranged, atLine, letterAt, lineOf, sectionsOf } from './sessions.ts';

function flow(id: number, minute: number, openedFrom?: string): FlowSummary {
  return {
    id,
    method: 'GET',
    url: `http://a.test/${id}`,
    host: 'a.test',
    startedAt: `2026-11-22T14:${String(minute).padStart(2, '0')}:00.000Z`,
    state: 'completed',
    decrypted: false,
    app: null,
    tags: [],
    ...(openedFrom !== undefined && { openedFrom }),
  };
}

const rows = [flow(1, 20), flow(2, 30), flow(3, 10, 'a.har'), flow(4, 25, 'a.har'), flow(5, 40)];
const ids = (list: readonly FlowSummary[]): readonly number[] => list.map(({ id }) => id);

test('one after another: in the order in which the sessions began', () => {
  const list = arranged(rows, 'sessions', true, false);
  expect(ids(list)).toEqual([3, 4, 1, 2, 5]);
  expect(sectionsOf(list, 'sessions', false)).toEqual([
    { session: 'a.har', at: 0 },
    { session: '', at: 2 },
  ]);
});

test('mixed by time, unless another column sorts', () => {
  expect(ids(arranged(rows, 'time', true, false))).toEqual([3, 1, 4, 2, 5]);
  expect(ids(arranged(rows, 'time', true, true))).toEqual([5, 2, 4, 1, 3]);
  expect(arranged(rows, 'time', false, false)).toBe(rows);
});

test('one session is left as it is, and has a line only where requests were dropped', () => {
  const own = rows.filter(({ openedFrom }) => openedFrom === undefined);
  expect(arranged(own, 'sessions', true, false)).toBe(own);
  expect(sectionsOf(own, 'sessions', false)).toEqual([]);
  expect(sectionsOf(own, 'time', true)).toEqual([{ session: '', at: 0 }]);
});

test('lines of sections stand between the rows', () => {
  const sections = [
    { session: 'a.har', at: 0 },
    { session: '', at: 2 },
  ];
  const lines = [0, 1, 2, 3, 4, 5, 6].map((line) => atLine(sections, line));
  expect(lines).toEqual([sections[0], 0, 1, sections[1], 2, 3, 4]);
  expect([0, 1, 2, 3, 4].map((index) => lineOf(sections, index))).toEqual([1, 2, 4, 5, 6]);
  expect(atLine([], 7)).toBe(7);
});

test('letters go on after Z', () => {
  expect([0, 25, 26, 27, 52].map(letterAt)).toEqual(['A', 'Z', 'AA', 'AB', 'BA']);
});
