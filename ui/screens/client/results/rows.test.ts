import { expect, test } from 'vitest';
import { cellText, gridOf, shownRows, type Sorting } from './rows.ts';

const headers = [
  { name: 'rows', value: '3' },
  { name: 'column-id', value: 'INTEGER' },
  { name: 'column-total', value: 'numeric' },
  { name: 'column-name', value: 'TEXT' },
];
const rows = [
  { id: 10, total: '9.50', name: 'b' },
  { id: 9, total: '10.25', name: null },
  { id: 11, total: '1', name: 'A' },
];
const grid = gridOf(rows, headers)!;

test('columns keep the order of the database, numbers are known by type or value', () => {
  expect(grid.columns.map(({ name, isNumeric }) => [name, isNumeric])).toEqual([
    ['id', true],
    ['total', true],
    ['name', false],
  ]);
  expect(gridOf([], headers)?.columns).toHaveLength(3);
  expect(gridOf({ changes: 1 }, [])).toBeNull();
});

test('rows are found in any column, and sorted as numbers with NULL last', () => {
  const ids = (...given: [string, Sorting | null]) => shownRows(grid, ...given).map((row) => row['id']);
  expect(ids('25', null)).toEqual([9]);
  expect(ids('', { name: 'total', isDescending: false })).toEqual([11, 10, 9]);
  expect(ids('', { name: 'name', isDescending: false })).toEqual([11, 10, 9]);
  expect(ids('', { name: 'name', isDescending: true })).toEqual([10, 11, 9]);
  expect(ids('', null)).toEqual([10, 9, 11]);
});

test('NULL has no text, and objects are JSON', () => {
  expect([cellText(null), cellText(''), cellText({ a: 1 })]).toEqual([null, '', '{"a":1}']);
});
