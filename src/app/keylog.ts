// The TLS key log: a line a secret, in SSLKEYLOGFILE format, appended to a file for the user alone.
import { closeSync, openSync, writeSync } from 'node:fs';
import { messageOf } from '../base/errors.ts';

export interface Keylog {
  readonly write: (line: Buffer) => void;
  close(): void;
}

/** Throws an Error that names the file when it cannot be written. */
export function openKeylog(path: string): Keylog {
  let file: number;
  try {
    file = openSync(path, 'a', 0o600);
  } catch (error) {
    throw new Error(`cannot write TLS keys to ${path}: ${messageOf(error)}`, { cause: error });
  }
  // Written at once: who reads along with a packet capture needs the keys with the packets.
  return { write: (line) => void writeSync(file, line), close: () => closeSync(file) };
}
