import { expect, test } from 'vitest';
import { bodyRows, differingPart, markdownOf } from './comparison.ts';

test.each([
  ['ios/4126', 'ios/4127', ['4126', '4127']],
  ['215.99,', '228.89,', ['215.99', '228.89']],
  ['aaa', 'aa', ['aaa', 'aa']],
  ['a b', 'a', ['a b', 'a']],
  ['', 'x', ['', 'x']],
  ['same', 'same', ['', '']],
  ['"a"', '"b"', ['a', 'b']],
])('%s and %s differ in %j', (a, b, parts) => {
  const { start, endA, endB } = differingPart(a, b);
  expect([a.slice(start, endA), b.slice(start, endB)]).toEqual(parts);
});

test('Markdown names what differs, whatever the values hold', () => {
  const rows = [
    { name: 'x-a', before: 'a|b`c', after: null, ignorable: null },
    { name: 'x-b', before: 'same', after: 'same', ignorable: null },
  ];
  const lines = [
    { before: '{', after: '{' },
    { before: '1', after: '2' },
  ];
  const body = { isByKey: true, sizes: [1, 1] as const, lines, differences: 1, isWhole: true };
  expect(
    markdownOf('#1 and #2', [
      { title: 'Request headers', rows },
      { title: 'Response body', rows: [], body },
    ]),
  ).toBe(
    "## #1 and #2\n\n### Request headers\n\n| | Before | After |\n| --- | --- | --- |\n| x-a | `a\\|b'c` |  |\n\n### Response body\n\n```diff\n- 1\n+ 2\n```\n",
  );
});

test('each difference of a body is a row under its path or line', () => {
  const lines = [
    { before: '{', after: '{' },
    { before: '  "id": 1', after: '  "id": 2', path: '$.id' },
    { before: '  "total": 1', after: '  "total": 2', path: '$.total' },
    { before: '  "same": 1', after: '  "same": 1' },
    { before: '  "error": {', after: null, path: '$.error' },
    { before: '    "code": 1', after: null, path: '$.error.code' },
    { before: '  }', after: null, path: '$.error' },
    { before: '}', after: '}' },
    { before: 'x', after: 'y' },
  ];
  const body = { isByKey: true, sizes: [1, 1] as const, lines, differences: 3, isWhole: true };
  expect(bodyRows(body)).toEqual([
    { name: '$.id', before: '"id": 1', after: '"id": 2', ignorable: '$.id', difference: 0 },
    { name: '$.total', before: '"total": 1', after: '"total": 2', ignorable: '$.total', difference: 0 },
    {
      name: '$.error',
      before: '"error": {\n  "code": 1\n}',
      after: null,
      ignorable: '$.error',
      difference: 1,
    },
    { name: 'line 9', before: 'x', after: 'y', ignorable: null, difference: 2 },
  ]);
});
