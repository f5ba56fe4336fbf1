// A lock that allows one change of a workspace at a time, across processes, because each change reads existing files
// before it writes.
import { dirname, join } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { acquireLock, releaseLock } from '../../base/file-lock.ts';
import { createLocalFolder } from './secrets-file.ts';

/**
 * Runs `work` under the lock, a file in `local`, the workspace's machine-local folder. Rejects with an Error when
 * another process holds the lock too long.
 */
export async function withLock<T>(local: string, work: () => Promise<T>): Promise<T> {
  const path = join(local, 'lock');
  try {
    await createLocalFolder(local);
    await acquireLock(path, 'changing the workspace');
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError('INVALID_FILE', `${dirname(local)} cannot be written: ${messageOf(error)}`, {
      cause: error,
    });
  }
  try {
    return await work();
  } finally {
    await releaseLock(path);
  }
}
