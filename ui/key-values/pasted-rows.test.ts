import { expect, test } from 'vitest';
import { pastedRows } from './pasted-rows.ts';

/** Shows rows as `name=value`, with `-` before those that are off. */
const shown = (text: string, isName = true): readonly string[] | null =>
  pastedRows(text, isName)?.map(
    ({ name, value, enabled }) =>
      `${enabled === false ? '-' : ''}${name}${value === null ? '' : `=${value}`}`,
  ) ?? null;

test.each([
  ['a=1\nb=2', ['a=1', 'b=2']],
  ['Accept: text/html\r\n\r\nX-Url: http://h/?a=b', ['Accept=text/html', 'X-Url=http://h/?a=b']],
  ['a\t1\nb\t', ['a=1', 'b=']],
  ['a: 1\n// b: 2\n# c = 3', ['a=1', '-b=2', '-c=3']],
  ['"a": "1",\n"b": "2"', ['a=1', 'b=2']],
  ['{"a": "x", "n": 5, "o": {"k": [1]}, "nil": null}', ['a=x', 'n=5', 'o={"k":[1]}', 'nil=null']],
  ['[{"name": "a", "value": "1"}, {"key": "b", "disabled": true}]', ['a=1', '-b=']],
  ['?a=1&b=%20x+y&flag', ['a=1', 'b= x y', 'flag']],
  ['a=%zz&b=1', ['a=%zz', 'b=1']],
])('%j', (text, rows) => {
  expect(shown(text)).toEqual(rows);
});

test('a single value stays one', () => {
  for (const text of ['a=b', 'a: b', 'https://h/?a=1&b=2', 'plain'])
    expect(shown(text, false), text).toBeNull();
  for (const text of ['plain', 'one\ntwo', 'a: 1\nno row', '{"a"', '[1, 2]', '[]', '', '\n'])
    expect(shown(text), text).toBeNull();
  expect(shown('a=b')).toEqual(['a=b']);
});

test('an address is one value where a name is pasted', () => {
  expect(shown('Referer: https://h/a?b=1&c=2')).toEqual(['Referer=https://h/a?b=1&c=2']);
});
