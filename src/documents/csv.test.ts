import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

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
  [
    ' a , "b, c" ,\td "e" f\n1,,',
    [
      ['a', 'b, c', 'd "e" f'],
      ['1', '', ''],
    ],
  ],
  ['', []],
])('%j', (text, rows) => {
  expect(parseCsv(text).map((row) => row.map((cell) => cell.text))).toEqual(rows);
});

test('quoted cells are marked', () => {
  expect(
    parseCsv('1,"1"')
      .flat()
      .map(({ isQuoted }) => isQuoted),
  ).toEqual([false, true]);
});

test('an unclosed quote is reported with its line', () => {
  expect(() => parseCsv('a\n"b')).toThrow('line 2');
});
