// The trash of a workspace: removed items, each with a note of its original path.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { example, type Example } from '../model/example.ts';
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
  /** Paths of further files that belong to it. */
  also: z.array(z.string()).default([]),
  /** An example, which is part of the file of its request, whose id is `request`. */
  example: example.nullable().default(null),
  request: z.string().default(''),
});
export type TrashItem = z.output<typeof note>;

/** An object to put into the trash. */
export interface Trashed {
  readonly kind: string;
  readonly name: string;
  /** Absolute path of its file or folder. */
  readonly path: string;
  /** Absolute paths of further files that belong to it. */
  readonly also?: readonly string[];
}

/** Copies a file or folder of the workspace to the trash; the caller removes the original. */
export async function copyToTrash(
  workspace: string,
  { kind, name, path, also = [] }: Trashed,
): Promise<TrashItem> {
  return keepItem(
    workspace,
    {
      kind,
      name,
      path: relativePath(workspace, path),
      also: also.map((each) => relativePath(workspace, each)),
    },
    async (folder) => {
      for (const each of [path, ...also]) {
        refuseLink(each);
        await cp(each, join(folder, basename(each)), { recursive: true, verbatimSymlinks: true });
      }
    },
  );
}

/** Copies an example to the trash; the caller removes it from the request, whose file is at `path`. */
export async function keepExample(
  workspace: string,
  {
    example: trashedExample,
    request,
    path,
  }: { readonly example: Example; readonly request: string; readonly path: string },
): Promise<TrashItem> {
  const about = { kind: 'example', name: trashedExample.name, path: relativePath(workspace, path) };
  return keepItem(workspace, { ...about, example: trashedExample, request }, () => Promise.resolve());
}

async function keepItem(
  workspace: string,
  about: Pick<TrashItem, 'kind' | 'name' | 'path'> & Partial<TrashItem>,
  fill: (folder: string) => Promise<void>,
): Promise<TrashItem> {
  const item = note.parse({ ...about, id: crypto.randomUUID(), removedAt: new Date().toISOString() });
  await createTrash(join(workspace, TRASH_FOLDER));
  const folder = join(workspace, TRASH_FOLDER, item.id);
  try {
    await mkdir(folder);
    await fill(folder);
    await writeObject(join(folder, NOTE_FILE), note, item);
    return item;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new UserError('INVALID_FILE', `${item.name} cannot be moved to the trash: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Creates the folder of the trash, which Git ignores: what was removed is in its history. */
async function createTrash(folder: string): Promise<void> {
  await createSafeFolder(folder);
  const ignored = join(folder, '.gitignore');
  if (existsSync(ignored)) return;
  refuseLink(ignored);
  await writeFile(ignored, '*\n');
}

/** Removes an item from the trash for good. */
export async function forgetTrash(workspace: string, { id }: TrashItem): Promise<void> {
  await rm(join(workspace, TRASH_FOLDER, id), { recursive: true, force: true });
}

function relativePath(workspace: string, path: string): string {
  return relative(workspace, path).replaceAll('\\', '/');
}

/** Resolves with the items in the trash, the latest first. */
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
    .filter((name) => !name.startsWith('.'))
    .map((name) => readObject(join(trash, name, NOTE_FILE), note, onError))
    .filter((item) => item !== null)
    .sort((one, other) => other.removedAt.localeCompare(one.removedAt));
}

/**
 * Moves an item back to where it was, and resolves with its path. If its folder is gone, a request or folder goes to
 * the nearest folder above that still exists. The path must be free.
 */
export async function restoreFromTrash(workspace: string, item: TrashItem): Promise<string> {
  const folder = join(workspace, TRASH_FOLDER, item.id);
  try {
    const path = placeOf(workspace, item);
    await createSafeFolder(dirname(path));
    if ((await readdir(dirname(path))).includes(basename(path)))
      throw new Error(`there is another one at ${path}`);
    await rename(join(folder, basename(path)), path);
    for (const each of item.also)
      await rename(join(folder, basename(each)), join(dirname(path), basename(each)));
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
