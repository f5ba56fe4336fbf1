// Folders and requests that come into a collection that is there already.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import type { Item } from '../model/collection.ts';
import { itemFiles, itemSlug, REQUEST_SUFFIX } from './collection-files.ts';
import { reorder } from './order.ts';
import { sameName } from './slug.ts';

/** Adds them at the end of a folder of a collection, or of the collection itself, whose folder is `path`. */
export async function addItems(path: string, items: readonly Item[]): Promise<void> {
  try {
    for (const item of items) await addItem(path, item);
  } catch (error) {
    throw new Error(`${path} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}

async function addItem(path: string, item: Item): Promise<void> {
  const name = await freeName(path, item);
  for (const file of itemFiles([item], [name], [])) {
    const target = join(path, ...file.path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, file.text, { flag: 'wx', mode: 0o644, flush: true });
  }
  await reorder(path, (order) => [...order, name]);
}

/** As `order` names it; none that lies there has the same. `but`: the one it has already, which counts as free. */
export async function freeName(path: string, item: Item, but = ''): Promise<string> {
  const names = (await readdir(path)).map((name) => name.replace(REQUEST_SUFFIX, ''));
  const taken = new Set(names.filter((name) => name !== but).map(sameName));
  const slug = itemSlug(item, (name) => taken.has(name));
  return item.kind === 'folder' ? `${slug}/` : slug;
}
