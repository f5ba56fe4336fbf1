// A lock file that one process at a time holds, also where the holder was killed.
import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { systemCode, UserError } from './errors.ts';
import { hasProcess } from './has-process.ts';

const WAIT_MS = 30_000;
const RETRY_MS = 25;

/**
 * Takes the lock, a file at `path`. `what` completes "process 12 is …". Rejects with a UserError when another process holds it
 * too long, and with the error of the system when the file cannot be made.
 */
export async function acquireLock(path: string, what: string, until = Date.now() + WAIT_MS): Promise<void> {
  while (!(await tryLock(path))) {
    const held = await contentOf(path);
    if (isAbandoned(held)) await removeAbandoned(path, what, held, until);
    else if (Date.now() < until) await wait(RETRY_MS);
    else
      throw new UserError(
        'INVALID_DATA',
        `process ${held.split(' ')[0] || '?'} is ${what}; if it is not, remove ${path}`,
      );
  }
}

export async function releaseLock(path: string): Promise<void> {
  await rm(path, { force: true });
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
async function removeAbandoned(path: string, what: string, held: string, until: number): Promise<void> {
  const second = `${path}.${held.split(' ')[1] ?? 'abandoned'}`;
  await acquireLock(second, what, until);
  try {
    if ((await contentOf(path)) === held) await rm(path, { force: true });
  } finally {
    await rm(second, { force: true });
  }
}
