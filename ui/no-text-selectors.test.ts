// Texts that a reader sees may be translated, so nothing is found by them.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const files = globSync('{ui,src}/**/*.{ts,tsx,css}', { cwd: root }).filter(
  (file) => !file.includes('node_modules') && !file.endsWith('.test.ts'),
);

/** Attributes that hold texts, in a selector. */
const BY_ATTRIBUTE = /\[(?:aria-label|aria-description|alt|placeholder|title)[~|^$*]?=/;
/** A title or label that is compared with a text; identifiers have no capital first letter. */
const BY_TEXT = /\b(?:title|label|heading|textContent|innerText|ariaLabel)\s*[!=]==\s*['"`](?=[A-Z]|\w+ )/;

test('no selector names a text, and no text is compared', () => {
  expect(files.length).toBeGreaterThan(1000);
  const found = files.filter((file) => {
    const text = readFileSync(root + file, 'utf8');
    return BY_ATTRIBUTE.test(text) || BY_TEXT.test(text);
  });
  expect(found).toEqual([]);
});

test.each([
  ['[role=grid][aria-label=Requests]', true],
  ["button[title^='Close']", true],
  ["guide.title === 'Other'", true],
  ["title === ''", false],
  ['[data-region], header', false],
  ["label === 'none'", false],
])('%s', (text, isFound) => {
  expect(BY_ATTRIBUTE.test(text) || BY_TEXT.test(text)).toBe(isFound);
});
