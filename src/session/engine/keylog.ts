// The TLS key log: one line per secret in SSLKEYLOGFILE format, appended to a file that only the user can read.
import { closeSync, openSync, writeSync } from 'node:fs';
import { messageOf, SettingError } from '../../base/errors.ts';

export interface Keylog {
  /** Appends a line. Never throws: connections outlive a closed log, and a full disk must not end the proxy. */
  readonly write: (line: Buffer) => void;
  close(): void;
}

/** Opens the log. Throws a SettingError that names the file when it cannot be written. */
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
    // Written synchronously, because a program that decrypts a capture live needs the keys as soon as the packets.
    write(line) {
      if (file === null) return;
      try {
        writeSync(file, line);
      } catch {
        // The log lacks the keys of this connection.
      }
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}
