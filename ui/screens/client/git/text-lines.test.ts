import { expect, test } from 'vitest';
import { countLines, hunksOf, textLines } from './text-lines.ts';

test('removed lines stand before added ones, and what is far away is folded', () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
  const after = before.with(9, 'other 1').toSpliced(10, 1, 'other 2', 'new');
  const lines = textLines(before.join('\n'), after.join('\n'));
  expect(
    lines.map((line) => (line.type === 'folded' ? `… ${line.count}` : `${line.type[0]} ${line.number}`)),
  ).toEqual([
    '… 6',
    's 7',
    's 8',
    's 9',
    'r 10',
    'r 11',
    'a 10',
    'a 11',
    'a 12',
    's 13',
    's 14',
    's 15',
    '… 6',
  ]);
  expect([countLines(lines, 'removed'), countLines(lines, 'added')]).toEqual([2, 3]);
});

test('each hunk can be given back: the text is as before without it', () => {
  const before = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
  const after = ['first', ...before.with(9, 'other').toSpliced(20, 2), 'last'];
  const hunks = [...hunksOf(textLines(before.join('\n'), after.join('\n'))).values()];
  expect(hunks).toEqual([
    { line: 1, now: ['first'], before: [] },
    { line: 11, now: ['other'], before: ['line 10'] },
    { line: 22, now: [], before: ['line 21', 'line 22'] },
    { line: 30, now: ['last'], before: [] },
  ]);
  const restored = hunks
    .toReversed()
    .reduce((lines, { line, now, before: old }) => lines.toSpliced(line - 1, now.length, ...old), after);
  expect(restored).toEqual(before);
});

test('the same text is one fold', () => {
  expect(textLines('a\nb', 'a\nb')).toEqual([{ type: 'folded', count: 2 }]);
});
