// Names that equal those of workspace files, links that came with a workspace, and secrets of others.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importContent } from '../../interchange/import/index.ts';
import { collectionFields, requestsOf } from '../model/collection.ts';
import { environment } from '../model/environment.ts';
import { NOTHING_IMPORTED } from '../model/imported.ts';
import { newRequest } from '../model/request.ts';
import { withoutOrder } from './read-collection.ts';
import { Workspace } from './workspace.ts';

let folder: string;
let workspace: Workspace;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workspace-'));
  workspace = new Workspace(join(folder, 'here'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function importOf(file: unknown): ReturnType<typeof importContent> {
  return importContent(Buffer.from(JSON.stringify(file)), 'a.json');
}

function secret(name: string, value: string) {
  return { name, value, enabled: true, secret: true, docs: '' };
}

describe('names of our own files', () => {
  test.each([
    [[{ name: 'collection.yaml', item: [{ name: 'R', request: 'x' }] }]],
    [[{ name: 'F', item: [{ name: 'folder.yaml', item: [{ name: 'R', request: 'x' }] }] }]],
    [
      [
        { name: 'R.request.yaml', item: [] },
        { name: 'R', request: 'x' },
      ],
    ],
  ])('%j', async (item) => {
    await workspace.import(importOf({ info: { name: 'A' }, item }));
    const [stored] = await workspace.collections();
    expect([...requestsOf(stored!.collection.items)].map(({ request }) => request.name)).toEqual(['R']);
    expect(workspace.problems).toEqual([]);
  });

  test('an environment called as the note of a description', async () => {
    await workspace.import(importOf({ name: 'shop.link', values: [{ key: 'a', value: 'b' }] }));
    expect((await workspace.environments()).map(({ name }) => name)).toEqual(['shop.link']);
  });

  test('two descriptions, one named like the note of the other', async () => {
    for (const title of ['a', 'a.link'])
      await workspace.import(importOf({ openapi: '3.0.0', info: { title }, paths: {} }));
    expect((await readdir(join(workspace.folder, 'specs'))).sort()).toEqual([
      'a-link.link.yaml',
      'a-link.yaml',
      'a.link.yaml',
      'a.yaml',
    ]);
    expect(await readFile(join(workspace.folder, 'specs', 'a.link.yaml'), 'utf8')).toContain('name: a\n');
  });
});

test('imported folders are as readable as their files', async () => {
  await workspace.import(importOf({ info: { name: 'A' }, item: [] }));
  const [all, one] = [join(workspace.folder, 'collections'), join(workspace.folder, 'collections', 'a')];
  expect((await stat(one)).mode).toBe((await stat(all)).mode);
});

describe.skipIf(process.platform === 'win32')('links are not followed', () => {
  const pathTo = (...names: string[]): string => join(workspace.folder, ...names);
  const globals = [{ ...secret('g', '1'), secret: false }];

  beforeEach(() => mkdir(workspace.folder));

  test('a file for one is not written to', async () => {
    const other = join(folder, 'other');
    await writeFile(other, 'mine');
    await symlink(other, pathTo('globals.yaml'));
    await expect(workspace.import({ ...NOTHING_IMPORTED, globals })).rejects.toThrow(
      'links are not followed',
    );
    expect(await readFile(other, 'utf8')).toBe('mine');
  });

  test.each(['environments', 'collections', 'specs', '.local'])('a folder for one: %s', async (name) => {
    const other = join(folder, 'other');
    await mkdir(other);
    await symlink(other, pathTo(name));
    const imported = {
      ...importOf({ openapi: '3.0.0', info: { title: 'A' }, paths: {} }),
      environments: [environment.parse({ id: 'e', name: 'E' })],
    };
    await expect(workspace.import(imported)).rejects.toThrow('links are not followed');
    expect(await readdir(other)).toEqual([]);
  });

  test('endless files are not read', async () => {
    await mkdir(pathTo('collections', 'a'), { recursive: true });
    await mkdir(pathTo('collections', 'b'));
    await symlink('/dev/zero', pathTo('collections', 'a', 'collection.yaml'));
    await promisify(execFile)('mkfifo', [pathTo('collections', 'b', 'collection.yaml')]);
    expect(await workspace.collections()).toEqual([]);
    const reason = 'it is not a regular file, and links are not followed';
    expect(workspace.problems.map((onError) => onError.reason)).toEqual([reason, reason]);
  });
});

describe('secrets', () => {
  test('of one name keep their values apart', async () => {
    const variables = [secret('token', ''), secret('token', 'one'), secret('token', 'two')];
    await workspace.saveEnvironment({ id: 'e', name: 'E', variables });
    const [found] = await new Workspace(workspace.folder).environments();
    expect(found?.variables).toEqual(variables);
  });

  test('are not visible to an import with the id of their owner', async () => {
    await workspace.saveGlobals([secret('key', 'of all')]);
    await workspace.saveEnvironment({ id: 'e', name: 'E', variables: [secret('key', 'of E')] });
    for (const id of ['globals', 'e']) {
      const fields = withoutOrder(collectionFields.parse({ id, name: id, variables: [secret('key', '')] }));
      await workspace.import({ ...NOTHING_IMPORTED, collections: [{ ...fields, items: [] }] });
    }
    const values = (await workspace.collections()).map(({ collection }) => collection.variables[0]?.value);
    expect(values).toEqual(['', '']);
    expect(await workspace.globals()).toEqual([secret('key', 'of all')]);
  });

  test('of two programs are both stored', async () => {
    const other = new Workspace(workspace.folder);
    await other.saveEnvironment({ id: 'a', name: 'A', variables: [secret('key', '1')] });
    await workspace.saveEnvironment({ id: 'b', name: 'B', variables: [secret('key', '2')] });
    await other.saveEnvironment({ id: 'c', name: 'C', variables: [secret('key', '3')] });
    const found = await new Workspace(workspace.folder).environments();
    expect(found.map(({ variables }) => variables[0]?.value)).toEqual(['1', '2', '3']);
  });

  test('are hidden from Git, whatever the workspace contained', async () => {
    await mkdir(join(workspace.folder, '.local'), { recursive: true });
    await writeFile(join(workspace.folder, '.local', '.gitignore'), '!*\n');
    await workspace.saveGlobals([secret('key', 'value')]);
    expect(await readFile(join(workspace.folder, '.local', '.gitignore'), 'utf8')).toBe('*\n');
  });
});

describe('imports', () => {
  test('a lock of an ended process is ignored', async () => {
    const ended = spawn(process.execPath, ['-e', '0']);
    await once(ended, 'exit');
    await mkdir(join(workspace.folder, '.local'), { recursive: true });
    await writeFile(join(workspace.folder, '.local', 'lock'), String(ended.pid));
    await workspace.import({ ...NOTHING_IMPORTED, requests: [newRequest({ id: 'r', name: 'R' })] });
    expect(await readdir(join(workspace.folder, '.local'))).not.toContain('lock');
  });

  test('many requests of one name', { tags: ['full'] }, async () => {
    const item = Array.from({ length: 3000 }, () => ({ name: 'x', request: 'http://a' }));
    await workspace.import(importOf({ info: { name: 'A' }, item }));
    const files = await readdir(join(workspace.folder, 'collections', 'a'));
    expect(files).toContain('x-3000.request.yaml');
  });
});
