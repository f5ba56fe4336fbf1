// The id and the name of an object whose file says neither: they come from its path.
import { basename, dirname, sep } from 'node:path';

/** Files that stand for the folder in which they are. */
const OF_FOLDER: ReadonlySet<string> = new Set(['collection.yaml', 'folder.yaml']);
const NAMED_FOLDERS = ['environments', 'flows', 'runs', 'specs'];

export interface PathNames {
  /** Such as `shop/users/list`; it changes when the file is moved. */
  readonly id: string;
  /** The name of the file, or of its folder. */
  readonly name: string;
}

/** Returns the names of the file at a path of a workspace. */
export function namesOfPath(path: string): PathNames {
  const isInCollection = path.endsWith('.request.yaml') || OF_FOLDER.has(basename(path));
  const own = OF_FOLDER.has(basename(path)) ? dirname(path) : path.replace(/(?:\.request)?\.yaml$/, '');
  const parts = own.split(sep);
  const at = parts.findLastIndex((part) =>
    isInCollection ? part === 'collections' : NAMED_FOLDERS.includes(part),
  );
  // Requests and folders are named by their collection, other objects by their kind too.
  return { id: parts.slice(isInCollection ? at + 1 : Math.max(0, at)).join('/'), name: basename(own) };
}
