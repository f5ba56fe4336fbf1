// Changes to a collection that is there: each writes one file, and moves it where its name has changed. An order that
// names what was moved is written after it.
import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { folderFields, type Folder, type Item } from '../model/collection.ts';
import { request as requestSchema, type SavedRequest } from '../model/request.ts';
import { freeName } from './add-items.ts';
import { FOLDER_FILE, REQUEST_SUFFIX } from './collection-files.ts';
import { readObject, writeObject } from './object-file.ts';
import { refuse, reorder } from './order.ts';
import type { StoredCollection } from './read-collection.ts';

/** Rejects with an Error when there is no request of this id. */
export async function saveRequest(stored: StoredCollection, request: SavedRequest): Promise<void> {
  const path = placeOf(stored, request.id);
  await writeObject(path, requestSchema, request);
  const before = basename(path).slice(0, -REQUEST_SUFFIX.length);
  const after = await freeName(dirname(path), { kind: 'request', request }, before);
  if (after !== before) await renamed(dirname(path), before, after, `${after}${REQUEST_SUFFIX}`, path);
}

/** What the folder holds stays as it is. Rejects with an Error when there is no folder of this id. */
export async function saveFolder(stored: StoredCollection, folder: Omit<Folder, 'items'>): Promise<void> {
  const path = placeOf(stored, folder.id);
  const file = join(path, FOLDER_FILE);
  const known = readObject(file, folderFields, refuse);
  await writeObject(file, folderFields, { ...folder, order: known?.order ?? [] });
  const before = `${basename(path)}/`;
  const item: Item = { kind: 'folder', folder: { ...folder, items: [] } };
  const after = await freeName(dirname(path), item, basename(path));
  if (after !== before) await renamed(dirname(path), before, after, after.slice(0, -1), path);
}

async function renamed(
  parent: string,
  before: string,
  after: string,
  file: string,
  path: string,
): Promise<void> {
  await rename(path, join(parent, file));
  await reorder(parent, (order) => order.map((name) => (name === before ? after : name)));
}

/**
 * Moves a folder or request to the folder `to` (of the same workspace), which may be a collection's own, before what
 * stands at `index` there; null: to the end.
 */
export async function moveItem(path: string, item: Item, to: string, index: number | null): Promise<void> {
  if (`${to}/`.startsWith(`${path}/`)) throw new Error('a folder cannot be moved into itself');
  const from = dirname(path);
  const before = orderName(path, item);
  const after = from === to ? before : await freeName(to, item);
  await mkdir(to, { recursive: true });
  if (from !== to) {
    await rename(path, join(to, item.kind === 'folder' ? after.slice(0, -1) : `${after}${REQUEST_SUFFIX}`));
    await reorder(from, (order) => order.filter((name) => name !== before));
  }
  await reorder(to, (order) => {
    const others = order.filter((name) => name !== after);
    return others.toSpliced(index ?? others.length, 0, after);
  });
}

export function placeOf({ places, collection }: StoredCollection, id: string): string {
  const path = places.get(id);
  if (path === undefined)
    throw new Error(`there is nothing with the id ${id} in the collection ${collection.name}`);
  return path;
}

/** What `order` calls that which lies at `path`. */
export function orderName(path: string, { kind }: Pick<Item, 'kind'>): string {
  return kind === 'folder' ? `${basename(path)}/` : basename(path).slice(0, -REQUEST_SUFFIX.length);
}
