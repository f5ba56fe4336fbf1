import { expect, test } from 'vitest';
import { valueAt } from './json-path.ts';

const DATA = {
  a: {
    'b c': 1,
    list: [
      { id: 1, n: 'x' },
      { id: 2, n: 'y' },
    ],
  },
  token: 't',
  empty: [],
};

test.each([
  ['$', DATA],
  ['$.token', 't'],
  ['token', 't'],
  ['a.list[1].id', 2],
  ['$.a.list[-1].n', 'y'],
  ["$.a['b c']", 1],
  ['$.a.list[*].id', [1, 2]],
  ['$..n', ['x', 'y']],
  ["$.a.list[?(@.n == 'y')].id", 2],
  ['$.a.list[?(@.id < 2)].n', 'x'],
  ['$.none', undefined],
  ['$.constructor', undefined],
  ['$.a.list[9]', undefined],
  ['$.a[', undefined],
])('%s', (path, value) => {
  expect(valueAt(DATA, path)).toEqual(value);
});
