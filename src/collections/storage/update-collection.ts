// Writes a collection over its existing folder. It touches only files that change, and leaves unrelated files in
// place.
import { existsSync } from 'node:fs';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import type { Collection, Item } from '../model/collection.ts';
import {
  collectionFiles,
  COLLECTION_FILE,
  FOLDER_FILE,
  REQUEST_SUFFIX,
  type KnownNames,
} from './collection-files.ts';
import { readText } from './object-file.ts';
import { throwFileError } from './order.ts';
import type { StoredCollection } from './read-collection.ts';
import { refuseLink } from './safe-path.ts';

/** Writes a collection. Rejects with an Error that names the folder; files written before the error stay valid. */
export async function writeCollection(stored: StoredCollection, collection: Collection): Promise<void> {
  try {
    const files = [...collectionFiles(collection, unchangedNames(stored, collection))].map(
      ({ path, text }) => ({
        file: join(stored.path, ...path),
        text,
      }),
    );
    // The collection's own file lists the order of the others, so it is written last.
    for (const { file, text } of [...files.slice(1), ...files.slice(0, 1)]) await writeChanged(file, text);
    const written = new Set(files.map(({ file }) => file));
    await removeObsolete(stored, written);
  } catch (error) {
    throw new UserError('INVALID_FILE', `${stored.path} cannot be written: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/**
 * Returns the names of items that are where they were under the name that they had: people may have named their files
 * otherwise, and one that was numbered keeps its number when the others are gone.
 */
function unchangedNames({ collection: before, paths }: StoredCollection, after: Collection): KnownNames {
  const known = new Map([...positionsOf(before.items, null)].map((position) => [position.id, position]));
  const names = new Map<string, string>();
  for (const { id, name, parent, isFolder } of positionsOf(after.items, null)) {
    const old = known.get(id);
    const path = paths.get(id);
    if (old === undefined || path === undefined || old.isFolder !== isFolder) continue;
    if (old.name !== name || old.parent !== parent) continue;
    names.set(id, isFolder ? `${basename(path)}/` : basename(path).slice(0, -REQUEST_SUFFIX.length));
  }
  return names;
}

interface ItemPosition {
  readonly id: string;
  readonly name: string;
  /** The id of the folder; null at the top. */
  readonly parent: string | null;
  readonly isFolder: boolean;
}

function* positionsOf(
  items: readonly Item[],
  parent: string | null,
): Generator<ItemPosition, void, undefined> {
  for (const item of items) {
    const { id, name } = item.kind === 'folder' ? item.folder : item.request;
    yield { id, name, parent, isFolder: item.kind === 'folder' };
    if (item.kind === 'folder') yield* positionsOf(item.folder.items, id);
  }
}

async function writeChanged(file: string, text: string): Promise<void> {
  refuseLink(dirname(file));
  refuseLink(file);
  if (existsSync(file) && readText(file, throwFileError) === text) return;
  await mkdir(dirname(file), { recursive: true });
  await replaceFile(file, text, 0o644);
}

/** Removes files whose objects are in another file now, and folders that became empty. */
async function removeObsolete(
  { paths, path: root }: StoredCollection,
  written: ReadonlySet<string>,
): Promise<void> {
  const before = [...paths.values()].map((path) =>
    path.endsWith(REQUEST_SUFFIX) ? path : join(path, FOLDER_FILE),
  );
  const obsolete = before.filter((file) => !written.has(file) && file !== join(root, COLLECTION_FILE));
  for (const file of obsolete) await rm(file, { force: true });
  // The innermost folders go first. A folder that holds other files is not empty, and stays.
  const folders = [...new Set(obsolete.map(dirname))].sort((a, b) => b.length - a.length);
  for (const folder of folders) if (folder !== root) await rmdir(folder).catch(() => undefined);
}
