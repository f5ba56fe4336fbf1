// Reads the files and URLs that a run is given.
import { stat } from 'node:fs/promises';
import { messageOf, UserError } from '../../base/errors.ts';
import type { Imported } from '../../collections/model/imported.ts';
import { importContent } from '../../interchange/import/index.ts';
import { download, isUrl, type DownloadOptions } from '../../runs/newman/download.ts';
import { readImport, tellWarnings } from './import.ts';
import { importSession, isSession } from './session-import.ts';

export interface SourceFlags {
  readonly environment?: string | undefined;
  readonly globals?: string | undefined;
  readonly iterationData?: string | undefined;
  readonly envVar: readonly string[];
  readonly envFile?: readonly string[];
  readonly globalVar?: readonly string[];
  readonly insecure?: true | undefined;
  readonly postmanApiKey?: string | undefined;
  readonly allowBroken?: true | undefined;
}

/** Pipes count, such as those of `<(command)` in a shell. */
export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => !found.isDirectory(),
    () => false,
  );
}

export function downloadOptions({ insecure, postmanApiKey }: SourceFlags): DownloadOptions {
  return { processEnvironment: process.env, insecure, postmanApiKey };
}

/** Imports a file or what a URL answers. `what`: a noun for errors. */
export async function imports(path: string, what: string, flags: SourceFlags): Promise<Imported> {
  // The query of a URL may hold a key.
  const shown = isUrl(path) ? path.replace(/[?#].*$/s, '') : path;
  try {
    // The user chose to run this file, and `fileRoots` of the run restricts which files it can name.
    const options = { keepsFilePaths: true };
    const imported = isUrl(path)
      ? importContent(await download(path, downloadOptions(flags)), '', options)
      : (await isSession(path))
        ? await importSession(path)
        : await readImport(path, options);
    tellWarnings(shown, imported);
    return imported;
  } catch (error) {
    throw new UserError('INVALID_FILE', `the ${what} ${shown} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
