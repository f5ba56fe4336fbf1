// Tells the versions of session files apart.
import { closeSync, openSync, readSync } from 'node:fs';

const SQLITE = 'SQLite format 3\0';

/** True for the first bytes of a file of version 2. */
export function isDatabase(start: Buffer): boolean {
  return start.toString('latin1', 0, SQLITE.length) === SQLITE;
}

/** True for a file of version 2; false where it cannot be read. */
export function isSessionDatabase(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    const start = Buffer.alloc(SQLITE.length);
    readSync(file, start, 0, start.length, 0);
    closeSync(file);
    return isDatabase(start);
  } catch {
    return false;
  }
}
