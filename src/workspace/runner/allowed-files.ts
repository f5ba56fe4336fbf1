// Which files a collection may send: their paths come from whoever made it, and not everything on this machine is for
// whoever receives it.
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { ResolveFile } from '../protocols/http/body.ts';

/** Those in these folders, links resolved, and no hidden ones, which hold keys and settings. */
export function allowFilesIn(roots: readonly string[]): ResolveFile {
  return (path) => {
    const [first = '.'] = roots;
    const file = resolveLinks(isAbsolute(path) ? path : resolve(first, path));
    const relativePaths = roots.map((root) => relative(resolveLinks(root), file)).filter(isInside);
    if (relativePaths.length === 0)
      throw new Error(`the file ${path} of its body lies outside of ${roots.join(' and ')}: it is not sent`);
    if (relativePaths.every(isHidden))
      throw new Error(`the file ${path} of its body is hidden: it is not sent`);
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

/** With links resolved, as far as it is there. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
