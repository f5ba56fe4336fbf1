// The folder of a viewer: the session file that its requests are read into, and large bodies. It goes when the viewer
// ends; one that a killed viewer left goes at the next start.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasProcess } from '../base/has-process.ts';

const NAME = /^proxyctl-view-(\d+)-/;

/** Creates a folder that only this user may read. */
export function makeViewerFolder(parent = tmpdir()): string {
  removeAbandoned(parent);
  return mkdtempSync(join(parent, `proxyctl-view-${process.pid}-`));
}

export function removeViewerFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(NAME.exec(name)?.[1] ?? process.pid);
    if (hasProcess(pid)) continue;
    try {
      removeViewerFolder(join(parent, name));
    } catch {
      // it is another user's
    }
  }
}
