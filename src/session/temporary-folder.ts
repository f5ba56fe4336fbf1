// A folder for large bodies, and in a viewer for the session file that its requests are read into. It goes when the
// session ends; one that a killed process left goes at the next start.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasProcess } from '../base/has-process.ts';

const NAME = /^proxyctl-files-(\d+)-/;

/** Creates a folder that only this user may read. */
export function makeTemporaryFolder(parent = tmpdir()): string {
  removeAbandoned(parent);
  return mkdtempSync(join(parent, `proxyctl-files-${process.pid}-`));
}

export function removeTemporaryFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(NAME.exec(name)?.[1] ?? process.pid);
    if (hasProcess(pid)) continue;
    try {
      removeTemporaryFolder(join(parent, name));
    } catch {
      // it is another user's
    }
  }
}
