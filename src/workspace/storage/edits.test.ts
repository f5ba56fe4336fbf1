import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectionFields, folderFields, type Collection, type Item } from '../model/collection.ts';
import { newRequest } from '../model/request.ts';
import { moveItem, orderName, placeOf, saveFolder, saveRequest } from './edits.ts';
import type { StoredCollection } from './read-collection.ts';
import { withoutOrder } from './read-collection.ts';
import { listTrash, restore, trash } from './trash.ts';
import { watchWorkspace } from './watch.ts';
import { Workspace } from './workspace.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workspace-'));
  await new Workspace(folder).addCollection(tree());
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const request = (id: string, name: string): Item => ({ kind: 'request', request: newRequest({ id, name }) });

function tree(): Collection {
  const fields = withoutOrder(collectionFields.parse({ id: 'c', name: 'Shop' }));
  const inner = withoutOrder(folderFields.parse({ id: 'f', name: 'Orders' }));
  const items = [request('b', 'Beta'), request('a', 'Alpha')];
  return { ...fields, items: [request('z', 'Zeta'), { kind: 'folder', folder: { ...inner, items } }] };
}

async function stored(): Promise<StoredCollection> {
  const workspace = new Workspace(folder);
  const [head] = await workspace.collectionHeads();
  const found = await workspace.collection(head!);
  expect(workspace.problems).toEqual([]);
  return found!;
}

/** Ids in order, those of a folder behind its own. */
async function ids(): Promise<string> {
  const shown = (items: readonly Item[]): string =>
    items
      .map((item) =>
        item.kind === 'request' ? item.request.id : `${item.folder.id}(${shown(item.folder.items)})`,
      )
      .join(' ');
  return shown((await stored()).collection.items);
}

test('a request that is saved changes one file', async () => {
  const before = await stored();
  const path = placeOf(before, 'a');
  await saveRequest(before, newRequest({ id: 'a', name: 'Alpha', url: 'http://127.0.0.1' }));
  expect(await readFile(path, 'utf8')).toContain('url: http://127.0.0.1');
  expect(await ids()).toBe('z f(b a)');
});

test('a request or folder with another name moves, and keeps its place', async () => {
  await saveRequest(await stored(), newRequest({ id: 'b', name: 'Omega' }));
  expect(await readdir(join(folder, 'collections', 'shop', 'orders'))).toContain('omega.request.yaml');
  const now = await stored();
  const [, item] = now.collection.items;
  if (item?.kind !== 'folder') throw new Error('no folder');
  await saveFolder(now, { ...item.folder, name: 'Zeta' });
  expect(await readdir(join(folder, 'collections', 'shop'))).toContain('zeta-2');
  expect(await ids()).toBe('z f(b a)');
});

test('items are moved to another folder and within one', async () => {
  const before = await stored();
  const [zeta, orders] = before.collection.items;
  await moveItem(placeOf(before, 'z'), zeta!, placeOf(before, 'f'), 1);
  expect(await ids()).toBe('f(b z a)');
  await moveItem(placeOf(await stored(), 'a'), request('a', 'Alpha'), placeOf(before, 'f'), 0);
  expect(await ids()).toBe('f(a b z)');
  const inside = placeOf(before, 'f');
  await expect(moveItem(inside, orders!, inside, null)).rejects.toThrow('into itself');
});

test('what is thrown away comes back where it was', async () => {
  const before = await stored();
  const path = placeOf(before, 'f');
  const item = before.collection.items[1]!;
  await trash(folder, path, { kind: 'folder', id: 'f', name: 'Orders' }, orderName(path, item));
  expect(await ids()).toBe('z');
  const [held] = await listTrash(folder, () => undefined);
  expect(held).toMatchObject({ kind: 'folder', name: 'Orders', from: 'collections/shop/orders' });
  expect(await restore(folder, held!)).toBe(path);
  expect(await ids()).toBe('z f(b a)');
  expect(await listTrash(folder, () => undefined)).toEqual([]);
});

test('what comes back takes nothing from what is there now', async () => {
  const path = placeOf(await stored(), 'z');
  await trash(folder, path, { kind: 'request', id: 'z', name: 'Zeta' }, 'zeta');
  await writeFile(path, 'id: new\nname: Zeta\n');
  const [held] = await listTrash(folder, () => undefined);
  expect(await restore(folder, held!)).toBe(join(folder, 'collections', 'shop', 'zeta-2.request.yaml'));
});

test('a note that leads out of the workspace is not followed', async () => {
  await trash(folder, placeOf(await stored(), 'z'), { kind: 'request', id: 'z', name: 'Zeta' }, 'zeta');
  const [held] = await listTrash(folder, () => undefined);
  for (const from of ['../../elsewhere.yaml', '.git/hooks/pre-commit', 'collections/../.local/secrets.json'])
    await expect(restore(folder, { ...held!, from })).rejects.toThrow('no place of this');
});

test('changes are told, those of secrets and trash are not', async () => {
  const path = placeOf(await stored(), 'a');
  const told = new Promise<readonly string[]>((resolve) => {
    const watching = watchWorkspace(folder, (files) => {
      watching.close();
      resolve(files);
    });
  });
  await new Workspace(folder).saveGlobals([{ name: 'a', value: 'b', enabled: true, secret: true, docs: '' }]);
  await writeFile(path, 'id: a\n');
  const files = await told;
  expect(files).toContain('globals.yaml');
  expect(files.filter((file) => file.startsWith('.'))).toEqual([]);
});
