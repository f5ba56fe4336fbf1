// Output to a path that the user named: written to a temporary file beside it and renamed when it is complete, so that
// a failure neither leaves half a file nor destroys what was there.
import { open, realpath, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from './errors.ts';

export interface AtomicOutput {
  /** The final path, with symbolic links resolved, so that a link stays one. */
  readonly target: string;
  /** The path to write to until then; null for a device or a pipe, which is written directly. */
  readonly temporary: string | null;
}

/** Prepares output to `path`; the temporary file has the same name with `ending` appended. */
export async function atomicOutput(path: string, ending: string): Promise<AtomicOutput> {
  const known = await stat(path).catch(() => null);
  // A device such as `/dev/stdout` may have no real path.
  if (known !== null && !known.isFile() && !known.isDirectory()) return { target: path, temporary: null };
  const target = await realpath(path).catch(() => resolve(path));
  return { target, temporary: `${target}${ending}` };
}

/** Rejects when the path cannot be written. Changes nothing, save that an old temporary file is removed. */
export async function checkWritable({ target, temporary: unfinished }: AtomicOutput): Promise<void> {
  if (unfinished === null) return;
  if ((await stat(target).catch(() => null))?.isDirectory() === true)
    throw new UserError('INVALID_FILE', 'it is a folder');
  await rm(unfinished, { force: true });
  await (await open(unfinished, 'wx', 0o600)).close();
  await rm(unfinished);
}
