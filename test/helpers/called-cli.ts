// The command line in the process of the test, for tests of what it prints and how it ends. It starts no process, which
// is most of the time that a short command takes. Programs that a command starts, and packages that print by themselves,
// write to the output of the test, which is not seen here: startCli and runCli see it.
import { sections } from '../../src/cli/commands/index.ts';
import { runProgram } from '../../src/cli/program.ts';
import type { CliOptions, CliResult } from './cli.ts';
import { setEnvironment } from './environment.ts';

/** Output, environment and working directory belong to the whole process: calls take turns. */
let turn: Promise<unknown> = Promise.resolve();

/** Runs `proxyctl <args>` to its end, as runCli does, without a process. It must not wait for standard input. */
export function callCli(
  args: readonly string[],
  options: Omit<CliOptions, 'fromSources'>,
): Promise<CliResult> {
  const called = turn.then(() => call(args, options));
  turn = called.catch(() => undefined);
  return called;
}

async function call(
  args: readonly string[],
  { home, env, cwd = process.cwd() }: Omit<CliOptions, 'fromSources'>,
): Promise<CliResult> {
  const before = { env: { ...process.env }, cwd: process.cwd() };
  const stdout = recorded(process.stdout);
  const stderr = recorded(process.stderr);
  try {
    setEnvironment({ ...before.env, NO_COLOR: '1', PROXYCTL_HOME: home, ...env });
    process.chdir(cwd);
    const code = await runProgram(sections, withoutPipes(args));
    return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.chdir(before.cwd);
    setEnvironment(before.env);
    stdout.end();
    stderr.end();
  }
}

/** A process of tests has pipes too, which `run` would take for those of an MCP client. */
function withoutPipes(args: readonly string[]): readonly string[] {
  return args[0] === 'run' && !args.includes('--mcp') ? ['run', '--no-mcp', ...args.slice(1)] : args;
}

/** Keeps what is written to a stream, which then does not get it, until the end. */
function recorded(stream: NodeJS.WriteStream): { text(): string; end(): void } {
  const chunks: Buffer[] = [];
  const own = Object.getOwnPropertyDescriptor(stream, 'write');
  stream.write = (
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | Written,
    written?: Written,
  ): boolean => {
    chunks.push(Buffer.from(chunk as string, typeof encoding === 'string' ? encoding : 'utf8'));
    const done = typeof encoding === 'function' ? encoding : written;
    if (done !== undefined) process.nextTick(done);
    return true;
  };
  return {
    text: () => Buffer.concat(chunks).toString(),
    end: () => {
      Reflect.deleteProperty(stream, 'write');
      if (own !== undefined) Object.defineProperty(stream, 'write', own);
    },
  };
}

type Written = (error?: Error | null) => void;
