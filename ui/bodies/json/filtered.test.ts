import { expect, test } from 'vitest';
import { filteredJson, originalPath } from './filtered.ts';
import { JsonIndexer } from './json-index.ts';
import { findInJson } from './json-search.ts';
import { cellsOf, tableOf } from './table-data.ts';
import { JsonValues } from './json-values.ts';

function valuesOf(text: string): JsonValues {
  const indexer = new JsonIndexer(new TextEncoder().encode(text), false);
  while (!indexer.advance(1000));
  return new JsonValues(indexer.result());
}

const ORDERS = valuesOf(
  '{"object":"list","orders":[{"id":1,"total":1.10,"items":[{"sku":"A"}]},{"id":12345678901234567890,"note":null},{"id":3,"items":[]}]}',
);

function filtered(values: JsonValues, query: string) {
  return filteredJson(values, findInJson(values, query).values);
}

test('a filter is a list of what a path gives, as it was sent, and knows where it came from', () => {
  const list = filtered(ORDERS, '$.orders[*].id');
  expect(list.values.sourceOf(0)).toBe('[1,\n12345678901234567890,\n3]');
  expect(originalPath('$[1]', list, ORDERS)).toBe('$.orders[1].id');
  const items = filtered(ORDERS, '$.orders[*].items');
  expect(originalPath('$[0][0].sku', items, ORDERS)).toBe('$.orders[0].items[0].sku');
  expect(originalPath('$', items, ORDERS)).toBe('$');
});

test('a filter that finds nothing is an empty list', () => {
  const list = filtered(ORDERS, '$.nothing');
  expect(list.values.index.count).toBe(1);
  expect(list.values.sourceOf(0)).toBe('[]');
});

test('a table has a column for each name, and cells as they were sent', () => {
  const table = tableOf(ORDERS)!;
  expect(table).toMatchObject({ path: '$.orders', columns: ['id', 'total', 'items', 'note'], rowCount: 3 });
  expect(cellsOf(ORDERS, table, 0, 2)).toEqual([
    [{ text: '1', isNumber: true }, { text: '1.10', isNumber: true }, { text: '[1]', isNumber: false }, null],
    [{ text: '12345678901234567890', isNumber: true }, null, null, { text: 'null', isNumber: false }],
  ]);
});

test('a list at the top, and lines of objects, are tables too', () => {
  expect(tableOf(valuesOf('[{"a":1},{"b":2}]'))).toMatchObject({
    path: '$',
    columns: ['a', 'b'],
    rowCount: 2,
  });
  expect(tableOf(valuesOf('{"a":1}\n{"a":2}\n'))).toMatchObject({ path: '$', columns: ['a'], rowCount: 2 });
});

test.each(['[]', '[1,2]', '{"a":[]}', '"text"'])('%s has no table', (text) => {
  expect(tableOf(valuesOf(text))).toBeNull();
});
