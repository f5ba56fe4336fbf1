// Loads a collection of our own that was given by its folder, in a workspace or outside of one.
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError } from '../../base/errors.ts';
import type { Collection } from '../../collections/model/collection.ts';
import { COLLECTION_FILE } from '../../collections/storage/collection-files.ts';
import { describeFileError } from '../../collections/storage/needed-files.ts';
import type { FileError } from '../../collections/storage/object-file.ts';
import { readCollection } from '../../collections/storage/read-collection.ts';
import { Workspace } from '../../collections/storage/workspace.ts';

const MAX_NAMED = 5;

export interface OwnFolder {
  readonly collection: Collection;
  /** Paths of folders and requests by id. */
  readonly paths: ReadonlyMap<string, string>;
  /** The workspace around the folder, for environments and globals; null outside of one. */
  readonly around: Workspace | null;
}

export function isOwnFolder(path: string): boolean {
  return existsSync(join(path, COLLECTION_FILE));
}

/** Rejects with an Error that names the broken files, which `allowBroken` leaves out. */
export async function ownFolder(path: string, allowBroken: boolean): Promise<OwnFolder> {
  const folder = resolve(path);
  const errors: FileError[] = [];
  const stored = await readCollection(folder, (error) => errors.push(error));
  if (stored === null || (errors.length > 0 && !allowBroken)) {
    const more = errors.length > MAX_NAMED ? [`and ${errors.length - MAX_NAMED} more files`] : [];
    const named = errors.slice(0, MAX_NAMED).map(describeFileError);
    throw new UserError('INVALID_FILE', [...named, ...more].join('; '));
  }
  const parent = dirname(folder);
  const around = basename(parent) === 'collections' ? new Workspace(dirname(parent)) : null;
  return { collection: stored.collection, paths: stored.paths, around };
}
