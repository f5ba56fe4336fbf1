// The files of a workspace before and after a change, so that the change can be taken back.
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../base/make-folder.ts';
import { replaceFile } from '../../base/replace-file.ts';
import { systemCode, UserError } from '../../base/errors.ts';

/** A file that a change touched. */
export interface ChangedFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** Its text before the change; null where there was no file. */
  readonly before: string | null;
  /** The hash of its text after the change; null where it was removed. */
  readonly after: string | null;
}

type Files = ReadonlyMap<string, string>;

/** A larger workspace is not watched: reading it would cost more than the change. */
const MAX_FILES = 5000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Texts of files that one change may touch and still be taken back. */
const MAX_CHANGED_BYTES = 512 * 1024;
/** Folders that hold no objects of the workspace: Git's own, and what runs have left. */
const NO_OBJECTS = /^(?:\.git|\.local\/runs|node_modules)$/;

/** Reads the files of a workspace; null when there are too many. */
export async function readFiles(folder: string): Promise<Files | null> {
  const paths = await pathsIn(folder);
  if (paths === null) return null;
  const files = new Map<string, string>();
  let bytes = 0;
  for (const path of paths) {
    const text = await readFile(join(folder, path), 'utf8');
    bytes += text.length;
    if (bytes > MAX_BYTES) return null;
    files.set(path, text);
  }
  return files;
}

/** Returns the paths of the files, with slashes; null when there are too many. Links are not followed. */
async function pathsIn(folder: string): Promise<readonly string[] | null> {
  const paths: string[] = [];
  const folders = [''];
  for (let inner = folders.shift(); inner !== undefined; inner = folders.shift()) {
    const entries = await readdir(join(folder, inner), { withFileTypes: true }).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return [];
      throw error;
    });
    for (const entry of entries) {
      const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
      if (entry.isFile()) paths.push(path);
      else if (entry.isDirectory() && !NO_OBJECTS.test(path)) folders.push(path);
    }
    if (paths.length > MAX_FILES || folders.length > MAX_FILES) return null;
  }
  return paths;
}

/** Returns the differences; null when there are none, or too many to store. */
export function changedFiles(before: Files, after: Files): readonly ChangedFile[] | null {
  const paths = new Set([...before.keys(), ...after.keys()]);
  const changed = [...paths]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({ path, before: before.get(path) ?? null, after: hashOf(after.get(path)) }));
  const bytes = changed.reduce((sum, file) => sum + (file.before?.length ?? 0), 0);
  return changed.length === 0 || bytes > MAX_CHANGED_BYTES ? null : changed;
}

/** Restores files. Rejects with a UserError, and changes nothing, when a file has been changed again since. */
export async function restoreFiles(folder: string, files: readonly ChangedFile[]): Promise<void> {
  for (const { path, after } of files) {
    const text = await readFile(join(folder, path), 'utf8').catch(() => undefined);
    if (hashOf(text) !== after)
      throw new UserError('CONFLICT', `${join(folder, path)} was changed again since: restore it by hand`);
  }
  for (const { path, before } of files) {
    const file = join(folder, path);
    if (before === null) await rm(file, { force: true });
    else {
      makeFolder(dirname(file));
      await replaceFile(file, before);
    }
  }
}

function hashOf(text: string | undefined): string | null {
  return text === undefined ? null : createHash('sha256').update(text).digest('base64');
}
