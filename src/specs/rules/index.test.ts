import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from './index.ts';

const page = readFileSync(new URL('../../../docs/api-client/spec.md', import.meta.url), 'utf8');

test.each(rules)('$name is documented, and bears any document', ({ name, check }) => {
  expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  expect(page).toContain(`\`${name}\``);
  for (const document of [null, '', 1, [], {}, { paths: null }, { paths: { '/a': [] } }])
    expect(check(document)).toEqual([]);
});

test('names are unique', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
});
