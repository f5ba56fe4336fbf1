// Lines of two texts beside each other.
import { expect, test } from 'vitest';
import { lineDiff } from './line-diff.ts';

const shown = (before: string, after: string): readonly string[] =>
  lineDiff(before, after).map((pair) => `${pair.before ?? '-'}|${pair.after ?? '-'}`);

test.each([
  ['a\nb', 'a\nb', ['a|a', 'b|b']],
  ['a\nb\nc', 'a\nx\nc', ['a|a', 'b|x', 'c|c']],
  ['a\nc', 'a\nb\nc', ['a|a', '-|b', 'c|c']],
  ['a\nb\nc\nd', 'b\nd\ne', ['a|-', 'b|b', 'c|-', 'd|d', '-|e']],
  ['', 'a', ['|a']],
  ['a\na\nb', 'a\nb', ['a|a', 'a|-', 'b|b']],
])('%j and %j', (before, after, expected) => {
  expect(shown(before, after)).toEqual(expected);
});

test('texts that differ in very much are shown beside each other, whole', () => {
  const lines = (name: string): string => Array.from({ length: 2500 }, (_, at) => `${name} ${at}`).join('\n');
  const pairs = lineDiff(lines('a'), lines('b'));
  expect(pairs).toHaveLength(2500);
  expect(pairs[7]).toEqual({ before: 'a 7', after: 'b 7' });
});
