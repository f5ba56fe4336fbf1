// Several processes that import into one workspace concurrently: each sees what the others have added.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Workspace } from '../../src/collections/storage/workspace.ts';
import { runCli, startCli } from '../helpers/cli.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imports-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function importAs(name: string): Promise<void> {
  const values = [{ key: name, value: name, type: 'secret' }];
  const files = {
    [`${name}.globals.json`]: JSON.stringify({ _postman_variable_scope: 'globals', values }),
    [`${name}.environment.json`]: JSON.stringify({ id: name, name: 'Environment', values }),
    [`${name}.txt`]: `curl http://127.0.0.1/${name}`,
  };
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  const paths = Object.keys(files).map((file) => join(folder, file));
  const { code, stderr } = await runCli(['import', ...paths, '--workspace', join(folder, 'Workspace')], {
    home: folder,
  });
  expect([code, stderr]).toEqual([0, '']);
}

test('nothing is lost, and no import fails', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  await Promise.all(names.map(importAs));
  const workspace = new Workspace(join(folder, 'Workspace'));
  const globals = await workspace.globals();
  expect(globals.map(({ name, value }) => [name, value]).sort()).toEqual(names.map((name) => [name, name]));
  const environments = await workspace.environments();
  expect(environments.map(({ variables: [first] }) => first?.value).sort()).toEqual(names);
  const collections = await workspace.collections();
  expect(collections.map(({ collection: { items } }) => items.length)).toEqual([names.length]);
  expect(await readdir(join(workspace.folder, '.local'))).not.toContain('lock');
});

test('one that is ended halfway leaves nothing in a collection, and nothing to Git', async () => {
  const item = Array.from({ length: 5000 }, (_, index) => ({ name: `R ${index}`, request: 'http://a' }));
  const file = join(folder, 'large.json');
  await writeFile(file, JSON.stringify({ info: { name: 'Large' }, item }));
  const local = join(folder, 'Workspace', '.local');
  await using cli = startCli(['import', file, '--workspace', join(folder, 'Workspace')], { home: folder });
  await expect.poll(async () => (await readdir(local).catch(() => [])).join(' ')).toContain('unfinished-');
  await cli.stop('SIGKILL');
  expect(await readdir(join(folder, 'Workspace', 'collections'))).toEqual([]);
  await importAs('a');
  expect(await readdir(join(folder, 'Workspace', 'collections'))).toEqual(['imported']);
});
