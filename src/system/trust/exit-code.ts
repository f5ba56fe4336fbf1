// Programs of the system that answer by their exit code.
import { execFile } from 'node:child_process';

/** Resolves with true when the program exits with 0 within 5 s. */
export function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 5000, windowsHide: true }, (error) => {
      resolve(error === null);
    });
  });
}
