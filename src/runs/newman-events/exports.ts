// Files that a run exports: reports, and its variables, collection and cookies at the end.
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { replaceFile } from '../../base/replace-file.ts';

/** A file as reporters of Newman add it. */
export interface NewmanExport {
  readonly name: string;
  /** The file name when none is given; it is then written to the folder `newman`, with the time in its name. */
  readonly default: string;
  readonly path?: string | undefined;
  readonly content: unknown;
}

/** Writes the file. Rejects with an Error that names it. */
export async function writeExport({ name, path, default: fileName, content }: NewmanExport): Promise<void> {
  const target = path === undefined || path === '' ? join('newman', withTime(fileName)) : path;
  const file = await insideFolder(resolve(target), fileName);
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  try {
    makeFolder(dirname(file));
    await replaceFile(file, text, READABLE);
  } catch (error) {
    throw new UserError('INVALID_FILE', `${name}: ${messageOf(error)}`, { cause: error });
  }
}

/** The mode before the umask is taken from it. */
const READABLE = 0o666;

/** Returns the path of a file of this name when `path` is a folder, else `path` itself. */
export async function insideFolder(path: string, fileName: string): Promise<string> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? join(path, fileName) : path;
}

function withTime(fileName: string): string {
  const time = new Date().toISOString().replaceAll(/\D+/g, '-');
  return fileName.replace(/(\.[^.]*)?$/, `-${time}$1`);
}
