// Rows of data files: invalid JSON is reported with its position, and large JSON is parsed only once.
import { expect, test } from 'vitest';
import { rowsOf } from './datasets.ts';

test('a list of objects, or one alone', () => {
  expect(rowsOf('[{"a":1},{"a":"b"}]')).toEqual([{ a: 1 }, { a: 'b' }]);
  expect(rowsOf(' {"a":null}')).toEqual([{ a: null }]);
});

test.each([
  ['[{"a":1,}]', 'invalid JSON at line 1, column 9'],
  ['[1]', 'row 1 is not an object'],
])('%s is refused', (text, reason) => {
  expect(() => rowsOf(text)).toThrow(reason);
});

test('unquoted digits of CSV are numbers, everything else is text', () => {
  expect(rowsOf('a,b,c,d\n1.5,"2",true,007\n')).toEqual([{ a: 1.5, b: '2', c: 'true', d: '007' }]);
});

test('a text of many megabytes in a row', () => {
  const text = 'x'.repeat(20_000_000);
  expect(rowsOf(JSON.stringify([{ text }]))).toEqual([{ text }]);
});
