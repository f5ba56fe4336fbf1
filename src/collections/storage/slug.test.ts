import { expect, test } from 'vitest';
import { UniqueSlugs, uniqueSlug, comparableName, slugOf } from './slug.ts';

test.each([
  ['Get user', 'get-user'],
  ['  Ünïcode 日本 ', 'ünïcode-日本'],
  ['../../etc/passwd', 'etc-passwd'],
  ['.hidden.', 'hidden'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j'],
  ['CON', '_con'],
  ['nul.txt', '_nul.txt'],
  ['COM²', '_com²'],
  ['console', 'console'],
  ['collection.yaml', 'collection-yaml'],
  ['x.request.YAML', 'x-request-yaml'],
  ['shop.link.', 'shop-link'],
  ['yaml', 'yaml'],
  ['a.yaml.b', 'a.yaml.b'],
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
  expect(comparableName('E\u0301')).toBe(comparableName('é'));
});

test('a name in use gets a number', () => {
  const taken = new Set(['a', 'a-2']);
  expect(uniqueSlug('a', (slug) => taken.has(slug))).toBe('a-3');
});

test('many equal names get different numbers', () => {
  const names = ['a', 'A', 'a-2', 'a', 'b', 'a-2', 'é', 'e\u0301'];
  const slugs = new UniqueSlugs(['b']);
  expect(names.map((name) => slugs.take(name))).toEqual([
    'a',
    'A-2',
    'a-2-2',
    'a-3',
    'b-2',
    'a-2-3',
    'é',
    'e\u0301-2',
  ]);
});

test('a hundred thousand of one name', () => {
  const slugs = new UniqueSlugs([]);
  const given = Array.from({ length: 100_000 }, () => slugs.take('new-request'));
  expect(given.at(-1)).toBe('new-request-100000');
});
