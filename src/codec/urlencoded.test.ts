import { expect, test } from 'vitest';
import { latin1 } from '../base/bytes.ts';
import { readForm } from './urlencoded.ts';

test.each([
  [
    'a=1&b=2',
    [
      ['a', '1', false],
      ['b', '2', false],
    ],
  ],
  [
    'name=J%C3%BCrgen+M.&x=%26%3D',
    [
      ['name', 'Jürgen M.', false],
      ['x', '&=', false],
    ],
  ],
  [
    'a&=b&&c==',
    [
      ['a', '', false],
      ['', 'b', false],
      ['c', '=', false],
    ],
  ],
  [
    'p=100%&q=%zz%4',
    [
      ['p', '100%', true],
      ['q', '%zz%4', true],
    ],
  ],
  ['caf%E9=1', [['café', '1', true]]],
  ['', []],
])('%s', (text, expected) => {
  const { pairs, leftOut } = readForm(text, 100);
  expect(pairs.map(({ name, value, broken }) => [name, value, broken])).toEqual(expected);
  expect(leftOut).toBe(0);
});

test('well-formed pairs are read as URLSearchParams reads them', () => {
  const sent = new URLSearchParams([
    ['ä ö', 'a=b&c%'],
    ['😀', '+'],
    ['x', '\r\n'],
  ]);
  const { pairs } = readForm(latin1(Buffer.from(String(sent))), 100);
  expect(pairs.map(({ name, value }) => [name, value])).toEqual([...sent]);
});

test('what is too much is counted', () => {
  expect(readForm('a=1&'.repeat(50), 10)).toMatchObject({ leftOut: 40 });
});
