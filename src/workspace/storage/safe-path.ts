// What is written lies in the workspace: a link in it, which may have come with it, would lead elsewhere.
import { lstatSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';

export const LINKS_NOT_FOLLOWED = 'links are not followed';

/** Throws an Error where a link stands at `path`. */
export function refuseLink(path: string): void {
  if (isLink(path)) throw new Error(`${path} cannot be written: ${LINKS_NOT_FOLLOWED}`);
}

/** What cannot be looked at is none: whoever uses it is told why. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Makes the folder, and those it lies in. Rejects with an Error where it is a link. */
export async function createSafeFolder(path: string, mode?: number): Promise<void> {
  refuseLink(path);
  await mkdir(path, { recursive: true, ...(mode !== undefined && { mode }) });
}
