// A new collection comes into a workspace as a whole: written beside, and moved to its place when all of it is there.
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import type { Collection } from '../model/collection.ts';
import { collectionFiles, type TextFile } from './collection-files.ts';
import { createSafeFolder } from './safe-path.ts';
import { createLocalFolder } from './secrets-file.ts';
import { uniqueSlug, comparableName, slugOf } from './slug.ts';

/** Files written at a time. */
const MAX_CONCURRENT_WRITES = 32;

/**
 * The new collection's folder below `collections`. `local`: what of the workspace is for this machine alone; what an
 * import leaves that is ended halfway lies there, where neither Git nor anybody else looks.
 */
export async function addCollectionFolder(
  collections: string,
  local: string,
  collection: Collection,
): Promise<string> {
  await createSafeFolder(collections);
  await createLocalFolder(local);
  const unfinished = join(local, `unfinished-${crypto.randomUUID()}`);
  try {
    await mkdir(unfinished);
    await writeAll(unfinished, [...collectionFiles(collection)]);
    const taken = new Set((await readdir(collections)).map(comparableName));
    const path = join(
      collections,
      uniqueSlug(slugOf(collection.name), (slug) => taken.has(comparableName(slug))),
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
  await Promise.all(Array.from({ length: MAX_CONCURRENT_WRITES }, writer));
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
