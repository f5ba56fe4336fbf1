import { expect, test } from 'vitest';
import { wholeChange } from './text-edits.ts';

const VALUE = { name: 'A', text: 'one two three', body: { text: 'x' } };
const edit = { length: 13, at: 4, before: 'one ', remove: 'two', insert: '2' };

test('a part of a text becomes a change of the whole, at any depth', () => {
  expect(wholeChange({ field: 'text', edit }, VALUE)).toEqual({ field: 'text', value: 'one 2 three' });
  const inner = { length: 1, at: 1, before: 'x', remove: '', insert: 'y' };
  expect(wholeChange({ field: 'body.text', edit: inner }, VALUE)).toEqual({
    field: 'body.text',
    value: 'xy',
  });
  const change = { field: 'name', value: 'B', was: 'A' };
  expect(wholeChange(change, VALUE)).toEqual(change);
});

test.each([
  ['of another length', { ...edit, length: 12 }],
  ['with another part', { ...edit, remove: 'TWO' }],
  ['with something else before', { ...edit, before: 'ONE ' }],
  ['beyond the text', { ...edit, at: 20 }],
])('an edit of a text %s is refused', (_, wrong) => {
  expect(() => wholeChange({ field: 'text', edit: wrong }, VALUE)).toThrow('give its whole value');
});

test('only texts are edited in part', () => {
  expect(() => wholeChange({ field: 'body', edit }, VALUE)).toThrow('has changed meanwhile');
});
