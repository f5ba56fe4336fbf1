// Replaces a file atomically: readers see the complete old content or the complete new content.
import { open, realpath, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, systemCode, UserError } from './errors.ts';

/**
 * Writes `text` to the file at `path`, and resolves when it would outlast a power failure; when it rejects, the file is
 * unchanged. A symbolic link stays a link. `mode` applies to the file; by default only this user may read it.
 */
export function replaceFile(path: string, text: string, mode = 0o600): Promise<void> {
  return replace(path, text, { mode, isDurable: true });
}

/**
 * Replaces a file that only this user may read, as `replaceFile` does, but does not wait for the disk: after a power
 * failure the file may have its old content. For what is written at each keystroke.
 */
export function replaceFileSoon(path: string, text: string): Promise<void> {
  return replace(path, text, { mode: 0o600, isDurable: false });
}

interface Writing {
  readonly mode: number;
  readonly isDurable: boolean;
}

async function replace(path: string, text: string, { mode, isDurable }: Writing): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const temporary = `${target}.unfinished`;
  try {
    const file = await openNew(temporary, mode);
    try {
      await file.writeFile(text);
      if (isDurable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
    if (isDurable) await syncFolder(dirname(target));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new UserError('INVALID_FILE', `${path} cannot be saved: ${messageOf(error)}`, { cause: error });
  }
}

/** Opens a file that is new: what lies there is left of a write that was cut off, or a link. */
async function openNew(path: string, mode: number): Promise<FileHandle> {
  try {
    return await open(path, 'wx', mode);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    await rm(path, { force: true });
    return open(path, 'wx', mode);
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
