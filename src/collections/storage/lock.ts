// A lock that allows one change of a workspace at a time, across processes, because each change reads existing files
// before it writes.
import { hasProcess } from '../../base/has-process.ts';
import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { createLocalFolder } from './secrets-file.ts';

const WAIT_MS = 30_000;
const RETRY_MS = 25;

/**
 * Runs `work` under the lock, a file in `local`, the workspace's machine-local folder. Rejects with an Error when
 * another process holds the lock too long.
 */
export async function withLock<T>(local: string, work: () => Promise<T>): Promise<T> {
  const path = join(local, 'lock');
  try {
    await createLocalFolder(local);
    await acquireLock(path, Date.now() + WAIT_MS);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError('INVALID_FILE', `${dirname(local)} cannot be written: ${messageOf(error)}`, {
      cause: error,
    });
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function acquireLock(path: string, until: number): Promise<void> {
  while (!(await tryLock(path))) {
    const held = await contentOf(path);
    if (isAbandoned(held)) await removeAbandoned(path, held, until);
    else if (Date.now() < until) await wait(RETRY_MS);
    else
      throw new UserError(
        'INVALID_DATA',
        `process ${held.split(' ')[0] || '?'} is changing the workspace; if it is not, remove ${path}`,
      );
  }
}

/** Returns true when the lock was free. */
async function tryLock(path: string): Promise<boolean> {
  try {
    await writeFile(path, OWN, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    // On a full disk the file is there, without its content, and nobody would remove it.
    await rm(path, { force: true });
    throw error;
  }
}

/** Content of the locks of this process: its id, and a mark that a later process with the same id does not have. */
const OWN = `${process.pid} ${randomBytes(4).toString('hex')}`;

/** Returns an empty text while the lock is being written, and when there is none. */
async function contentOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** True for the lock of a process that has ended. */
function isAbandoned(held: string): boolean {
  const [, pid] = /^([1-9]\d*)(?: [0-9a-f]+)?$/.exec(held) ?? [];
  if (pid === undefined) return false;
  return Number(pid) === process.pid ? held !== OWN : !hasProcess(Number(pid));
}

/**
 * Removes the lock of a process that has ended. Of several processes that find it only the holder of a second lock,
 * named after the first, may do that: the first may be that of a quicker one by now.
 */
async function removeAbandoned(path: string, held: string, until: number): Promise<void> {
  const second = `${path}.${held.split(' ')[1] ?? 'abandoned'}`;
  await acquireLock(second, until);
  try {
    if ((await contentOf(path)) === held) await rm(path, { force: true });
  } finally {
    await rm(second, { force: true });
  }
}
