// Folders and requests that come into a collection that is there already.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import type { Item } from '../model/collection.ts';
import { itemFiles, itemNames, REQUEST_SUFFIX } from './collection-files.ts';
import { reorder } from './order.ts';

/**
 * Adds them at the end of a folder of a collection, or of the collection itself, whose folder is `path`: all of them,
 * or none where this rejects.
 */
export async function addItems(path: string, items: readonly Item[]): Promise<void> {
  const written: string[] = [];
  try {
    const names = itemNames(items, await namesIn(path));
    for (const file of itemFiles(items, names, [])) {
      const target = join(path, ...file.path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, file.text, { flag: 'wx', mode: 0o644, flush: true });
      written.push(target);
    }
    await reorder(path, (order) => [...order, ...names]);
  } catch (error) {
    for (const file of written) await rm(file, { force: true });
    throw new Error(`${path} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  return (await readdir(path)).map((name) => name.replace(REQUEST_SUFFIX, ''));
}
