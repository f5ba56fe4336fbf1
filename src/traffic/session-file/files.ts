// The files of a session file on the disk: SQLite keeps others beside its own while it is in use.
import { rmSync } from 'node:fs';

const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/** Removes a session file with those beside it. */
export function removeSessionFile(path: string): void {
  for (const suffix of SUFFIXES) rmSync(path + suffix, { force: true });
}
