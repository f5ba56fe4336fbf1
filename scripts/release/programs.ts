// Starts git, npm and other programs for a release, and turns their failures into errors of one line.
import { spawnSync } from 'node:child_process';

export interface ProgramOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program and returns its standard output, trimmed. Throws an Error with what it says when it fails. */
export function output(
  program: string,
  args: readonly string[],
  { cwd, env = process.env }: ProgramOptions,
): string {
  // On Windows npm is a batch file, which only the command interpreter can start.
  const shell = process.platform === 'win32' && program === 'npm';
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env,
    shell,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return stdout.trim();
  const said = error?.message ?? (stderr.trim() || stdout.trim() || `it ended with exit code ${status}`);
  throw new Error(`${program} ${args.slice(0, 2).join(' ')}: ${said}`);
}

export const git = (project: string, ...args: readonly string[]): string =>
  output('git', args, { cwd: project });
