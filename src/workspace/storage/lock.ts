// A lock that allows one import into a workspace at a time, across processes, because each reads existing files
// before it adds others.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemCode, UserError } from '../../base/errors.ts';
import { createLocalFolder } from './secrets-file.ts';

const WAIT_MS = 30_000;
const RETRY_MS = 25;

/**
 * Runs `work` with the lock, which is a file in `local`, the machine's own folder of the workspace. Rejects with an
 * Error when another process holds it too long.
 */
export async function withLock<T>(local: string, work: () => Promise<T>): Promise<T> {
  const path = join(local, 'lock');
  await createLocalFolder(local);
  await acquireLock(path, Date.now() + WAIT_MS);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function acquireLock(path: string, until: number): Promise<void> {
  while (!(await tryLock(path))) {
    const holder = await holderOf(path);
    if (holder !== null && !isRunning(holder)) await rm(path, { force: true });
    else if (Date.now() < until) await wait(RETRY_MS);
    else
      throw new UserError(
        'INVALID_DATA',
        `process ${holder ?? '?'} is importing into the workspace; if it is not, remove ${path}`,
      );
  }
}

/** Returns true when the lock was free. */
async function tryLock(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Returns the process id of the holder; null while it is being written, and when there is none. */
async function holderOf(path: string): Promise<number | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return /^[1-9]\d*$/.test(text) ? Number(text) : null;
}

/** True for a process that exists, also one of another user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
