// Maps the path of a URL to a file in a directory. No URL can reach a file outside of it.
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { isDirectory } from './file-response.ts';

export interface RulePattern {
  readonly pattern: string;
  readonly patternType: 'wildcard' | 'regex' | 'contains' | 'exact';
}

/** The real path of the file that a URL maps to, or the reason why there is none. */
export type FileLookup = { readonly type: 'file'; readonly path: string } | Missing;
export interface Missing {
  readonly type: 'missing';
  readonly reason: string;
}

const INDEX = 'index.html';

/**
 * Returns the part of a URL's path that names the file, still percent-encoded. This is the rest after the fixed part of
 * the pattern, which ends at the last `/` before its first wildcard. For a regular expression it is the last group. It
 * is the whole path without a group, and for a pattern without a path.
 */
export function pathInDirectory(rule: RulePattern, path: string, captures: readonly string[]): string {
  const [urlPath = ''] = path.split('?', 1);
  if (rule.patternType === 'exact') return '';
  if (rule.patternType === 'regex')
    return captures.length > 1 ? captures.at(-1)!.replace(/[?#].*$/s, '') : urlPath;
  const fixed = fixedPath(rule);
  const at = urlPath.toLowerCase().indexOf(fixed.toLowerCase());
  return fixed === '' || at < 0 ? urlPath : urlPath.slice(at + fixed.length);
}

/** Returns the fixed part: `/static/` for `https://a.test/static/*.js`, all of `/static` for `a.test/static`. */
function fixedPath({ pattern, patternType }: RulePattern): string {
  const [bare = ''] = pattern.replace(/^[\w*?+.-]*:\/\//, '').split('#', 1);
  const begin = bare.indexOf('/');
  if (begin < 0) return '';
  const path = bare.slice(begin);
  if (patternType === 'contains') return path.split('?', 1)[0]!;
  const wild = path.search(/[*?]/);
  return wild < 0 ? path : path.slice(0, path.lastIndexOf('/', wild) + 1);
}

/** Looks up a file; a folder maps to its `index.html`. */
export async function findFile(directory: string, encodedPath: string): Promise<FileLookup> {
  const names = pathSegments(encodedPath);
  if (names === null) return missing('the path does not name a file of the directory');
  const root = await realpath(directory).catch(() => null);
  if (root === null) return missing('there is no such directory');
  const found = await resolveWithin(root, join(root, ...names));
  if (found.type === 'missing' || !(await isDirectory(found.path))) return found;
  return resolveWithin(root, join(found.path, INDEX));
}

/** Splits a path; null when it could lead outside the directory on any platform, or is not percent-encoded UTF-8. */
function pathSegments(encodedPath: string): readonly string[] | null {
  let path: string;
  try {
    path = decodeURIComponent(encodedPath);
  } catch {
    return null;
  }
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  const isStrange = /[\0\\]/.test(path) || (sep === '\\' && path.includes(':'));
  return isStrange || names.includes('..') ? null : names;
}

/** Follows symbolic links that stay inside the directory. */
async function resolveWithin(root: string, path: string): Promise<FileLookup> {
  const real = await realpath(path).catch(() => null);
  if (real === null) return missing('there is no such file');
  const relativePath = relative(root, real);
  const isOutside = relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath);
  return isOutside ? missing('the file is outside of the directory') : { type: 'file', path: real };
}

function missing(reason: string): Missing {
  return { type: 'missing', reason };
}
