// A file is replaced as a whole: there as it was or as it is to be, and never in between.
import { open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from './errors.ts';

/**
 * The file holds `text` when this resolves, and what it held before when it rejects. A link to a file stays one.
 * `mode`: of the file; by default it is for this user alone.
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
    throw new Error(`${path} cannot be saved: ${messageOf(error)}`, { cause: error });
  }
}

/** The new name is on the disk only then. Windows cannot, and need not. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
