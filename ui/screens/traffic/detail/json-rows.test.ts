import { describe, expect, test } from 'vitest';
import { findInJson, jsonRows, parentsOf } from './json-rows.ts';

const value = {
  id: 'ch_1',
  items: [
    { sku: 'TOTE', price: 64.5 },
    { sku: 'MUG', price: 12 },
  ],
  'a b': { sku: null },
};

describe('rows', () => {
  test('the first levels are open, and can be closed', () => {
    expect(jsonRows(value, new Set()).map(({ path }) => path)).toEqual([
      '$',
      '$.id',
      '$.items',
      '$.items[0]',
      '$.items[0].sku',
      '$.items[0].price',
      '$.items[1]',
      '$.items[1].sku',
      '$.items[1].price',
      '$["a b"]',
      '$["a b"].sku',
    ]);
    expect(jsonRows(value, new Set(['$.items', '$["a b"]'])).map(({ path }) => path)).toEqual([
      '$',
      '$.id',
      '$.items',
      '$["a b"]',
    ]);
  });

  test('a long list is closed at first', () => {
    expect(jsonRows({ list: Array.from({ length: 60 }, () => 1) }, new Set())).toHaveLength(2);
  });
});

test.each([
  ['sku', ['$.items[0].sku', '$.items[1].sku', '$["a b"].sku']],
  ['mug', ['$.items[1].sku']],
  ['12', ['$.items[1].price']],
  ['null', ['$["a b"].sku']],
  ['$.items[*].sku', ['$.items[0].sku', '$.items[1].sku']],
  ['$.items[1]', ['$.items[1]']],
  ['$..sku', ['$.items[0].sku', '$.items[1].sku', '$["a b"].sku']],
  ['$["a b"].*', ['$["a b"].sku']],
  ['$.none', []],
  ['$[?(@.x)]', []],
  ['', []],
])('%j finds %j', (query, paths) => {
  expect(findInJson(value, query)).toEqual(paths);
});

test('the parents of a path', () => {
  expect(parentsOf('$.items[0].sku')).toEqual(['$', '$.items', '$.items[0]']);
  expect(parentsOf('$["a.b[0]"].c')).toEqual(['$', '$["a.b[0]"]']);
});
