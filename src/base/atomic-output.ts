// Where output is written that is to be at a path of the user's: beside it until it is whole, so that a failure neither
// leaves half a file nor takes away what was there.
import { open, realpath, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

export interface AtomicOutput {
  /** Where it is to be: what a link leads to, since a link stays one. */
  readonly target: string;
  /** Where it is until then; null for a device or a pipe, which a file must not take the place of. */
  readonly temporary: string | null;
}

/** `ending` is put behind the name while the file is unfinished. */
export async function atomicOutput(path: string, ending: string): Promise<AtomicOutput> {
  const known = await stat(path).catch(() => null);
  // Where `/dev/stdout` leads has no name.
  if (known !== null && !known.isFile() && !known.isDirectory()) return { target: path, temporary: null };
  const target = await realpath(path).catch(() => resolve(path));
  return { target, temporary: `${target}${ending}` };
}

/** Rejects when nothing can be written there. Leaves everything as it was, save for an unfinished file. */
export async function checkWritable({ target, temporary: unfinished }: AtomicOutput): Promise<void> {
  if (unfinished === null) return;
  if ((await stat(target).catch(() => null))?.isDirectory() === true) throw new Error('it is a folder');
  await rm(unfinished, { force: true });
  await (await open(unfinished, 'wx', 0o600)).close();
  await rm(unfinished);
}
