import { describe, expect, test } from 'vitest';
import {
  applyHeaderOperations,
  applyQueryOperations,
  headerOperations,
  queryOperations,
} from './operations.ts';

test.each([
  [
    { op: 'set', name: 'a', value: 'x' },
    [
      ['a', 'x'],
      ['B', '2'],
    ],
  ],
  [
    { op: 'set', name: 'C', value: 'x' },
    [
      ['A', '1'],
      ['B', '2'],
      ['a', '3'],
      ['C', 'x'],
    ],
  ],
  [
    { op: 'add', name: 'a', value: 'x' },
    [
      ['A', '1'],
      ['B', '2'],
      ['a', '3'],
      ['a', 'x'],
    ],
  ],
  [{ op: 'remove', name: 'a', value: '' }, [['B', '2']]],
  [
    { op: 'remove', name: 'c', value: '' },
    [
      ['A', '1'],
      ['B', '2'],
      ['a', '3'],
    ],
  ],
] as const)('%j', (operation, expected) => {
  const lines = [
    ['A', '1'],
    ['B', '2'],
    ['a', '3'],
  ] as const;
  expect(applyHeaderOperations(lines, [operation])).toEqual(expected);
});

describe('replacing in headers', () => {
  const replaced = (given: object, value: string): string =>
    applyHeaderOperations(
      [['Accept', value]],
      headerOperations.parse([{ op: 'replace', name: 'accept', ...given }]),
    )[0]![1];

  test.each([
    [{ find: 'json', value: 'xml' }, 'a/json, b/json', 'a/xml, b/xml'],
    [{ find: '.', value: '$1' }, 'a.b', 'a$1b'],
    [{ find: '(\\w+)/(\\w+)', regex: true, value: '$2/$1' }, 'a/b, c/d', 'b/a, d/c'],
    [{ find: 'é', value: 'ü' }, 'caf\xc3\xa9', 'caf\xc3\xbc'],
    [{ find: 'x', value: 'y' }, 'a', 'a'],
  ])('%j', (given, value, expected) => expect(replaced(given, value)).toBe(expected));

  test.each([
    [{ op: 'replace', name: 'a' }, 'the text to find, not empty'],
    [{ op: 'replace', name: 'a', find: '(', regex: true }, 'a valid regular expression'],
    [{ op: 'replace', name: 'a', find: '(a)', regex: true, value: '$2' }, 'a text without $2'],
    [{ op: 'rename', name: 'a' }, '"set", "add", "remove" or "replace"'],
  ])('%j is rejected', (operation, message) => {
    expect(JSON.stringify(headerOperations.safeParse([operation]).error?.issues)).toContain(
      JSON.stringify(message).slice(1, -1),
    );
  });
});

test.each([
  [{ op: 'set', name: 'a', value: 'x y&' }, '/p?a=1&b=2&a=3', '/p?a=x%20y%26&b=2'],
  [{ op: 'set', name: 'a', value: '1' }, '/p', '/p?a=1'],
  [{ op: 'add', name: 'a', value: '2' }, '/p?a=1', '/p?a=1&a=2'],
  [{ op: 'remove', name: 'a' }, '/p?a=1&%61=2&b', '/p?b'],
  [{ op: 'remove', name: 'a' }, '/p?a=1', '/p'],
  [{ op: 'remove', name: 'x' }, '/p?a=%zz&b+c=1', '/p?a=%zz&b+c=1'],
  [{ op: 'replace', name: 'b c', find: '1', value: '2' }, '/p?a=%zz&b+c=1', '/p?a=%zz&b+c=2'],
  [{ op: 'replace', name: 'q', find: '^(.*)-(.*)$', regex: true, value: '$2 $1' }, '/p?q=a-b', '/p?q=b%20a'],
  [{ op: 'set', name: 'a', value: '1' }, '*', '*'],
])('%j of %s is %s', (operation, path, expected) => {
  expect(applyQueryOperations(path, queryOperations.parse([operation]))).toBe(expected);
});
