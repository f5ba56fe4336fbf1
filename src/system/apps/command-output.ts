// What a program of the operating system prints.
import { execFile } from 'node:child_process';

/** Its standard output, whatever its exit code: `lsof` has 1 when it warns. Empty when it cannot be run within 5 s. */
export function commandOutput(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const options = { timeout: 5000, maxBuffer: 64 * 1024 * 1024, windowsHide: true };
    execFile(program, args, options, (_, stdout) => {
      resolve(stdout);
    });
  });
}
