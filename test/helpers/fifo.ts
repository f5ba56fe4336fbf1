// A named pipe, as an output that is not a regular file.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Creates a named pipe; resolves with everything that its first writer writes. */
export async function fifo(path: string): Promise<string> {
  execFileSync('mkfifo', [path]);
  return readFile(path, 'utf8');
}
