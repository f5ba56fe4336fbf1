// Keeps writes inside the workspace: links that came with it could lead outside.
import { lstatSync } from 'node:fs';
import { UserError } from '../../base/errors.ts';
import { makeFolder } from '../../base/make-folder.ts';

export const LINKS_NOT_FOLLOWED = 'links are not followed';

/** Throws an Error when there is a link at `path`. */
export function refuseLink(path: string): void {
  if (isLink(path)) throw new UserError('INVALID_FILE', `${path} cannot be written: ${LINKS_NOT_FOLLOWED}`);
}

/**
 * Returns true for a link. Returns false when the path cannot be examined; the caller's own access will then fail.
 */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Creates a folder and its parents. Rejects with an Error when it is a link. */
export function createSafeFolder(path: string, mode?: number): Promise<void> {
  refuseLink(path);
  // Where nothing may be written, Node's `recursive` option says that the folder above is missing.
  makeFolder(path, mode);
  return Promise.resolve();
}
