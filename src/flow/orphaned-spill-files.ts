// Removes files of captured bodies that dead processes left behind. On POSIX an open file loses its name at
// once; on Windows a crash leaves the file.
import { hasProcess } from '../base/has-process.ts';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a path named after the owning process; `unique` distinguishes the engines of one process. */
export function spillFilePath(folder: string, unique: string): string {
  return join(folder, `spill-${process.pid}-${unique}`);
}

/** Removes files in `folder` whose process is gone. Never throws: a file that cannot be removed stays. */
export function removeOrphanedSpillFiles(folder: string): void {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return; // there is no such folder yet
  }
  for (const name of names) {
    const pid = Number(/^spill-(\d+)-/.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || hasProcess(pid)) continue;
    try {
      rmSync(join(folder, name), { force: true });
    } catch {
      // another process holds it open: the next start tries again
    }
  }
}
