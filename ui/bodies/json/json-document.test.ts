import { describe, expect, test } from 'vitest';
import { JsonDocument } from './json-document.ts';
import { indexJson } from './json-index.ts';
import { findInJson, findTexts } from './json-search.ts';
import { JsonValues } from './json-values.ts';

const valuesOf = (text: string): JsonValues => new JsonValues(indexJson(new TextEncoder().encode(text)));
const VALUE = JSON.stringify({
  id: 'ch_1',
  items: [
    { sku: 'TOTE', price: 64.5 },
    { sku: 'MUG', price: 12 },
  ],
  'a b': { sku: null },
});

const paths = (document: JsonDocument): readonly string[] =>
  document.rows(0, document.rowCount).map(({ value }) => document.values.pathOf(value));

describe('rows', () => {
  test('the first levels are open, and can be closed', () => {
    const document = new JsonDocument(valuesOf(VALUE));
    expect(paths(document)).toEqual([
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
    document.toggle(9);
    document.toggle(2);
    expect(paths(document)).toEqual(['$', '$.id', '$.items', '$["a b"]']);
    document.toggle(2);
    expect(document.rowCount).toBe(10);
    document.toggle(1);
    expect(document.rowCount).toBe(10);
  });

  test('a long list is closed at first', () => {
    const document = new JsonDocument(
      valuesOf(JSON.stringify({ list: Array.from({ length: 60 }, () => 1) })),
    );
    expect(document.rows(0, 9)).toMatchObject([{ isOpen: true }, { isOpen: false, size: 60, label: 'list' }]);
  });

  test('what is open stays open in a longer text', () => {
    const document = new JsonDocument(valuesOf(VALUE));
    document.toggle(2);
    const longer = new JsonDocument(valuesOf(`${VALUE.slice(0, -1)},"more":1}`), document.state);
    expect(paths(longer)).toEqual(['$', '$.id', '$.items', '$["a b"]', '$["a b"].sku', '$.more']);
  });

  test('all opened, all closed, and a value brought into sight', () => {
    const document = new JsonDocument(valuesOf('[[[[[["deep"]]]]],[[["b"]]]]'));
    document.setAll('all');
    expect(document.rowCount).toBe(11);
    document.setAll('none');
    expect(document.rowCount).toBe(1);
    const row = document.reveal(6);
    expect([row, document.rows(row, row + 1)[0]?.text, document.rowCount]).toEqual([6, 'deep', 8]);
  });

  test('a long string is cut', () => {
    const [row] = new JsonDocument(valuesOf(JSON.stringify('é'.repeat(5000)))).rows(0, 1);
    expect(row).toMatchObject({ text: 'é'.repeat(300), cutSize: 10_000 });
  });
});

test.each([
  ['sku', ['$.items[0].sku', '$.items[1].sku', '$["a b"].sku']],
  ['mug', ['$.items[1].sku']],
  ['12', ['$.items[1].price']],
  ['null', ['$["a b"].sku']],
  ['":"', []],
  ['$.items[*].sku', ['$.items[0].sku', '$.items[1].sku']],
  ['$.items[1]', ['$.items[1]']],
  ['$..sku', ['$.items[0].sku', '$.items[1].sku', '$["a b"].sku']],
  ['$..items..sku', ['$.items[0].sku', '$.items[1].sku']],
  ['$["a b"].*', ['$["a b"].sku']],
  ['$.none', []],
  ['$[?(@.x)]', []],
  ['', []],
])('%j finds %j', (query, found) => {
  const values = valuesOf(VALUE);
  expect(Array.from(findInJson(values, query).values, (value) => values.pathOf(value))).toEqual(found);
});

test('texts are found as JSON may spell them', () => {
  const values = valuesOf('["caf\\u00e9","CAFÉ","http:\\/\\/a","a\\"b","İa b",{"\\u00e9":1}]');
  const found = (text: string): readonly string[] =>
    Array.from(findTexts(values, [text]).values, (value) => values.pathOf(value));
  expect(found('café')).toEqual(['$[0]', '$[1]']);
  expect(found('http://')).toEqual(['$[2]']);
  expect(found('a"b')).toEqual(['$[3]']);
  expect(found('a b')).toEqual(['$[4]']);
  expect(found('é')).toEqual(['$[0]', '$[1]', '$[5]["é"]']);
});

test('texts across the pieces that are looked through', () => {
  const values = valuesOf(JSON.stringify(['ä'.repeat(600_000), 'needle', 'x'.repeat(1_048_570), 'needle']));
  expect(Array.from(findTexts(values, ['needle']).values)).toEqual([2, 4]);
});
