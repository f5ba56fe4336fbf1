// Adds a collection to a workspace atomically: it is written to a temporary folder, which is then moved into place.
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import type { Collection } from '../model/collection.ts';
import { collectionFiles, type TextFile } from './collection-files.ts';
import { createSafeFolder } from './safe-path.ts';
import { createLocalFolder } from './secrets-file.ts';
import { uniqueSlug, comparableName, slugOf } from './slug.ts';

/** The number of files that are written concurrently. */
const MAX_CONCURRENT_WRITES = 32;

/**
 * Returns the new folder below `collections`. `local` is the workspace's machine-local folder. It holds the temporary
 * folder, so that Git never sees an unfinished import.
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
    throw new UserError('INVALID_FILE', `${collections} cannot be written: ${messageOf(error)}`, {
      cause: error,
    });
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
