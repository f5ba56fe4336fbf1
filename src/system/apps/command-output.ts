// Output of programs of the operating system.
import { execFile } from 'node:child_process';

/**
 * Returns the standard output, whatever the exit code: `lsof` exits with 1 when it warns. Empty when the program cannot
 * be run or takes more than 5 s.
 */
export function commandOutput(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const options = { timeout: 5000, maxBuffer: 64 * 1024 * 1024, windowsHide: true };
    execFile(program, args, options, (_, stdout) => {
      resolve(stdout);
    });
  });
}
