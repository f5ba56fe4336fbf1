// A new collection comes into a workspace as a whole: written beside, and moved to its place when all of it is there.
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import type { Collection } from '../model/collection.ts';
import { collectionFiles, type TextFile } from './collection-files.ts';
import { ownFolder } from './safe-path.ts';
import { localFolder } from './secrets-file.ts';
import { freeSlug, sameName, slugOf } from './slug.ts';

/** Files written at a time. */
const AT_ONCE = 32;

/**
 * The new collection's folder below `collections`. `local`: what of the workspace is for this machine alone; what an
 * import leaves that is ended halfway lies there, where neither Git nor anybody else looks.
 */
export async function addTree(collections: string, local: string, collection: Collection): Promise<string> {
  await ownFolder(collections);
  await localFolder(local);
  const unfinished = join(local, `unfinished-${crypto.randomUUID()}`);
  try {
    await mkdir(unfinished);
    await writeAll(unfinished, [...collectionFiles(collection)]);
    const taken = new Set((await readdir(collections)).map(sameName));
    const path = join(
      collections,
      freeSlug(slugOf(collection.name), (slug) => taken.has(sameName(slug))),
    );
    await rename(unfinished, path);
    return path;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw new Error(`${collections} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}

async function writeAll(folder: string, files: readonly TextFile[]): Promise<void> {
  for (const path of new Set(files.map(({ path: parts }) => dirname(join(folder, ...parts)))))
    await mkdir(path, { recursive: true });
  let next = 0;
  const writer = async (): Promise<void> => {
    for (let file = files[next++]; file !== undefined; file = files[next++]) await write(folder, file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writer));
}

async function write(folder: string, { path, text }: TextFile): Promise<void> {
  const file = await open(join(folder, ...path), 'wx', 0o644);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
}
