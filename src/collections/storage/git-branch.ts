// The current branch of the Git repository around a folder. It is read from the repository's files, so that no
// program of the repository runs.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const SHORT_COMMIT = 7;

/** Returns the branch, the abbreviated commit when no branch is checked out, or null outside a repository. */
export function gitBranch(folder: string): string | null {
  const git = gitFolder(resolve(folder));
  const head = git === null ? null : fileText(join(git, 'HEAD'));
  if (head === null) return null;
  const [, branch] = /^ref: refs\/heads\/(.+)$/.exec(head) ?? [];
  if (branch !== undefined) return branch;
  return /^[\da-f]{40,64}$/.test(head) ? head.slice(0, SHORT_COMMIT) : null;
}

/** Returns the folder in which Git keeps what it knows of the repository around a folder; null outside of one. */
export function gitFolder(folder: string): string | null {
  const path = join(folder, '.git');
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return path;
  if (found?.isFile() === true) {
    // In a worktree or a submodule, this file names the folder.
    const [, named] = /^gitdir: (.+)$/m.exec(fileText(path) ?? '') ?? [];
    return named === undefined ? null : resolve(folder, named);
  }
  return dirname(folder) === folder ? null : gitFolder(dirname(folder));
}

function fileText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
