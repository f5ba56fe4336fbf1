// Calls the operations on API descriptions over HTTP, one after another, with right and wrong parameters.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';

const running = await startTestApp();
const { home, rpc, result } = running;
const folder = join(home, 'Workspace');
const file = join(home, 'pets.json');

afterAll(() => running.close());

function pets(...summaries: readonly string[]): string {
  const operation = (summary: string): object => ({ summary, responses: { 200: { description: 'Ok' } } });
  const paths = Object.fromEntries(summaries.map((each) => [`/${each}`, { get: operation(each) }]));
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths });
}

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(file, pets('list', 'find'));
});

test(
  'a description is imported, listed, linted, synchronized and documented',
  { tags: ['full'] },
  async () => {
    expect(await result('list_specs', {})).toEqual([]);
    const imported = await result('import_spec', { path: file });
    expect(imported).toMatchObject({ spec: { name: 'Pets' }, collection: { name: 'Pets' }, requests: 2 });
    const { collection } = imported;
    expect(await result('list_specs', {})).toEqual([
      { ...(imported.spec as object), path: join(folder, 'specs', 'pets.yaml'), collection },
    ]);
    expect(await result('list_specs', { spec: 'pets' })).toMatchObject([
      { document: pets('list', 'find'), leftOut: 0 },
    ]);
    const linted = await result('lint_spec', { spec: 'Pets' });
    expect(linted).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ rule: 'security-defined' })]),
    });
    writeFileSync(file, pets('list', 'add'));
    expect(await result('sync_spec', { path: file })).toMatchObject({
      collection,
      changes: [
        { type: 'added', name: 'add' },
        { type: 'removed', name: 'find' },
      ],
    });
    expect(await result('sync_spec', { spec: 'Pets' })).toMatchObject({ changes: [] });
    const out = join(home, 'pets.html');
    for (let time = 0; time < 2; time += 1)
      expect(await result('generate_docs', { collection: 'Pets', out })).toMatchObject({ path: out });
    expect(readFileSync(out, 'utf8')).toContain('<h1>Pets</h1>');
  },
);

test('a description is given as text, and a copy is named', async () => {
  await result('import_spec', { text: pets('list') });
  const { warnings } = await result('import_spec', { text: pets('list') });
  expect(warnings).toEqual([expect.stringContaining('"Pets" is there already')]);
});

test('a file is linted', { tags: ['full'] }, async () => {
  const { errors, problems } = await result('lint_spec', { path: file });
  expect(problems).toHaveLength(
    (errors as number) + ((await result('lint_spec', { path: file })).warnings as number),
  );
});

test.each<[string, object, string | undefined, string]>([
  ['list_specs', { spec: 'Pats' }, undefined, 'there is no specification "Pats"'],
  ['lint_spec', {}, 'spec', 'give either spec or path'],
  ['lint_spec', { path: '/no/such/file' }, undefined, 'there is no such file'],
  ['import_spec', {}, 'text', 'give either path or text'],
  ['import_spec', { text: '{"a":1}' }, 'text', 'the text: it is'],
  ['import_spec', { path: '/no/such/file' }, 'path', 'there is no such file'],
  ['sync_spec', {}, 'spec', 'give spec, path, or both'],
  ['sync_spec', { path: file }, undefined, 'there is no specification "Pets"'],
  ['generate_docs', { collection: 'Pets' }, 'out', 'out is missing'],
  ['generate_docs', { collection: 'Pets', out: file }, undefined, 'there is no collection "Pets"'],
])('%s %j is refused', async (method, params, field, message) => {
  const called = await rpc(method, params);
  expect(called).toMatchObject({ status: 422, ...(field !== undefined && { field }) });
  expect(called.error).toContain(message);
});

test('what is no page is not replaced', async () => {
  await result('import_spec', { path: file });
  const called = await rpc('generate_docs', { collection: 'Pets', out: file });
  expect(called).toMatchObject({ status: 422, field: 'out' });
  expect(readFileSync(file, 'utf8')).toBe(pets('list', 'find'));
});
