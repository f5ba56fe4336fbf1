import { expect, test } from 'vitest';
import { freeSlug, sameName, slugOf } from './slug.ts';

test.each([
  ['Get user', 'get-user'],
  ['  Ünïcode 日本 ', 'ünïcode-日本'],
  ['../../etc/passwd', 'etc-passwd'],
  ['.hidden.', 'hidden'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j'],
  ['CON', '_con'],
  ['nul.txt', '_nul.txt'],
  ['console', 'console'],
  ['__proto__', '__proto__'],
  ['', 'untitled'],
  ['\u0000\n', 'untitled'],
  ['-- -', 'untitled'],
])('%j becomes %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('a long name is cut between characters', () => {
  expect(Buffer.byteLength(slugOf('é'.repeat(300)))).toBe(80);
  expect(slugOf('x'.repeat(300))).toHaveLength(80);
});

test('composed and decomposed names are one', () => {
  expect(slugOf('é')).toBe(slugOf('e\u0301'));
  expect(sameName('E\u0301')).toBe(sameName('é'));
});

test('what is taken gets a number', () => {
  const taken = new Set(['a', 'a-2']);
  expect(freeSlug('a', (slug) => taken.has(slug))).toBe('a-3');
});
