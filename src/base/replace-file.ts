// Replaces a file atomically: readers see the complete old content or the complete new content.
import { open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, UserError } from './errors.ts';

/**
 * Writes `text` to the file at `path`; when it rejects, the file is unchanged. A symbolic link stays a link. `mode`
 * applies to the file; by default only this user may read it.
 */
export async function replaceFile(path: string, text: string, mode = 0o600): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const temporary = `${target}.unfinished`;
  try {
    await rm(temporary, { force: true });
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
    await syncFolder(dirname(target));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new UserError('INVALID_FILE', `${path} cannot be saved: ${messageOf(error)}`, { cause: error });
  }
}

/** Makes the new name durable. Windows cannot do this, and need not. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
