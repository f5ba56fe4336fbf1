import { expect, test } from 'vitest';
import { csvRows } from './csv.ts';

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '\ufeffa;b\n1;2,5',
    [
      ['a', 'b'],
      ['1', '2,5'],
    ],
  ],
  [
    'a\tb\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['"a,b";c', [['a,b', 'c']]],
  ['"a ""b""\nc",d', [['a "b"\nc', 'd']]],
  [
    'a,\n,b\n',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['a\n\n\nb\n', [['a'], ['b']]],
  ['"a"x,b', [['ax', 'b']]],
  ['', []],
])('%j', (text, rows) => {
  expect(csvRows(text)).toEqual(rows);
});

test('quotes that do not end are told with their line', () => {
  expect(() => csvRows('a\n"b')).toThrow('line 2');
});
