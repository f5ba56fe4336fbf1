import { expect, test } from 'vitest';
import { lineAndColumn } from './text-position.ts';

test.each([
  ['a\nbc', 3, 2, 2],
  ['a\r\nb', 3, 2, 1],
  ['a\rb', 2, 2, 1],
  ['abc', 0, 1, 1],
  ['a\n', 2, 2, 1],
])('%j at %i is line %i, column %i', (text, offset, line, column) => {
  expect(lineAndColumn(text, offset)).toEqual({ line, column });
});
