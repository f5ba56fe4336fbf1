// Lets one process at a time switch or restore: the app, the guard of a killed app, and the next app may run at the
// same time.
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemCode, UserError } from '../../base/errors.ts';
import { isAlive } from './process.ts';

/** Longer than any switching takes. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 20;

/** Runs `work` while no other process of this data folder switches. */
export async function locked<T>(home: string, work: () => Promise<T>): Promise<T> {
  const path = join(home, 'system-proxy.lock');
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await acquired(path))) {
    if (performance.now() > deadline)
      throw new UserError('CONFLICT', `another process switches the system proxy (${path}): try again`);
    await wait(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** The file appears with its content, so that no one reads it half-written. */
async function acquired(path: string): Promise<boolean> {
  const own = `${path}.${randomUUID()}`;
  try {
    await writeFile(own, String(process.pid), { mode: 0o600 });
    await link(own, path);
    return true;
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    await removeAbandoned(path);
    return false;
  } finally {
    await rm(own, { force: true });
  }
}

/** When another process has taken the lock in the meantime, its file is put back. */
async function removeAbandoned(path: string): Promise<void> {
  const holder = await readFile(path, 'utf8').catch(() => '');
  if (holder === '' || (await isAlive(Number(holder)))) return;
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== holder) await link(aside, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(systemCode(error))) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}
