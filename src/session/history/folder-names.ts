// The names in a folder of the history. A link that came with a workspace is not followed: it may lead to files of the user.
import { readdir } from 'node:fs/promises';
import { systemCode } from '../../base/errors.ts';
import { isLink } from '../../collections/storage/safe-path.ts';

/** Resolves with the names that match, the latest first, since they start with the time; none without the folder. */
export async function latestNames(folder: string, pattern: RegExp): Promise<readonly string[]> {
  if (isLink(folder)) return [];
  const names = await readdir(folder).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) return [];
    throw error;
  });
  return names
    .filter((name) => pattern.test(name))
    .sort()
    .reverse();
}
