// Creates folders at user-supplied paths.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from './errors.ts';

/**
 * Creates a folder and its parents; does nothing when it exists. Throws the system's error, or an Error that names a
 * file in the way. Node's `recursive` option is unusable here: it never ends when the parent exists but accepts no
 * entries, as in `/proc`.
 */
export function makeFolder(path: string, mode?: number): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    // Another process may have been quicker.
    if (!isFolder(path)) throw new Error(`${path} is a file, not a folder`, { cause: error });
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
