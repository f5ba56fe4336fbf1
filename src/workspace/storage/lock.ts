// One import into a workspace at a time, whichever program does it: each reads what is there before it adds to it.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemCode } from '../../base/errors.ts';
import { createLocalFolder } from './secrets-file.ts';

const WAIT_MS = 30_000;
const RETRY_MS = 25;

/** `local`: what of a workspace is for this machine alone. Rejects with an Error when another one takes too long. */
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
      throw new Error(`process ${holder ?? '?'} is at work on the workspace; if it is not, remove ${path}`);
  }
}

/** Whether it was free. */
async function tryLock(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Null while it is being written, or is gone. */
async function holderOf(path: string): Promise<number | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return /^[1-9]\d*$/.test(text) ? Number(text) : null;
}

/** One of another user is, too. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
