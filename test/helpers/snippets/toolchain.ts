// The contract of a toolchain: how it runs the snippets of a format, and which deviations are known.
import { execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Limits } from './expected.ts';

export interface Toolchain {
  /** Id of the code format. */
  readonly id: string;
  /** The program or library that runs it, as tables name it. */
  readonly by: string;
  /** Programs that must be on the PATH. */
  readonly programs: readonly string[];
  /** A command that prints the version of that program. */
  readonly version: readonly [string, ...string[]];
  /** Returns why it cannot run here though its programs are installed; null when it can. */
  readonly lacks?: () => Promise<string | null>;
  /** True when building takes long; it then runs in `npm run test:snippets` only. */
  readonly isSlow?: boolean;
  readonly limits: Limits;
  /** Runs all snippets in a new folder, and resolves with the output of those that failed. */
  readonly run: (snippets: readonly string[], setup: SnippetRun) => Promise<string>;
}

export interface SnippetRun {
  readonly folder: string;
  /** Port of the origin. */
  readonly port: number;
  /** The content of `request-body.bin` for each snippet. */
  readonly bodies: readonly Buffer[];
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Folder with what was installed for this test alone, if any. */
export const toolFolder = process.env['SNIPPET_TOOLS'] ?? '';

const MAX_MINUTES = 10;

/** Runs a program to its end, without input; never rejects. */
export async function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    // Clients must not use a proxy of this machine.
    const own = { ...process.env, NO_PROXY: '*', no_proxy: '*', ...env };
    const timeout = MAX_MINUTES * 60_000;
    const child = spawn(program, args, { cwd, env: own, stdio: ['ignore', 'pipe', 'pipe'], timeout });
    let output = '';
    const add = (data: Buffer): void => {
      output += data.toString();
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Resolves with true when a program exits with code 0. */
export async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 60_000 }, (error) => resolve(error === null));
  });
}

/** Writes each text to the file `name(index)` of the folder, and resolves with these names. */
export async function writeAll(
  folder: string,
  texts: readonly (string | Buffer)[],
  name: (index: number) => string,
): Promise<readonly string[]> {
  return Promise.all(
    texts.map(async (text, index) => {
      const file = name(index);
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
      return file;
    }),
  );
}

/** Builds all snippets into one program, and runs that. */
export async function buildAndRun(
  folder: string,
  build: readonly [string, ...string[]],
  run: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const [builder, ...args] = build;
  const built = await runProgram(builder, args, folder, env);
  if (built.code !== 0) return `${builder}: ${built.output}`;
  const [program, ...runArgs] = run;
  return (await runProgram(program, runArgs, folder, env)).output;
}

/** Runs a program once for each snippet, in a folder with its body, two at a time. */
export async function runEach(
  program: string,
  file: string,
  snippets: readonly string[],
  { folder, bodies }: SnippetRun,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  await writeAll(folder, snippets, (index) => join(String(index), file));
  await writeAll(folder, bodies, (index) => join(String(index), 'request-body.bin'));
  const said: string[] = [];
  const waiting = [...snippets.keys()];
  const work = async (): Promise<void> => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const home = join(folder, String(index));
      const { code, output } = await runProgram(program, [file], home, { HOME: home, ...env });
      if (code !== 0) said.push(`case ${index}: ${output}`);
    }
  };
  await Promise.all([work(), work()]);
  return said.join('\n');
}
