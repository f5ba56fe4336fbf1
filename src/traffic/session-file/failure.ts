// The reasons why a session file cannot be written, in words that say what to do.
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf, systemCode } from '../../base/errors.ts';

/** The results of SQLite that mean something to a user (https://sqlite.org/rescode.html). */
const RESULT = {
  busy: 5,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  noDatabase: 26,
} as const;
const READ_ONLY_CODES: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);
/** With less room, SQLite cannot make its other files, which it reports as an error of the disk. */
const MIN_FREE_BYTES = 256 * 1024;

/** Returns SQLite's result of an error without what it adds for the cause; 0 for other errors. */
function resultOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : 0;
}

/** True when another connection has the file. */
export function isBusy(error: unknown): boolean {
  return resultOf(error) === RESULT.busy;
}

/** True when the content of the file is damaged, so that nothing can be added to it any more. */
export function isDamaged(error: unknown): boolean {
  const result = resultOf(error);
  return result === RESULT.corrupt || result === RESULT.noDatabase;
}

/** True when the file may be written again without being opened again. */
export function isTransient(error: unknown): boolean {
  const result = resultOf(error);
  return result === RESULT.full || result === RESULT.busy;
}

/** Returns why the file at `path` cannot be written, and what to do, for the middle of a sentence. */
export function writeFailure(error: unknown, path: string): string {
  const result = resultOf(error);
  const code = systemCode(error);
  if (result === RESULT.full || code === 'ENOSPC' || isFull(dirname(path)))
    return 'the disk is full: free some space on it';
  if (result === RESULT.readOnly || READ_ONLY_CODES.has(code))
    return 'the disk or the folder is read-only: make it writable';
  if (isDamaged(error)) return 'its content is damaged: a new file takes its place';
  if (result === RESULT.busy) return 'another program has locked the file: close it there';
  if (result === RESULT.inputOutput) return `the disk reports an error (${messageOf(error)}): check it`;
  if (result === RESULT.cannotOpen) return 'the folder cannot be written: make it writable';
  return messageOf(error);
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < MIN_FREE_BYTES;
  } catch {
    return false;
  }
}
