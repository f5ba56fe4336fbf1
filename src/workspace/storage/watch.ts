// Tells when files of a workspace change, whoever changes them: an editor, Git, another program.
import { watch as watchFolder, type FSWatcher } from 'node:fs';
import { sep } from 'node:path';
import { TRASH_FOLDER } from './trash.ts';
import { LOCAL_FOLDER } from './workspace.ts';

/** Changes that come together are told together. */
const SETTLE_MS = 100;

export interface Watching {
  close(): void;
}

/** `changed` is told the files, below the workspace's folder. Throws an Error when the folder cannot be watched. */
export function watchWorkspace(folder: string, changed: (files: readonly string[]) => void): Watching {
  let files = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  const tell = (): void => {
    const told = [...files].sort();
    files = new Set();
    timer = null;
    changed(told);
  };
  const watcher: FSWatcher = watchFolder(folder, { recursive: true }, (_, file) => {
    if (file === null || !isShared(file)) return;
    files.add(file);
    timer ??= setTimeout(tell, SETTLE_MS);
  });
  watcher.on('error', () => watcher.close());
  return {
    close() {
      if (timer !== null) clearTimeout(timer);
      watcher.close();
    },
  };
}

/** What is this machine's own, thrown away, or not finished yet is no change of the workspace. */
function isShared(file: string): boolean {
  const parts = file.split(sep);
  if (parts[0] === LOCAL_FOLDER || parts[0] === TRASH_FOLDER || parts[0] === '.git') return false;
  return !file.endsWith('.unfinished');
}
