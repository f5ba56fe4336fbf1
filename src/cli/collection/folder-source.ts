// Loads the collection in a folder, which is run in location, and the variables beside it.
import { join } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { nearest } from '../../base/did-you-mean.ts';
import { readFolderCollection } from '../../interchange/import/index.ts';
import { readImportFile } from '../../interchange/files/import-file.ts';
import type { FolderCollection } from '../../interchange/import/shared/folder/collections.ts';
import { HTTP_FILE } from '../../interchange/import/http-file/folder.ts';
import type { RequestLocation } from '../../interchange/import/shared/import-context.ts';
import type { Imported } from '../../collections/model/imported.ts';
import type { Collection } from '../../collections/model/collection.ts';
import type { Environment } from '../../collections/model/environment.ts';
import { tellWarnings } from './import.ts';

export interface FolderSource extends FolderCollection {
  readonly collection: Collection;
  /** Positions of requests by their ids, for files that hold several. */
  readonly locations?: ReadonlyMap<string, RequestLocation>;
}

/**
 * Loads the source. Throws an Error when a file of the folder is broken, because a skipped request would neither be
 * sent nor fail. With `allowBroken` it names the file and skips it.
 */
export function folderSource(path: string, wantsEnvironments: boolean, allowBroken: boolean): FolderSource {
  return checkedSource(path, readFolder(path, wantsEnvironments), allowBroken);
}

function checkedSource(path: string, source: FolderCollection, allowBroken: boolean): FolderSource {
  const [collection] = source.collections;
  if (source.broken.length > 0 && !allowBroken)
    throw new UserError(
      'INVALID_FILE',
      source.broken
        .map((sentence) => (HTTP_FILE.test(path) ? `${path}: ${sentence}` : join(path, sentence)))
        .join('; '),
    );
  if (collection === undefined) throw new UserError('NOT_FOUND', `${path} holds no collection`);
  tellWarnings(path, source);
  return { ...source, collection };
}

/** Loads a file of requests, with the environments beside it, as `folderSource` loads a folder. */
export async function fileSource(path: string, allowBroken: boolean): Promise<FolderSource> {
  const locations = new Map<string, RequestLocation>();
  const onRequest = (id: string, location: RequestLocation): void => void locations.set(id, location);
  const options = { keepsFilePaths: true, processEnv: process.env, onRequest };
  let imported: Imported;
  try {
    imported = await readImportFile(path, options);
  } catch (error) {
    throw new UserError('INVALID_FILE', `the file ${path} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
  return { ...checkedSource(path, { ...imported, globalsBeside: null }, allowBroken), locations };
}

function readFolder(path: string, wantsEnvironments: boolean): FolderCollection {
  try {
    // The user chose to run this folder, and `fileRoots` of the run restricts which files it can name.
    return readFolderCollection(path, wantsEnvironments, { keepsFilePaths: true, processEnv: process.env });
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
