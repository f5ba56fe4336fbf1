// What was thrown away, and can be brought back: each thing in a folder of its own, with a note on where it was.
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../base/errors.ts';
import { readObject, writeObject, type Problem } from './object-file.ts';
import { ownFolder } from './safe-path.ts';
import { reorder } from './order.ts';
import { freeSlug, sameName } from './slug.ts';

export const TRASH_FOLDER = '.trash';
const NOTE = 'trashed.yaml';

const note = z.strictObject({
  /** Such as `folder` or `environment`. */
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  /** Below the workspace's folder. */
  from: z.string(),
  /** ISO 8601. */
  at: z.string(),
});

export interface Trashed extends z.output<typeof note> {
  readonly trashId: string;
}

/** Moves what lies at `path` to the trash; `inOrder`: what an order calls it, null where there is none. */
export async function trash(
  workspace: string,
  path: string,
  { kind, id, name }: { readonly kind: string; readonly id: string; readonly name: string },
  inOrder: string | null,
): Promise<string> {
  const trashId = crypto.randomUUID();
  const folder = join(workspace, TRASH_FOLDER, trashId);
  await ownFolder(join(workspace, TRASH_FOLDER));
  await mkdir(folder);
  const from = relative(workspace, path).split(sep).join('/');
  await writeObject(join(folder, NOTE), note, { kind, id, name, from, at: new Date().toISOString() });
  await rename(path, join(folder, basename(path)));
  if (inOrder !== null) await reorder(dirname(path), (order) => order.filter((each) => each !== inOrder));
  return trashId;
}

/** The latest first. */
export async function listTrash(
  workspace: string,
  problem: (problem: Problem) => void,
): Promise<readonly Trashed[]> {
  const ids = await readdir(join(workspace, TRASH_FOLDER)).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  const found = ids.map((trashId) => {
    const read = readObject(join(workspace, TRASH_FOLDER, trashId, NOTE), note, problem);
    return read === null ? null : { ...read, trashId };
  });
  return found.filter((each) => each !== null).sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Where it is now: where it was, under another name where that is taken. Rejects with an Error when it cannot be. */
export async function restore(workspace: string, { trashId, from }: Trashed): Promise<string> {
  const folder = join(workspace, TRASH_FOLDER, trashId);
  const [held] = (await readdir(folder)).filter((name) => name !== NOTE);
  if (held === undefined) throw new Error(`there is nothing left of ${from}`);
  // The note is a file like others: it may have been written by somebody else.
  const place = join(workspace, from);
  const inside = relative(workspace, place);
  // Nor does anything that is thrown away come from a hidden folder, where Git and others keep what they run.
  if (inside === '' || isAbsolute(inside) || inside.split(sep).some((part) => part.startsWith('.')))
    throw new Error(`${from} is no place of this workspace`);
  await mkdir(dirname(place), { recursive: true });
  const path = await freePath(place);
  await rename(join(folder, held), path);
  await rm(folder, { recursive: true, force: true });
  return path;
}

async function freePath(path: string): Promise<string> {
  const taken = new Set((await readdir(dirname(path))).map(sameName));
  const file = basename(path);
  const isFolder = await lstat(path).then(
    (found) => found.isDirectory(),
    () => extname(file) === '',
  );
  const ending = isFolder ? '' : file.slice(file.indexOf('.'));
  const stem = file.slice(0, file.length - ending.length);
  return join(dirname(path), `${freeSlug(stem, (slug) => taken.has(sameName(`${slug}${ending}`)))}${ending}`);
}
