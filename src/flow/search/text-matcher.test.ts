import { expect, test } from 'vitest';
import { foldCase, patternTest, type TextPattern } from '../filter/index.ts';
import { matchIn, textMatcher } from './text-matcher.ts';

const LETTERS = ['a', 'A', 'b', 'Σ', 'σ', 'ς', 'İ', 'ß', '😀', ' '];
const types = ['part', 'whole', 'wildcard'] as const;

function randomText(max: number, letters: readonly string[]): string {
  const length = Math.floor(Math.random() * max);
  return Array.from({ length }, () => letters[Math.floor(Math.random() * letters.length)]).join('');
}

function inPieces(text: string, pattern: TextPattern): boolean {
  const matcher = textMatcher(pattern);
  const characters = Array.from(text);
  while (characters.length > 0) {
    const piece = characters.splice(0, 1 + Math.floor(Math.random() * 4)).join('');
    if (matcher.add(piece) !== null) return true;
    if (matcher.hasFailed) return false;
  }
  return matcher.end() !== null;
}

test('pieces match as the whole text does', () => {
  for (let run = 0; run < 20_000; run += 1) {
    const type = types[run % 3]!;
    const letters = type === 'wildcard' ? [...LETTERS, '*', '?'] : LETTERS;
    const pattern = { type, text: foldCase(randomText(6, letters)) };
    const text = randomText(20, LETTERS);
    if (text === '') continue;
    expect(inPieces(text, pattern), JSON.stringify({ text, pattern })).toBe(patternTest(pattern)(text));
  }
});

test('the text around a match, on one line', () => {
  const text = `${'x'.repeat(100)}\n\t"status": "Requires_Action",\0 ${'y'.repeat(100)}`;
  expect(matchIn(text, { type: 'part', text: 'requires_action' })).toEqual({
    before: `${'x'.repeat(27)} "status": "`,
    match: 'Requires_Action',
    after: `",· ${'y'.repeat(76)}`,
  });
  expect(matchIn('All of it', { type: 'whole', text: 'all of it' })?.match).toBe('All of it');
  expect(matchIn('All of it', { type: 'wildcard', text: 'a*it' })?.match).toBe('All of it');
});

test('a hostile pattern takes linear time', () => {
  const matcher = textMatcher({ type: 'wildcard', text: `${'a*'.repeat(50)}b` });
  for (let piece = 0; piece < 20; piece += 1) matcher.add('a'.repeat(64 * 1024));
  expect(matcher.end()).toBeNull();
});
