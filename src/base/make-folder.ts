// Creates folders at paths that users name.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from './errors.ts';

/**
 * Creates a folder and those above it; does nothing when it exists. Throws the error of the system, or one that
 * names the file in the way. `recursive` of Node.js
 * does not serve: it never ends where the folder above exists but takes no entries, as in `/proc`.
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
