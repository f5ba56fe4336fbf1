// An MCP server on standard input and output: a child process that exchanges one JSON-RPC message per line.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { parseJSONRPCMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { messageOf, systemCode, UserError } from '../../../base/errors.ts';
import { printable } from '../../../base/printable.ts';
import type { Program } from '../contract.ts';

/** Bytes of a line, and of all lines that are no message. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const MAX_GARBAGE_BYTES = 1024 * 1024;
const MAX_SHOWN = 500;
/** Milliseconds between the ways to end the program, each less polite than the one before. */
const PATIENCE_MS = 500;
const IS_WINDOWS = process.platform === 'win32';

export class ProgramTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #program: Program;
  readonly #onEnd: (error: Error) => void;
  #child: ChildProcessWithoutNullStreams | null = null;
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  #garbageBytes = 0;
  #garbage = '';
  #errorOutput = '';
  #isClosing = false;

  /** `onEnd` receives the reason when the program ends, or cannot be listened to, before it is closed. */
  constructor(program: Program, onEnd: (error: Error) => void) {
    this.#program = program;
    this.#onEnd = onEnd;
  }

  async start(): Promise<void> {
    const { command, args, env, folder } = this.#program;
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...env },
      stdio: 'pipe',
      // A separate process group, so that whatever the program starts can be ended with it.
      detached: !IS_WINDOWS,
      windowsHide: true,
    });
    this.#child = child;
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (bytes: Buffer) => this.#read(bytes));
    child.stderr.on('data', (bytes: Buffer) => {
      this.#errorOutput = (this.#errorOutput + bytes.toString()).slice(-MAX_SHOWN);
    });
    child.on('close', () => this.#ended());
    child.on('exit', (code) => {
      // A child of the program may keep the output open.
      setTimeout(() => this.#ended(), PATIENCE_MS).unref();
      this.#exit = code;
    });
    try {
      await once(child, 'spawn');
    } catch (error) {
      throw new UserError('UNAVAILABLE', notStarted(this.#program, error), { cause: error });
    }
    child.on('error', (error) => this.#fail(error));
  }

  #exit: number | null = null;

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve) => {
      this.#child?.stdin.write(`${JSON.stringify(message)}\n`, () => resolve());
    });
  }

  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const child = this.#child;
    if (child?.pid !== undefined) await endProgram(child, child.pid);
    this.onclose?.();
  }

  #read(bytes: Buffer): void {
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      this.#pieces.push(bytes.subarray(start, end));
      const line = Buffer.concat(this.#pieces).toString().trim();
      this.#pieces = [];
      this.#pieceBytes = 0;
      if (line !== '') this.#line(line);
      start = end + 1;
    }
    if (start === bytes.length) return;
    this.#pieces.push(bytes.subarray(start));
    this.#pieceBytes += bytes.length - start;
    if (this.#pieceBytes > MAX_LINE_BYTES)
      this.#fail(new Error(`the program printed a line of more than ${MAX_LINE_BYTES} bytes`));
  }

  #line(line: string): void {
    if (this.#isClosing) return;
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(JSON.parse(line));
    } catch {
      this.#skip(line);
      return;
    }
    this.onmessage?.(message);
  }

  /** Skips a line that is no message: programs print greetings and debugging output, against the protocol. */
  #skip(line: string): void {
    if (this.#garbage === '') this.#garbage = line.slice(0, MAX_SHOWN);
    this.#garbageBytes += line.length;
    if (this.#garbageBytes > MAX_GARBAGE_BYTES)
      this.#fail(new Error(`the program prints what is no message of MCP: ${this.#shown(this.#garbage)}`));
  }

  #ended(): void {
    const code = this.#exit ?? this.#child?.exitCode ?? null;
    const signal = this.#child?.signalCode ?? null;
    const how = signal === null ? `with the code ${code ?? 'unknown'}` : `by ${signal}`;
    const output = this.#errorOutput === '' ? this.#garbage : this.#errorOutput;
    this.#fail(
      new Error(
        `the program ${JSON.stringify(this.#program.command)} ended ${how}${output === '' ? '' : `: ${this.#shown(output)}`}`,
      ),
    );
  }

  #shown(text: string): string {
    return printable(text.trim().replaceAll(/\s+/g, ' '));
  }

  #fail(error: Error): void {
    if (!this.#isClosing) this.#onEnd(error);
  }
}

function notStarted({ command, folder }: Program, error: unknown): string {
  const reason =
    systemCode(error) === 'ENOENT'
      ? `there is no such program, or no folder ${folder}`
      : systemCode(error) === 'EACCES'
        ? 'it may not be executed'
        : messageOf(error);
  return `the program ${JSON.stringify(command)} could not be started: ${reason}`;
}

/** Ends a program and what it has started: by the end of its input, then by signals. */
async function endProgram(child: ChildProcessWithoutNullStreams, pid: number): Promise<void> {
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const exit = hasEnded() ? Promise.resolve() : once(child, 'exit');
  const wait = async (): Promise<void> => {
    const timer = new AbortController();
    const patience = delay(PATIENCE_MS, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([exit, patience]);
    timer.abort();
  };
  child.stdin.end();
  await wait();
  if (!hasEnded()) {
    killAll(pid, 'SIGTERM');
    await wait();
  }
  killAll(pid, 'SIGKILL');
  await wait();
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
}

function killAll(pid: number, signal: NodeJS.Signals): void {
  if (IS_WINDOWS) {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => undefined,
    );
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Nothing is left of the group.
  }
}
