// Loads the collection in a folder, which is run in place, and the variables beside it.
import { join } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { nearest } from '../../base/did-you-mean.ts';
import { readFolderCollection } from '../../interchange/import/index.ts';
import type { FolderCollection } from '../../interchange/import/shared/folder/collections.ts';
import type { Collection } from '../../collections/model/collection.ts';
import type { Environment } from '../../collections/model/environment.ts';
import { tellWarnings } from './import.ts';

export interface FolderSource extends FolderCollection {
  readonly collection: Collection;
}

/**
 * Loads the source. Throws an Error when a file of the folder is broken, because a skipped request would neither be
 * sent nor fail. With `allowBroken` it names the file and skips it.
 */
export function folderSource(path: string, wantsEnvironments: boolean, allowBroken: boolean): FolderSource {
  const source = readFolder(path, wantsEnvironments);
  const [collection] = source.collections;
  if (source.broken.length > 0 && !allowBroken)
    throw new UserError('INVALID_FILE', source.broken.map((sentence) => join(path, sentence)).join('; '));
  if (collection === undefined) throw new UserError('NOT_FOUND', `${path} holds no collection`);
  tellWarnings(path, source);
  return { ...source, collection };
}

function readFolder(path: string, wantsEnvironments: boolean): FolderCollection {
  try {
    // The user chose to run this folder, and `fileRoots` of the run restricts which files it can name.
    return readFolderCollection(path, wantsEnvironments, { keepsFilePaths: true });
  } catch (error) {
    throw new UserError('INVALID_FILE', `the folder ${path} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Returns the environment of this name beside the folder; null when there is none. */
export function environmentBeside(
  { environments }: Pick<FolderSource, 'environments'>,
  name: string,
): Environment | null {
  const same = (each: Environment): boolean => each.name.toLowerCase() === name.toLowerCase();
  return environments.find((each) => each.name === name) ?? environments.find(same) ?? null;
}

/** Returns the end of a sentence about a missing environment. */
export function environmentsBeside(
  { environments }: Pick<FolderSource, 'environments'>,
  name: string,
): string {
  const names = environments.map((each) => each.name);
  if (names.length === 0) return 'there are no environments beside the folder';
  const near = nearest(name, names);
  return `beside the folder there are ${names.join(', ')}${near === null ? '' : `: did you mean ${near}?`}`;
}
