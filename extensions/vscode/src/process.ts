// Starts proxyctl and collects what it prints.
import { spawn } from 'node:child_process';
import type { CommandLine } from './command.ts';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly signal?: AbortSignal | undefined;
  /** Called with what is printed, as it comes. */
  readonly onOutput?: ((text: string) => void) | undefined;
}

/** Rejects with an Error that says what to do when the program cannot be started. */
export function runProgram({ program, args }: CommandLine, options: RunOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      cwd: options.cwd,
      signal: options.signal,
      // On Windows, programs of npm are scripts of the shell.
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
        options.onOutput?.(text);
      });
    child.on('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT';
      reject(
        isMissing
          ? new Error(`${program} was not found: install proxyctl, or set proxyctl.command`, { cause: error })
          : error,
      );
    });
    child.on('close', (code) => resolve({ code, ...output }));
  });
}
