// Output to a path that the user named. It is written to a temporary file in the same folder and renamed when
// complete, so that a failure neither leaves half a file nor destroys the old one.
import { lstat, open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from './errors.ts';

export interface AtomicOutput {
  /** The final path, with symbolic links resolved, so that a link stays one. */
  readonly target: string;
  /** The path to write to until then; null for what is not a regular file, which is written directly. */
  readonly temporary: string | null;
}

/**
 * Prepares output to `path`; the temporary file has the same name with `ending` appended. A device, a pipe and a link to
 * nothing are written directly: a file renamed over them would take their place.
 */
export async function atomicOutput(path: string, ending: string): Promise<AtomicOutput> {
  const known = await stat(path).catch(() => null);
  if (known === null && (await isLink(path))) return { target: path, temporary: null };
  // A device such as `/dev/stdout` may have no real path.
  if (known !== null && !known.isFile() && !known.isDirectory()) return { target: path, temporary: null };
  const target = await realpath(path).catch(() => resolve(path));
  return { target, temporary: `${target}${ending}` };
}

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isSymbolicLink() === true;
}

/** Rejects when the path cannot be written. Changes nothing, but removes an old temporary file. */
export async function checkWritable(output: AtomicOutput): Promise<void> {
  if (output.temporary === null) return;
  await (await openOutput(output)).close();
  await rm(output.temporary);
}

export interface OpenOptions {
  /** By default only this user may read a new file, because traffic contains secrets. */
  readonly mode?: number;
  /** True to write at the end of the file, wherever that is after it was cut. */
  readonly append?: boolean;
}

/** Opens an empty file. */
export async function openOutput(
  { target, temporary }: AtomicOutput,
  { mode = 0o600, append = false }: OpenOptions = {},
): Promise<FileHandle> {
  if (temporary === null) return open(target, 'w', mode);
  if ((await stat(target).catch(() => null))?.isDirectory() === true)
    throw new UserError('INVALID_FILE', 'it is a folder');
  // Opening an existing file could write through a link that a stranger put in its place.
  await rm(temporary, { force: true });
  return open(temporary, append ? 'ax' : 'wx', mode);
}

/** Renames complete output to its final name. Its file must be closed. */
export async function publishOutput({ target, temporary }: AtomicOutput): Promise<void> {
  if (temporary !== null) await rename(temporary, target);
}

/** Removes incomplete output. Never rejects. */
export async function discardOutput({ temporary }: AtomicOutput): Promise<void> {
  if (temporary !== null) await rm(temporary, { force: true }).catch(() => undefined);
}
