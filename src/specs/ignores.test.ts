import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { changeIgnores, ignoredBy, ignoresPath, kindOf, readIgnores } from './ignores.ts';

const folder = mkdtempSync(join(tmpdir(), 'proxyctl-ignores-'));
const spec = join(folder, 'pets.v2.yaml');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('entries are added, replaced and removed, and match by operation and sentence', async () => {
  expect(readIgnores(spec)).toEqual([]);
  const one = { operation: 'GET /pets', what: 'the response 404 was removed', comment: 'never sent' };
  await changeIgnores(spec, one, true);
  await changeIgnores(spec, { what: 'the * parameter * is new' }, true);
  await changeIgnores(spec, { ...one, comment: 'since 2.3' }, true);
  expect(readFileSync(join(folder, 'pets.v2.ignore.yaml'), 'utf8')).toContain('since 2.3');
  const ignores = readIgnores(spec);
  expect(ignores).toHaveLength(2);
  expect(ignoredBy(ignores, 'GET /pets', one.what)?.comment).toBe('since 2.3');
  expect(ignoredBy(ignores, 'GET /dogs', one.what)).toBeNull();
  expect(ignoredBy(ignores, 'GET /dogs', 'the query parameter page was removed')).toBeNull();
  expect(ignoredBy(ignores, 'GET /dogs', 'the optional query parameter page is new')).not.toBeNull();
  await changeIgnores(spec, one, false);
  expect(readIgnores(spec)).toHaveLength(1);
});

test.each([
  ['ignore: [{ operation: GET /x }]', /pets\.v2\.ignore\.yaml: ignore\.0\.what /],
  ['ignore: [', /pets\.v2\.ignore\.yaml: /],
])('a file that is wrong is named: %s', (content, message) => {
  writeFileSync(ignoresPath(spec), content);
  expect(() => readIgnores(spec)).toThrow(message);
});

test.each([
  ['response 200: body/items/0/name must be string', 'response *: body* must be string'],
  ['the status 404 is not documented: 200, 400', 'the status * is not documented*'],
  ['the query parameter page was removed', 'the query parameter * was removed'],
  ['response 200: body must have required property "id"', 'response *: body* must have required property *'],
])('the kind of %s', (what, kind) => {
  expect(kindOf(what)).toBe(kind);
  expect(ignoredBy([{ what: kind }], '', what)).not.toBeNull();
});
