// The files that an assistant may name: files in the workspace, the working directory, `exports/` of the data folder,
// and folders that the user allowed. Hidden files, and files of the data folder that hold secrets, are always
// refused.
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ParameterError, systemCode } from '../../base/errors.ts';

export interface PathGuard {
  /**
   * Returns the absolute path, symlinks resolved; relative paths are those of the working directory, or of `base`.
   * Throws a ParameterError that names `field`.
   */
  allowed(path: string, field: string, base?: string): string;
}

export interface GuardedFolders {
  readonly workspace: string;
  readonly working: string;
  readonly home: string;
  /** Those of `--allow-path`. */
  readonly more: readonly string[];
}

export function pathGuard({ workspace, working, home, more }: GuardedFolders): PathGuard {
  const exportsFolder = join(home, 'exports');
  // The workspace often is the working directory.
  const folders = [...new Set([workspace, working, exportsFolder, ...more])];
  return {
    allowed(path, field, base = working) {
      if (path.includes('\0')) throw new ParameterError(`${field}: a path without NUL`, { field });
      const real = realPath(isAbsolute(path) ? path : resolve(base, path));
      const realHome = realPath(home);
      const roots = folders.map(realPath);
      const root = roots.find((folder) => isWithin(folder, real));
      const isSecret = isWithin(realHome, real) && !roots.some((each) => isOwnPart(realHome, each, real));
      if (root !== undefined && !isHidden(relative(root, real)) && !isSecret) return real;
      const reason =
        root === undefined
          ? 'it is outside of what assistants may use'
          : 'hidden files and secrets are closed to them';
      throw new ParameterError(
        `${field}: ${path} may not be used, ${reason}. Give a path in ${folders.join(', ')}, or restart the server with --allow-path ${dirname(real)}`,
        { field },
      );
    },
  };
}

/** True when a file of the data folder lies in a part of it that is open to assistants. */
function isOwnPart(home: string, root: string, real: string): boolean {
  return root !== home && isWithin(home, root) && isWithin(root, real);
}

/** Resolves symlinks of the part that exists; what is yet to be made keeps its name. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || dirname(path) === path) return resolve(path);
    return join(realPath(dirname(path)), basename(path));
  }
}

function isWithin(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest === '' || (rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest));
}

function isHidden(path: string): boolean {
  return path.split(sep).some((part) => part.startsWith('.') && part !== '.' && part !== '..');
}
