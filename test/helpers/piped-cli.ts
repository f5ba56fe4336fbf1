// The command line with pipes at its standard input and output, as an MCP client starts it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { launcher } from './cli.ts';

export interface PipedCli extends AsyncDisposable {
  readonly child: ChildProcess;
  /** The output so far. */
  readonly output: () => Buffer;
  readonly errors: () => string;
  write(text: string | Buffer): void;
  /** Resolves once the output has `text`. */
  saying(text: string): Promise<void>;
  /** Ends its input, and resolves with its exit code. */
  end(): Promise<number | null>;
}

export function startPiped(args: readonly string[], home: string): PipedCli {
  const child = spawn(process.execPath, [launcher, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', PROXYCTL_HOME: home },
  });
  const chunks: Buffer[] = [];
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close');
  return {
    child,
    output: () => Buffer.concat(chunks),
    errors: () => errors,
    write: (text) => void child.stdin.write(text),
    async saying(text) {
      while (!Buffer.concat(chunks).includes(text))
        await Promise.race([once(child.stdout, 'data'), ended(closed, text)]);
    },
    async end() {
      child.stdin.end();
      await closed;
      return child.exitCode;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await closed;
    },
  };
}

async function ended(closed: Promise<unknown>, text: string): Promise<never> {
  await closed;
  throw new Error(`it ended without ${text}`);
}
