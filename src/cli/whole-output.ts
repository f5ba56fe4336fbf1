// Where large output goes: to standard output, or into a file that appears only when it is whole.
import { randomUUID } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { codeOf, messageOf } from '../base/errors.ts';

/** Writes everything to the sink it is given, and leaves it open. Rejects as the sink fails. */
export type Writer = (sink: Writable) => Promise<void>;

/** What the system has against standard output is not thrown: the program deals with that for all commands. */
export async function writeToStdout(write: Writer): Promise<void> {
  try {
    await write(process.stdout);
  } catch (error) {
    if (codeOf(error) === '') throw error;
  }
}

/**
 * Writes beside `path` and renames, so that a failure neither leaves half a file nor takes away what was there.
 *
 * @throws Error that names the file when it cannot be written.
 */
export async function writeToFile(path: string, write: Writer): Promise<void> {
  // A link stays a link, and a device or pipe is written to: renaming would put a file in its place.
  const target = await realpath(path).catch(() => resolve(path));
  const unfinished = (await isSpecial(target)) ? null : `${target}.${randomUUID()}.part`;
  try {
    await fill(unfinished ?? target, unfinished === null ? 'w' : 'wx', write);
    if (unfinished !== null) await rename(unfinished, target);
  } catch (cause) {
    if (unfinished !== null) await rm(unfinished, { force: true });
    throw codeOf(cause) === '' ? cause : new Error(`cannot write ${path}: ${messageOf(cause)}`, { cause });
  }
}

/** Rejects with an Error that names the file when `writeToFile` could not write it. Leaves everything as it was. */
export async function checkWritable(path: string): Promise<void> {
  const target = await realpath(path).catch(() => resolve(path));
  if (await isSpecial(target)) return;
  const trial = `${target}.${randomUUID()}.part`;
  try {
    if ((await stat(target).catch(() => null))?.isDirectory() === true) throw new Error('it is a folder');
    await (await open(trial, 'wx', 0o600)).close();
    await rm(trial);
  } catch (cause) {
    throw new Error(`cannot write ${path}: ${messageOf(cause)}`, { cause });
  }
}

async function isSpecial(path: string): Promise<boolean> {
  const known = await stat(path).catch(() => null);
  return known !== null && !known.isFile() && !known.isDirectory();
}

/** Traffic holds secrets: a new file is for the user alone. */
async function fill(path: string, flags: string, write: Writer): Promise<void> {
  const file = (await open(path, flags, 0o600)).createWriteStream();
  const closed = finished(file);
  // Awaited below; until then it must not count as unhandled.
  closed.catch(() => null);
  try {
    await write(file);
    file.end();
    await closed;
  } finally {
    file.destroy();
  }
}
