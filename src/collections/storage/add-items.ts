// Adds folders and requests to an existing collection.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import type { Item } from '../model/collection.ts';
import { itemFiles, itemNames, REQUEST_SUFFIX } from './collection-files.ts';
import { reorder } from './order.ts';

/**
 * Appends items to the folder at `path`, which may be that of a collection. When it rejects, no item has been added.
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
    throw new UserError('INVALID_FILE', `${path} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  return (await readdir(path)).map((name) => name.replace(REQUEST_SUFFIX, ''));
}
