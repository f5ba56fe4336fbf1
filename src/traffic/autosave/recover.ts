// Completes the file that a killed process has left: what was written of its last entry is dropped, and the end of the
// file is added.
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { harTail } from '../../documents/har/writer.ts';
import { PART } from './names.ts';

/** Longer entries are dropped without looking whether they are whole. */
const MAX_ENTRY = 64 * 1024 * 1024;
const CHUNK = 1024 * 1024;

/** Gives the file its final name; removes one without an exchange. Rejects with the reason when that fails. */
export async function recover(path: string, extension: string): Promise<void> {
  const isEmpty =
    extension === '.proxysession' ? await completedSession(path) : await completedText(path, extension);
  await (isEmpty ? rm(path) : rename(path, path.slice(0, -PART.length)));
}

async function completedSession(path: string): Promise<boolean> {
  const { completeSessionFile } = await import('../session-file/writer.ts');
  return completeSessionFile(path) === 0;
}

async function completedText(path: string, extension: string): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    return await completed(file, extension);
  } finally {
    await file.close();
  }
}

/** Returns true when there is nothing in it. */
async function completed(file: FileHandle, extension: string): Promise<boolean> {
  const { size } = await file.stat();
  if (extension === '.har') return completedHar(file, size);
  const end = (await lastBefore(file, size, '\n')) + 1;
  await file.truncate(end);
  return end === 0;
}

/** Each entry of ours is a line, with a comma behind it where another one follows. */
async function completedHar(file: FileHandle, size: number): Promise<boolean> {
  const tail = harTail();
  if ((await textOf(file, Math.max(0, size - tail.length), size)) === tail) return false;
  const lineFeed = await lastBefore(file, size, '\n');
  const last = (await textOf(file, lineFeed + 1, size))?.replace(/,$/, '') ?? '';
  if (lineFeed < 0) return true;
  const before = await textOf(file, lineFeed - 1, lineFeed);
  const isWhole = isJson(last);
  if (!isWhole && before === '[') return true;
  const end = isWhole ? lineFeed + 1 + Buffer.byteLength(last) : lineFeed - (before === ',' ? 1 : 0);
  await file.truncate(end);
  await file.write(tail, end);
  return false;
}

async function textOf(file: FileHandle, start: number, end: number): Promise<string | null> {
  if (end - start > MAX_ENTRY) return null;
  const bytes = Buffer.alloc(end - start);
  await file.read(bytes, 0, bytes.length, start);
  return bytes.toString();
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

/** Returns the last place of a character before `end`; -1 where there is none. */
async function lastBefore(file: FileHandle, end: number, char: string): Promise<number> {
  const bytes = Buffer.alloc(Math.min(CHUNK, end));
  for (let at = end; at > 0;) {
    const start = Math.max(0, at - bytes.length);
    const { bytesRead } = await file.read(bytes, 0, at - start, start);
    const found = bytes.subarray(0, bytesRead).lastIndexOf(char);
    if (found >= 0) return start + found;
    at = start;
  }
  return -1;
}
