// Restricts the files that a collection may send. The collection's author chooses the paths, and a server receives
// the files.
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { UserError } from '../../base/errors.ts';
import type { ResolveFile } from '../../requests/http/body.ts';

/**
 * Allows files in the given folders after links are resolved. A relative path means the first of them that has the file.
 * Hidden files are refused, because they often hold keys and settings.
 */
export function allowFilesIn(roots: readonly string[]): ResolveFile {
  return (path) => {
    const candidates = isAbsolute(path) ? [path] : roots.map((root) => resolve(root, path));
    const file = resolveLinks(candidates.find((candidate) => existsSync(candidate)) ?? candidates[0] ?? path);
    const relativePaths = roots.map((root) => relative(resolveLinks(root), file)).filter(isInside);
    if (relativePaths.length === 0)
      throw new UserError(
        'INVALID_DATA',
        `the file ${path} of its body is outside of ${roots.join(' and ')}, and is not sent`,
      );
    if (relativePaths.every(isHidden))
      throw new UserError('INVALID_DATA', `the file ${path} of its body is hidden, and is not sent`);
    return file;
  };
}

function isInside(relativePath: string): boolean {
  return (
    relativePath !== '' &&
    relativePath !== '..' &&
    !relativePath.startsWith(`..${sep}`) &&
    !isAbsolute(relativePath)
  );
}

function isHidden(relativePath: string): boolean {
  return relativePath.split(sep).some((part) => part.startsWith('.'));
}

/** Resolves links, as far as the path exists. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
