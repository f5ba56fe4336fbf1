// The TLS key log: a line a secret, in SSLKEYLOGFILE format, appended to a file for the user alone.
import { closeSync, openSync, writeSync } from 'node:fs';
import { messageOf, SettingError } from '../../base/errors.ts';

export interface Keylog {
  /** Never throws: connections outlive a log that is closed, and a full disk must not end the proxy. */
  readonly write: (line: Buffer) => void;
  close(): void;
}

/** Throws a SettingError that names the file when it cannot be written. */
export function openKeylog(path: string): Keylog {
  let file: number | null;
  try {
    file = openSync(path, 'a', 0o600);
  } catch (error) {
    throw new SettingError(`cannot write TLS keys to ${path}: ${messageOf(error)}`, {
      cause: error,
      field: 'tlsKeyLogPath',
    });
  }
  return {
    // Written at once: who reads along with a packet capture needs the keys with the packets.
    write(line) {
      if (file === null) return;
      try {
        writeSync(file, line);
      } catch {
        // the keys of this connection are missing in the log
      }
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}
