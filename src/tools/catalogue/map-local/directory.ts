// Which file of a directory a URL stands for. Whatever the URL says, it is a file within that directory.
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { isDirectory } from './file-response.ts';

export interface RulePattern {
  readonly pattern: string;
  readonly patternType: 'wildcard' | 'regex' | 'contains' | 'exact';
}

/** What a path of a URL means in a directory: a file's real path, or why there is none. */
export type FileLookup = { readonly type: 'file'; readonly path: string } | Missing;
export interface Missing {
  readonly type: 'missing';
  readonly reason: string;
}

const INDEX = 'index.html';

/**
 * The part of a URL's path that names the file, still percent-encoded: what lies behind the fixed part of the pattern,
 * which ends with the last `/` before its first wildcard. A regular expression names it by its last group; without one,
 * and where the pattern says nothing of the path, it is the whole path.
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

/** Of `https://a.test/static/*.js` it is `/static/`, of `a.test/static` the whole `/static`. */
function fixedPath({ pattern, patternType }: RulePattern): string {
  const [bare = ''] = pattern.replace(/^[\w*?+.-]*:\/\//, '').split('#', 1);
  const begin = bare.indexOf('/');
  if (begin < 0) return '';
  const path = bare.slice(begin);
  if (patternType === 'contains') return path.split('?', 1)[0]!;
  const wild = path.search(/[*?]/);
  return wild < 0 ? path : path.slice(0, path.lastIndexOf('/', wild) + 1);
}

/** A directory stands for the `index.html` in it. */
export async function findFile(directory: string, encodedPath: string): Promise<FileLookup> {
  const names = pathSegments(encodedPath);
  if (names === null) return missing('the path does not name a file of the directory');
  const root = await realpath(directory).catch(() => null);
  if (root === null) return missing('there is no such directory');
  const found = await resolveWithin(root, join(root, ...names));
  if (found.type === 'missing' || !(await isDirectory(found.path))) return found;
  return resolveWithin(root, join(found.path, INDEX));
}

/** Null for what could lead elsewhere, on any platform, and for what is no percent-encoded UTF-8. */
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

/** Links are followed as long as they stay in the directory. */
async function resolveWithin(root: string, path: string): Promise<FileLookup> {
  const real = await realpath(path).catch(() => null);
  if (real === null) return missing('there is no such file');
  const relativePath = relative(root, real);
  const isOutside = relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath);
  return isOutside ? missing('the file lies outside of the directory') : { type: 'file', path: real };
}

function missing(reason: string): Missing {
  return { type: 'missing', reason };
}
