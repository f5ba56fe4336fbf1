import { expect, test } from 'vitest';
import { textEdit } from './text-edit.ts';

test.each([
  ['abcdef', 'abXdef', { at: 2, remove: 'c', insert: 'X' }],
  ['aaa', 'aaaa', { at: 3, remove: '', insert: 'a' }],
  ['abc', 'abc', { at: 3, remove: '', insert: '' }],
  ['abc', '', { at: 0, remove: 'abc', insert: '' }],
  ['xaax', 'xax', { at: 2, remove: 'a', insert: '' }],
])('%j to %j', (before, after, expected) => {
  const edit = textEdit(before, after);
  expect(edit).toMatchObject({ length: before.length, ...expected });
  const { at, remove, insert } = edit;
  expect(before.slice(0, at) + insert + before.slice(at + remove.length)).toBe(after);
  expect(before.slice(0, at).endsWith(edit.before)).toBe(true);
});
