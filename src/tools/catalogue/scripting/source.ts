// The code of a rule: its own text, or a file, which is read again when it has changed.
import { readFile, stat } from 'node:fs/promises';
import { UserError } from '../../../base/errors.ts';
import { WatchedFile } from '../../watched-file.ts';

const CHECK_INTERVAL_MS = 100;
/** The most that the sandbox takes. */
const MAX_BYTES = 1024 * 1024;

export interface ScriptSource {
  /** Returns the current code; null when there is none that could be read. Never rejects. */
  code(): string | null | Promise<string | null>;
}

export function textSource(code: string): ScriptSource {
  return { code: () => code };
}

/** `onError` is called with the reason why the file cannot be read, once for each; the last readable code stays in use. */
export function fileSource(path: string, onError: (reason: string) => void): ScriptSource {
  const file = new WatchedFile(path, {
    load: readCode,
    onError: (reason) => onError(`the file ${path} cannot be read: ${reason}`),
    intervalMs: CHECK_INTERVAL_MS,
  });
  return { code: () => file.current() };
}

async function readCode(path: string): Promise<string> {
  const stats = await stat(path);
  if (!stats.isFile()) throw new UserError('INVALID_DATA', 'it is not a file');
  if (stats.size > MAX_BYTES) throw new UserError('TOO_LARGE', `it is larger than ${MAX_BYTES} bytes`);
  return readFile(path, 'utf8');
}
