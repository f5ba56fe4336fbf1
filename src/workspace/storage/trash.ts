// The trash of a workspace: what was removed, each with a note about where it was.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { COLLECTION_FILE, FOLDER_FILE } from './collection-files.ts';
import { readObject, writeObject, type FileError } from './object-file.ts';
import { createSafeFolder, refuseLink } from './safe-path.ts';

export const TRASH_FOLDER = '.trash';
/** Names of objects in a workspace never start with a dot. */
const NOTE_FILE = '.note.yaml';

const note = z.strictObject({
  id: z.string(),
  /** Such as `request` or `folder`. */
  kind: z.string(),
  name: z.string(),
  /** The path that it had, relative to the workspace, with slashes. */
  path: z.string(),
  /** ISO 8601. */
  removedAt: z.string(),
});
export type TrashItem = z.output<typeof note>;

/** Copies a file or folder of the workspace to the trash; the caller removes the original. */
export async function copyToTrash(
  workspace: string,
  { kind, name, path }: { readonly kind: string; readonly name: string; readonly path: string },
): Promise<TrashItem> {
  const item: TrashItem = {
    id: crypto.randomUUID(),
    kind,
    name,
    path: relative(workspace, path).replaceAll('\\', '/'),
    removedAt: new Date().toISOString(),
  };
  await createSafeFolder(join(workspace, TRASH_FOLDER));
  const folder = join(workspace, TRASH_FOLDER, item.id);
  try {
    refuseLink(path);
    await mkdir(folder);
    await cp(path, join(folder, basename(path)), { recursive: true, verbatimSymlinks: true });
    await writeObject(join(folder, NOTE_FILE), note, item);
    return item;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new UserError('INVALID_FILE', `${path} cannot be moved to the trash: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Resolves with what is in the trash, the latest first. */
export async function readTrash(
  workspace: string,
  onError: (error: FileError) => void,
): Promise<readonly TrashItem[]> {
  const trash = join(workspace, TRASH_FOLDER);
  const names = await readdir(trash).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  return names
    .map((name) => readObject(join(trash, name, NOTE_FILE), note, onError))
    .filter((item) => item !== null)
    .sort((one, other) => other.removedAt.localeCompare(one.removedAt));
}

/**
 * Moves an item back to where it was, and resolves with its path. A request or folder whose folder is gone goes to the
 * nearest one that is left. The place must be free.
 */
export async function restoreFromTrash(workspace: string, item: TrashItem): Promise<string> {
  const folder = join(workspace, TRASH_FOLDER, item.id);
  try {
    const path = placeOf(workspace, item);
    await createSafeFolder(dirname(path));
    if ((await readdir(dirname(path))).includes(basename(path)))
      throw new Error(`there is another one at ${path}`);
    await rename(join(folder, basename(path)), path);
    await rm(folder, { recursive: true, force: true });
    return path;
  } catch (error) {
    throw new UserError('INVALID_FILE', `${item.name} cannot be restored: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function placeOf(workspace: string, { path }: TrashItem): string {
  const parts = path.split('/');
  if (parts.includes('..')) throw new Error('it was not in the workspace');
  const [kind, collection, ...inner] = parts;
  if (kind !== 'collections' || collection === undefined || inner.length === 0) return join(workspace, path);
  const root = join(workspace, kind, collection);
  if (!existsSync(join(root, COLLECTION_FILE))) throw new Error(`its collection ${root} is gone`);
  const folders = inner.slice(0, -1);
  const left = folders.findIndex(
    (_, at) => !existsSync(join(root, ...folders.slice(0, at + 1), FOLDER_FILE)),
  );
  return join(root, ...(left < 0 ? folders : folders.slice(0, left)), basename(path));
}
