// Programs of the operating system, run one at a time and without a shell. Tests hand in a system of their own.
import { execFile } from 'node:child_process';
import { systemCode } from '../base/errors.ts';

export interface CommandResult {
  /** Exit code; null when the program is not installed, was ended by a signal or took too long. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isMissing: boolean;
}

/** Runs a program to its end. Never rejects. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<CommandResult>;

/** Returns a function that runs programs of this machine, each for `limitMs` milliseconds at most. */
export function programRunner(limitMs: number): RunProgram {
  return (program, args) =>
    new Promise((resolve) => {
      const options = { timeout: limitMs, maxBuffer: 16 * 1024 * 1024, windowsHide: true };
      execFile(program, args, options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        resolve({ code, stdout, stderr, isMissing: systemCode(error) === 'ENOENT' });
      });
    });
}

/** Runs a program that answers soon. */
export const runProgram = programRunner(10_000);

/** Returns why a program failed, for the end of a sentence. */
export function failureOf(program: string, { code, stdout, stderr, isMissing }: CommandResult): string {
  if (isMissing) return `${program} is not installed`;
  const [line = ''] = `${stderr}\n${stdout}`.split('\n').filter((text) => text.trim() !== '');
  if (line !== '') return `${program}: ${line.trim()}`;
  return code === null ? `${program} did not end` : `${program} ended with ${code}`;
}
