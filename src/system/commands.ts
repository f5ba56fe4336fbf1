// Runs programs of the operating system, one at a time and without a shell. Tests pass in their own system.
import { execFile, type ExecException } from 'node:child_process';
import { systemCode } from '../base/errors.ts';
import { CODE_PAGE_KEY, oemCodePage, oemOutput, utf8Output, type OutputDecoder } from './program-output.ts';

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
export function programRunner(limitMs: number, decode = systemOutput): RunProgram {
  return async (program, args) => {
    const { error, stdout, stderr } = await executed(program, args, limitMs);
    return {
      code: error === null ? 0 : typeof error.code === 'number' ? error.code : null,
      stdout: await decode(stdout),
      stderr: await decode(stderr),
      isMissing: systemCode(error) === 'ENOENT',
    };
  };
}

interface Executed {
  readonly error: ExecException | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

function executed(program: string, args: readonly string[], timeout: number): Promise<Executed> {
  return new Promise((resolve) => {
    const options = { timeout, maxBuffer: 64 * 1024 * 1024, windowsHide: true, encoding: 'buffer' } as const;
    execFile(program, args, options, (error, stdout, stderr) => resolve({ error, stdout, stderr }));
  });
}

const systemOutput: OutputDecoder =
  process.platform === 'win32'
    ? oemOutput(async () => {
        const { stdout } = await runProgram('reg.exe', ['query', CODE_PAGE_KEY, '/v', 'OEMCP']);
        return oemCodePage(stdout);
      })
    : utf8Output;

/** Runs a program that ends soon. */
export const runProgram = programRunner(10_000);

/** Returns why a program failed, for the end of a sentence. */
export function failureOf(program: string, { code, stdout, stderr, isMissing }: CommandResult): string {
  if (isMissing) return `${program} is not installed`;
  const [line = ''] = `${stderr}\n${stdout}`.split('\n').filter((text) => text.trim() !== '');
  if (line !== '') return `${program}: ${line.trim()}`;
  return code === null ? `${program} did not end` : `${program} ended with ${code}`;
}
