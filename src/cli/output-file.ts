// Where large output goes: to standard output, or into a file that appears only when it is whole.
import { randomUUID } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { messageOf, systemCode } from '../base/errors.ts';
import { atomicOutput, checkWritable as checkAtomic, type AtomicOutput } from '../base/atomic-output.ts';

/** Writes everything to the sink it is given, and leaves it open. Rejects as the sink fails. */
export type Writer = (sink: Writable) => Promise<void>;

/** Traffic holds secrets: a new file is for the user alone. */
const PRIVATE = 0o600;

/** What the system has against standard output is not thrown: the program deals with that for all commands. */
export async function writeToStdout(write: Writer): Promise<void> {
  try {
    await write(process.stdout);
  } catch (error) {
    if (systemCode(error) === '') throw error;
  }
}

/**
 * Writes beside `path` and renames, so that a failure neither leaves half a file nor takes away what was there.
 *
 * @throws Error that names the file when it cannot be written.
 */
export async function writeToFile(path: string, write: Writer, mode = PRIVATE): Promise<void> {
  const { target, temporary } = await outputOf(path);
  try {
    await fill(await open(temporary ?? target, temporary === null ? 'w' : 'wx', mode), write);
    if (temporary !== null) await rename(temporary, target);
  } catch (cause) {
    if (temporary !== null) await rm(temporary, { force: true });
    throw systemCode(cause) === ''
      ? cause
      : new Error(`cannot write ${path}: ${messageOf(cause)}`, { cause });
  }
}

/** Rejects with an Error that names the file when `writeToFile` could not write it. Leaves everything as it was. */
export async function checkWritable(path: string): Promise<void> {
  try {
    await checkAtomic(await outputOf(path));
  } catch (cause) {
    throw new Error(`cannot write ${path}: ${messageOf(cause)}`, { cause });
  }
}

/** Two that write the same file at a time do not write into each other's. */
function outputOf(path: string): Promise<AtomicOutput> {
  return atomicOutput(path, `.${randomUUID()}.part`);
}

async function fill(handle: FileHandle, write: Writer): Promise<void> {
  const file = handle.createWriteStream();
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
