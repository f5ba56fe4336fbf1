// Events by which windows of the API client follow the files of the workspace, as other programs change them.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ClientFiles } from '../../src/session/client-files/index.ts';
import type { WorkspaceEvent } from '../../src/session/client-files/events.ts';
import { startTestApp } from '../helpers/app.ts';
import { temporaryHome } from '../helpers/home.ts';
import { until } from '../helpers/waiting.ts';
import { openWorkspace } from '../helpers/workspace-calls.ts';
import { readWorkspaceEvents } from '../helpers/workspace-events.ts';

const running = await startTestApp();
const { home, result } = running;
const folder = join(home, 'Workspace');
const events = await readWorkspaceEvents(running);
const LIST = 'collections/shop/list.request.yaml';
let id: string;

afterAll(async () => {
  events[Symbol.dispose]();
  await running.close();
});

beforeEach(async () => {
  await result('client.workspace');
  for (const { id: old } of await result('list_collections'))
    await result('delete_collection', { collection: old });
  await result('create_collection', { name: 'Shop' });
  ({ id } = await result('create_request', { collection: 'Shop', name: 'List', url: 'http://a' }));
  await events.next('the own writing', ({ changes }) =>
    changes?.some((each: { id: string }) => each.id === id),
  );
});

const text = (path: string): string => readFileSync(join(folder, path), 'utf8');
const write = (path: string, content: string): void => writeFileSync(join(folder, path), content);
const fromElsewhere = ({ origin }: { origin?: string }): boolean => origin === 'elsewhere';

