import { expect, test } from 'vitest';
import { jsonPathError, jsonPathValues } from './json-path.ts';

const value = {
  user: { id: 7, roles: ['admin', 'dev'], 'full name': 'A' },
  items: [{ id: 1 }, { id: 2, inner: { id: 3 } }],
  none: null,
};

test.each([
  ['$', [value]],
  ['$.user.id', [7]],
  ['$.user.roles[0]', ['admin']],
  ['$.user.roles[-1]', ['dev']],
  ['$.user.roles[*]', ['admin', 'dev']],
  ['$.items[*].id', [1, 2]],
  ['$.items.*.id', [1, 2]],
  ["$['user']['full name']", ['A']],
  ['$["user"].id', [7]],
  ['$..id', [7, 1, 2, 3]],
  ['$..[0]', [{ id: 1 }, 'admin']],
  ['$.none', [null]],
  ['$.nothing', []],
  ['$.user[0]', []],
  ['$.items.length', []],
  ['$.constructor', []],
  ['$.__proto__', []],
])('%s', (path, expected) => {
  expect(jsonPathError(path)).toBeNull();
  expect(jsonPathValues(path, value)).toEqual(expected);
});

test.each(['', 'user', '$.', '$..', '$user', '$.user.', '$[', '$[x]', '$.a b', '$[?(@.id>1)]', '$.a[0:2]'])(
  'rejects %j',
  (path) => {
    expect(jsonPathError(path)).toBe('a path such as $.user.roles[0], $.items[*].id or $..id');
  },
);

test('finds deeply nested values without recursion', () => {
  const deep = JSON.parse(`${'['.repeat(5000)}{"id":1}${']'.repeat(5000)}`);
  expect(jsonPathValues('$..id', deep)).toEqual([1]);
});
