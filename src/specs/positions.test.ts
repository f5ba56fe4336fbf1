import { getLineColLocation, Source } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { jsonPositions } from './json-positions.ts';
import { positionsOf } from './positions.ts';

const DOCUMENT = {
  openapi: '3.0.3',
  paths: {
    '/pets/{id}': { get: { 'x-~': [1, [{ a: '"}]' }, true], null], parameters: [] } },
    '/a b': { 'ü"\\': { '': 0, deep: { er: 'x' } } },
  },
  list: [{}, { name: 'second' }],
  empty: {},
};

const POINTERS = [
  '#/',
  '#/openapi',
  '#/paths',
  '#/paths/~1pets~1{id}/get',
  '#/paths/~1pets~1{id}/get/x-~0/1/0/a',
  '#/paths/~1pets~1{id}/get/x-~0/0',
  '#/paths/~1pets~1{id}/get/parameters/3',
  '#/paths/~1pets~1%7Bid%7D/get',
  '#/paths/~1a%20b/ü"\\/deep/er',
  '#/paths/~1none/get/responses',
  '#/list/1/name',
  '#/list/7',
  '#/empty/nothing/there',
  '#/openapi/under/text',
];

describe.each([
  ['on one line', JSON.stringify(DOCUMENT)],
  ['on many lines', `${JSON.stringify(DOCUMENT, null, 2)}\n`],
  ['with Windows line ends', JSON.stringify(DOCUMENT, null, 4).replaceAll('\n', '\r\n')],
  ['YAML that looks like it', `{ openapi: 3.0.3, paths: { /a: { get: {} } }, list: [{}, { name: x }] }`],
])('%s', (_, text) => {
  test.each([false, true])('positions are those of the syntax tree; of names: %s', (reportOnKey) => {
    const source = new Source('/api.json', text);
    const locations = POINTERS.map((pointer) => ({ source, pointer, reportOnKey }));
    const expected = locations.map((location) => {
      const { start } = getLineColLocation(location);
      return { line: start.line, column: start.col };
    });
    expect(positionsOf(locations)).toEqual(expected);
  });
});

test('a description of several megabytes is read once, however many places there are', () => {
  const items = Array.from({ length: 20_000 }, (_, id) => ({ id, text: 'x'.repeat(100) }));
  const text = JSON.stringify({ items });
  const paths = items.map(({ id }) => ({ path: ['items', String(id), 'id'], isKey: false }));
  const offsets = jsonPositions(text, paths);
  for (const id of [0, 7, 19_999])
    expect(text.slice(offsets[id], offsets[id]! + 5)).toBe(`${id},"text`.slice(0, 5));
});

test.each(['{"a": 1', '{"a" 1}', '{"a": [1, }', '{"a": nul}', '{a: 1}', '{"a": "x'])(
  'no JSON: %s',
  (text) => {
    expect(() => jsonPositions(text, [{ path: ['a', '5', 'b'], isKey: false }])).toThrow(SyntaxError);
  },
);
