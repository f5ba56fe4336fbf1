import { expect, test } from 'vitest';
import { moveCursor, selection, selectOne } from './selection.ts';
import { Rows } from './shown-rows.ts';

const rows = new Rows(Float64Array.of(1, 2, 3, 4), true);

test.each([
  [null, 1, 1],
  [null, -1, 4],
  [null, -Infinity, 1],
  [null, Infinity, 4],
  [2, 1, 3],
  [2, 9, 4],
  [2, -Infinity, 1],
  [2, Infinity, 4],
  [99, 1, 1],
])('from %s by %i the cursor goes to %i', (from, step, to) => {
  selection.set({ ...selection.get(), cursor: from });
  moveCursor(rows, step, false);
  expect(selection.get().cursor).toBe(to);
});

test('without rows it stays', () => {
  selectOne(3);
  moveCursor(Rows.none, 1, false);
  expect(selection.get().cursor).toBe(3);
});
