// Where output is written that is to be at a path of the user's: beside it until it is whole, so that a failure neither
// leaves half a file nor takes away what was there.
import { open, realpath, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

export interface OutputPlace {
  /** Where it is to be: what a link leads to, since a link stays one. */
  readonly target: string;
  /** Where it is until then; null for a device or a pipe, which a file must not take the place of. */
  readonly unfinished: string | null;
}

/** `ending` is put behind the name while the file is unfinished. */
export async function outputPlace(path: string, ending: string): Promise<OutputPlace> {
  const known = await stat(path).catch(() => null);
  // Where `/dev/stdout` leads has no name.
  if (known !== null && !known.isFile() && !known.isDirectory()) return { target: path, unfinished: null };
  const target = await realpath(path).catch(() => resolve(path));
  return { target, unfinished: `${target}${ending}` };
}

/** Rejects when nothing can be written there. Leaves everything as it was, save for an unfinished file. */
export async function checkPlace({ target, unfinished }: OutputPlace): Promise<void> {
  if (unfinished === null) return;
  if ((await stat(target).catch(() => null))?.isDirectory() === true) throw new Error('it is a folder');
  await rm(unfinished, { force: true });
  await (await open(unfinished, 'wx', 0o600)).close();
  await rm(unfinished);
}
