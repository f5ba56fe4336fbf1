// The output for the lines about requests: a standard stream, or a file.
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { messageOf, UserError } from '../../base/errors.ts';
import { wantsColors } from '../flow-line.ts';

/** A standard stream, or the path of a file. */
export type LogTarget = 'stdout' | 'stderr' | { readonly path: string };

export interface RequestLog {
  readonly colors: boolean;
  write(line: string): void;
  /** Resolves when everything is written. Rejects with an Error that names a file that could not take it. */
  close(): Promise<void>;
}

/** Opens the output. Rejects with an Error that names an unwritable file. */
export async function openLog(target: LogTarget): Promise<RequestLog> {
  if (typeof target === 'object') return fileLog(target.path);
  const stream = process[target];
  return {
    colors: wantsColors(stream),
    write: (line) => void stream.write(`${line}\n`),
    close: () => Promise.resolve(),
  };
}

async function fileLog(path: string): Promise<RequestLog> {
  const failure = (cause: unknown): UserError =>
    new UserError('INVALID_FILE', `--log ${path} cannot be written: ${messageOf(cause)}`, { cause });
  // Only this user may read the file, because URLs hold secrets.
  const file = createWriteStream(path, { mode: 0o600 });
  const written = finished(file).catch((cause: unknown) => {
    throw failure(cause);
  });
  written.catch(() => undefined);
  await once(file, 'open').catch((cause: unknown) => {
    throw failure(cause);
  });
  return {
    colors: false,
    write: (line) => void file.write(`${line}\n`),
    close() {
      file.end();
      return written;
    },
  };
}
