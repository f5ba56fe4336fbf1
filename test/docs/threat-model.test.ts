// The threat model names a test for each claim; this test checks that they exist.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/threat-model.md', root), 'utf8');
const cases = [...page.matchAll(/`([\w/.-]+\.test\.ts)`: “([^”]+)”/g)].map(([, file = '', title = '']) => ({
  file,
  title,
}));

test('the page names cases, and nothing that looks like one is overlooked', () => {
  expect(cases.length).toBeGreaterThan(40);
  expect(page.match(/\.test\.ts/g)).toHaveLength(cases.length);
  expect(page.match(/“/g)).toHaveLength(cases.length);
});

test.each(cases)('$file: $title', ({ file, title }) => {
  const url = new URL(file, root);
  expect(existsSync(url)).toBe(true);
  const quoted = [`'${title}'`, `"${title}"`, `\`${title}\``, `'%s ${title}'`, `'a file with %s ${title}'`];
  expect(quoted.some((text) => readFileSync(url, 'utf8').includes(text))).toBe(true);
});
