import { expect, test } from 'vitest';
import type { KeyValue } from './key-value.ts';
import { rowsOfText, textOfRows } from './text-form.ts';

const row = (name: string, value: string | null, enabled = true, docs = ''): KeyValue => ({
  name,
  value,
  enabled,
  docs,
});

test('rows are lines, and off rows begin with //', () => {
  const rows = [row('Accept', 'application/json'), row('X-Client', 'ios/4127'), row('X-Debug', '1', false)];
  const text = 'Accept: application/json\nX-Client: ios/4127\n// X-Debug: 1';
  expect(textOfRows(rows)).toBe(text);
  expect(rowsOfText(text)).toEqual(rows);
});

test.each([
  ['a', row('a', null)],
  ['a:', row('a', '')],
  ['a: ', row('a', '')],
  ['a:b', row('a', 'b')],
  ['a:  b ', row('a', ' b ')],
  ['  a : b', row('a', 'b')],
  ['//a: b', row('a', 'b', false)],
  ['If-None-Match: "abc"', row('If-None-Match', '"abc"')],
  ['"a:b": c', row('a:b', 'c')],
  ['"a": "two\\nlines"', row('a', 'two\nlines')],
  ['"a', row('"a', null)],
  ['"": x', row('', 'x')],
])('%j is read', (line, expected) => {
  expect(rowsOfText(line)).toEqual([expected]);
});

test('any rows are read back as they were', () => {
  const pieces = [
    'a',
    'B-1',
    ':',
    ' ',
    '"',
    '//',
    '\\',
    '\n',
    '\r',
    '{{x}}',
    '=',
    'é',
    '😀',
    '\u2028',
    '#',
    '',
  ];
  // The same sequence each time.
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const text = (): string => Array.from({ length: next(5) }, () => pieces[next(pieces.length)]!).join('');
  for (let round = 0; round < 3000; round += 1) {
    const rows = Array.from({ length: next(6) }, () =>
      row(text(), next(8) === 0 ? null : text(), next(3) > 0),
    );
    expect(rowsOfText(textOfRows(rows))).toEqual(rows);
  }
});

test('what lines do not have stays with the row that they were', () => {
  const before = [
    { ...row('a', '1', true, 'first'), id: 'x' },
    row('b', '2', true, 'second'),
    row('c', '3', true, 'third'),
  ];
  const moved = rowsOfText('c: 3\na: 1\nb: 20', before);
  expect(moved[0]).toBe(before[2]);
  expect(moved[1]).toBe(before[0]);
  expect(moved[2]).toEqual(row('b', '20', true, 'second'));
  expect(rowsOfText('a: 1\nrenamed: 2\nc: 3', before)[1]).toEqual(row('renamed', '2', true, 'second'));
  expect(rowsOfText('b: 2', before)).toEqual([before[1]]);
  expect(rowsOfText('a: 1\nnew: 5\nb: 2\nc: 3', before)[1]).toEqual(row('new', '5'));
});
