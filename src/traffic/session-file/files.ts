// The files of a session file on the disk: SQLite keeps others beside its own while it is in use.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './failure.ts';

const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/** Removes a session file with those beside it. */
export function removeSessionFile(path: string): void {
  for (const suffix of SUFFIXES) rmSync(path + suffix, { force: true });
}

/** The ending of a session file that cannot be written any more. */
const DAMAGED = '.damaged.proxysession';

/** Gives a session file that is damaged another name, so that a new one can take its place. */
export function setAside(path: string): void {
  const name = path.replace(/\.proxysession$/, '');
  let number = 1;
  while (existsSync(`${name}.${number}${DAMAGED}`)) number += 1;
  for (const suffix of SUFFIXES)
    if (existsSync(path + suffix)) renameSync(path + suffix, `${name}.${number}${DAMAGED}${suffix}`);
}

/**
 * True while a process writes the file, in this or another container: its lock tells, which ends with the process. What
 * a killed process left in the log is moved to the file.
 */
export function isInUse(path: string): boolean {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path);
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    database?.close();
  }
}