function git(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

test('a change names object and fields; what the app writes is its own', async () => {
  await result('update_request', { collection: 'Shop', request: 'List', changes: { docs: 'own' } });
  const own = await events.next('the own change', ({ type }) => type === 'files');
  expect(own).toMatchObject({ origin: 'app', isGit: false, changes: [{ id, fields: ['docs'] }] });
  write(LIST, text(LIST).replace('http://a', 'http://b'));
  expect(await events.next('the change', fromElsewhere)).toEqual({
    type: 'files',
    origin: 'elsewhere',
    isGit: false,
    counts: { changed: 1 },
    changes: [{ change: 'changed', kind: 'request', id, name: 'List', path: LIST, fields: ['url'] }],
  });
});

test('files that are added, moved, removed and broken', async () => {
  const other = 'collections/shop/folder/other.request.yaml';
  mkdirSync(join(folder, 'collections/shop/folder'));
  await result('client.workspace');
  renameSync(join(folder, LIST), join(folder, other));
  const moved = { change: 'moved', id, from: LIST, path: other, fields: [] };
  expect((await events.next('the move', fromElsewhere)).changes).toMatchObject([moved]);
  write(other, 'id: [');
  const broken = { change: 'broken', id, path: other, error: { line: 1, reason: expect.any(String) } };
  expect((await events.next('the broken file', fromElsewhere)).changes).toMatchObject([broken]);
  rmSync(join(folder, other));
  expect((await events.next('the removal', fromElsewhere)).changes).toMatchObject([
    { change: 'removed', id },
  ]);
  mkdirSync(join(folder, 'environments'), { recursive: true });
  write('environments/dev.yaml', 'id: dev\nname: Dev\n');
  const added = { change: 'added', kind: 'environment', id: 'dev', name: 'Dev' };
  expect((await events.next('the environment', fromElsewhere)).changes).toMatchObject([added]);
});

test('a checkout is one change, and waits for Git', async () => {
  for (let i = 0; i < 60; i += 1)
    write(`collections/shop/r${i}.request.yaml`, `id: r${i}\nname: R${i}\nurl: a\n`);
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.test');
  git('add', 'collections');
  git('commit', '-qm', 'one');
  git('checkout', '-qb', 'other');
  for (let i = 0; i < 60; i += 1)
    write(`collections/shop/r${i}.request.yaml`, `id: r${i}\nname: R${i}\nurl: b\n`);
  git('commit', '-qam', 'two');
  // The repository is found when the workspace is opened.
  const seen: WorkspaceEvent[] = [];
  const files = await ClientFiles.open({ folder, emit: (event) => seen.push(event) });
  writeFileSync(join(folder, '.git/index.lock'), '');
  rmSync(join(folder, '.git/index.lock'));
  git('checkout', '-q', 'main');
  await until('the checkout', () => seen.length > 0);
  expect(seen).toMatchObject([{ type: 'files', origin: 'elsewhere', isGit: true, counts: { changed: 60 } }]);
  await files.close();
  rmSync(join(folder, '.git'), { recursive: true });
});

test('a folder that is asked again and again tells the same', async () => {
  const seen: WorkspaceEvent[] = [];
  const files = await ClientFiles.open({ folder, isPolling: true, emit: (event) => seen.push(event) });
  write(LIST, text(LIST).replace('http://a', 'http://c'));
  await until('the change', () => seen.length > 0);
  expect(seen).toMatchObject([{ origin: 'elsewhere', changes: [{ id, fields: ['url'] }] }]);
  await files.close();
});

test('a folder that vanishes and comes back; what is typed meanwhile is kept', async () => {
  await result('client.change_draft', { kind: 'request', id, changes: [{ field: 'url', value: 'typed' }] });
  const away = `${folder}-away`;
  renameSync(folder, away);
  const gone = await events.next('the folder to be gone', ({ type }) => type === 'folder');
  expect(gone.reason).toContain(folder);
  expect(await result('client.workspace')).toMatchObject({ gone: expect.stringContaining('ENOENT') });
  const refused = await running.rpc('client.save_draft', { kind: 'request', id });
  expect(refused.error).toContain(`the folder ${folder} is gone`);
  const typed = { kind: 'request', id, changes: [{ field: 'docs', value: 'meanwhile' }] };
  await result('client.change_draft', typed);
  await until('the reason', async () => (await result('client.drafts')).notSaved !== null);
  expect((await result('client.drafts')).notSaved).toBe(`the folder ${folder} is gone`);
  renameSync(away, folder);
  expect(
    await events.next('the folder', ({ type, reason }) => type === 'folder' && reason === null),
  ).toBeTruthy();
  await until('the drafts to be written', async () => (await result('client.drafts')).notSaved === null);
  await result('client.save_draft', { kind: 'request', id });
  expect(text(LIST)).toMatch(/url: typed[^]*docs: meanwhile/);
});

test('two files with one id: the newer one gets its own', async () => {
  const copy = 'collections/shop/copy.request.yaml';
  cpSync(join(folder, LIST), join(folder, copy));
  await until('the copy', async () => (await result('client.workspace')).duplicates.length > 0);
  expect((await result('client.workspace')).duplicates).toEqual([{ path: copy, of: LIST }]);
  const { id: own } = await result('client.own_id', { path: copy });
  expect(text(copy)).toContain(`id: ${own}\n`);
  expect(text(LIST)).toContain(`id: ${id}\n`);
  expect((await result('client.workspace')).duplicates).toEqual([]);
  await result('client.undo');
  expect(text(copy)).toContain(`id: ${id}\n`);
});

test('the other window is told of what was typed, saved and discarded', async () => {
  const about = { kind: 'request', id };
  await result('client.change_draft', { ...about, changes: [{ field: 'url', value: 'b' }], window: 'one' });
  const typed = { type: 'draft', kind: 'request', id, window: 'one', fields: ['url'] };
  expect(await events.next('the draft', ({ type }) => type === 'draft')).toEqual(typed);
  await result('client.save_draft', { ...about, window: 'two' });
  // The window that saves is told too: a step may have changed more than it shows.
  const saved = { ...typed, window: '', fields: null };
  expect(
    await events.next('the end of the draft', ({ type, fields }) => type === 'draft' && fields === null),
  ).toEqual(saved);
});

test('another process changes the workspace at the same time', async () => {
  const home2 = temporaryHome();
  cpSync(folder, home2.path, { recursive: true });
  const files = await ClientFiles.open({ folder: home2.path, emit: () => undefined });
  await using other = openWorkspace({
    open: async () => new (await import('../../src/collections/storage/workspace.ts')).Workspace(home2.path),
  });
  const about = { kind: 'request', id } as const;
  await files.change(about, { isNew: false, window: '' }, () => [{ field: 'url', value: 'mine' }]);
  await Promise.all([
    other.call('update_request', { collection: 'Shop', request: 'List', changes: { docs: 'theirs' } }),
    files.save([about], { label: 'Saved', window: '' }),
    other.call('update_request', { collection: 'Shop', request: 'List', changes: { method: 'PUT' } }),
  ]);
  const written = readFileSync(join(home2.path, LIST), 'utf8');
  expect(written).toMatch(/method: PUT\nurl: mine\n[^]*docs: theirs\n/);
  await files.close();
  home2.remove();
});
