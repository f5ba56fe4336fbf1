// Imports files of other programs, and our own exports, into a workspace. Losses and guesses are reported as
// warnings; a file that cannot be imported is rejected with a reason.
import { UserError } from '../../base/errors.ts';
import type { Imported } from '../../collections/model/imported.ts';
import { readContent } from './content.ts';
import type { ImportFormat } from './contract.ts';
import { brunoFile } from './bruno/file.ts';
import { bruno } from './bruno/index.ts';
import { curl } from './curl.ts';
import { har } from './har/index.ts';
import { readHttpFolder } from './http-file/folder.ts';
import { httpFile } from './http-file/index.ts';
import { insomnia } from './insomnia/index.ts';
import { openApi } from './openapi/index.ts';
import type { ImportOptions } from './shared/import-context.ts';
import { postmanCollection } from './postman-collection.ts';
import { postmanDump } from './postman-dump.ts';
import { postmanEnvironment } from './postman-environment.ts';
import { postmanGlobals } from './postman-globals.ts';
import { postmanV3 } from './postman-v3/index.ts';
import { readCollectionFolder, readFolder, type FolderCollection } from './shared/folder/collections.ts';
import type { FolderFormat } from './shared/folder/contract.ts';

/** All formats, in the order in which they are tried. */
export const importFormats: readonly ImportFormat[] = [
  httpFile,
  curl,
  openApi,
  postmanDump,
  postmanGlobals,
  postmanEnvironment,
  har,
  insomnia,
  brunoFile,
  postmanCollection,
];

/** Imports a file; `file` is its path or name, and empty for pasted text. Throws an Error that says what is wrong. */
export function importContent(bytes: Uint8Array, file: string, options: ImportOptions = {}): Imported {
  const content = readContent(bytes, file);
  const format = importFormats.find(({ detect }) => detect(content));
  if (format !== undefined) {
    const imported = format.read(content, options);
    return { ...imported, warnings: [...content.repairs, ...imported.warnings] };
  }
  const labels = importFormats.map(({ label }) => label).join(', ');
  throw new UserError('INVALID_DATA', `it is in none of the supported formats: ${labels}`);
}

/** Returns the name for people of the format that a file has; empty where none is recognised. */
export function formatLabel(bytes: Uint8Array, file: string): string {
  const content = readContent(bytes, file);
  return importFormats.find(({ detect }) => detect(content))?.label ?? '';
}

/** All formats that are folders, in the order in which they are tried. */
export const folderFormats: readonly FolderFormat[] = [postmanV3, bruno];

/** Imports all collections in a folder, with their environments and globals. Throws an Error when there is none. */
export function importFolder(path: string, options: ImportOptions = {}): Imported {
  return readFolder(path, folderFormats, options, readHttpFolder);
}

/**
 * Reads the one collection of a folder, and, if wanted, the environments beside it. Throws an Error when there is none,
 * or more than one.
 */
export function readFolderCollection(
  path: string,
  wantsEnvironments: boolean,
  options: ImportOptions = {},
): FolderCollection {
  return readCollectionFolder(path, wantsEnvironments, folderFormats, options, readHttpFolder);
}
