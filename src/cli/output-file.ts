// Destinations of large output: standard output, or a file that appears only when complete.
import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { messageOf, systemCode, UserError } from '../base/errors.ts';
import {
  atomicOutput,
  checkWritable as checkAtomic,
  discardOutput,
  openOutput,
  publishOutput,
  type AtomicOutput,
} from '../base/atomic-output.ts';
import { STANDARD_OUTPUT } from './options.ts';

/** Writes everything to the sink, and leaves it open. Rejects when the sink fails. */
export type Writer = (sink: Writable) => Promise<void>;

export function writeAll(sink: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    sink.write(text, (error) => {
      if (error instanceof Error) reject(error);
      else resolve();
    });
  });
}

/**
 * Writes to standard output. Errors of standard output are not thrown, because the program handles them for all
 * commands.
 */
export async function writeToStdout(write: Writer): Promise<void> {
  try {
    await write(process.stdout);
  } catch (error) {
    if (systemCode(error) === '') throw error;
  }
}

/** Writes to the named file like `writeToFile`, or for `-` to standard output like `writeToStdout`. */
export function writeOutput(path: string, write: Writer, mode?: number): Promise<void> {
  return path === STANDARD_OUTPUT ? writeToStdout(write) : writeToFile(path, write, mode);
}

/**
 * Writes to a temporary file beside `path` and renames it, so that a failure neither leaves half a file nor destroys
 * what was there.
 *
 * @throws UserError that names the file when it cannot be written.
 */
export async function writeToFile(path: string, write: Writer, mode?: number): Promise<void> {
  const output = await outputOf(path);
  try {
    const file = await openOutput(output, mode === undefined ? {} : { mode }).catch((cause: unknown) => {
      throw writeError(path, cause);
    });
    await fill(file, write);
    await publishOutput(output);
  } catch (cause) {
    await discardOutput(output);
    throw systemCode(cause) === '' ? cause : writeError(path, cause);
  }
}

/** Rejects with a UserError that names the file when `writeOutput` could not write it. Changes nothing. */
export async function checkWritable(path: string): Promise<void> {
  if (path === STANDARD_OUTPUT) return;
  try {
    await checkAtomic(await outputOf(path));
  } catch (cause) {
    throw writeError(path, cause);
  }
}

function writeError(path: string, cause: unknown): UserError {
  return new UserError('INVALID_FILE', `cannot write ${path}: ${messageOf(cause)}`, { cause });
}

/** Uses a unique temporary name, so that concurrent writers do not write into the same file. */
function outputOf(path: string): Promise<AtomicOutput> {
  return atomicOutput(path, `.${randomUUID()}.part`);
}

async function fill(handle: FileHandle, write: Writer): Promise<void> {
  const file = handle.createWriteStream();
  const closed = finished(file);
  // Awaited below; until then a rejection must not count as unhandled.
  closed.catch(() => null);
  try {
    await write(file);
    file.end();
    await closed;
  } finally {
    file.destroy();
  }
}
