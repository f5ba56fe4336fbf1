// The processes that the benchmark starts: each ends when it is stopped, and all of them when the benchmark
// ends for any reason.
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pinned } from './cores.ts';
import { hasProc, isListening, tree } from './proc.ts';

export interface ChildOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly core: number | undefined;
  /** The working directory of the process, and the folder of its output. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** True when it answers questions, see ipc.ts. */
  readonly hasIpc?: boolean;
}

export interface Child {
  readonly process: ChildProcess;
  readonly pid: number;
  /** Returns the end of its output. */
  lastOutput(): string;
  stop(): Promise<void>;
}

/** The environment variables that a child inherits; none of them redirects traffic. */
const INHERITED_VARIABLES = ['PATH', 'SystemRoot', 'LANG'];
/** The time that a child has to end by itself. */
const STOP_MS = 3000;

const running = new Set<ChildProcess>();

/** Starts a program; throws when that fails. */
export function startChild({ name, command, core, folder, env, hasIpc: asked = false }: ChildOptions): Child {
  const log = join(folder, `${name}.log`);
  const output = openSync(log, 'a');
  const [program = '', ...args] = pinned(core, command);
  const kept = Object.fromEntries(INHERITED_VARIABLES.map((key) => [key, process.env[key] ?? '']));
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...kept, HOME: folder, ...env },
    stdio: ['ignore', output, output, ...(asked ? (['ipc'] as const) : [])],
  });
  closeSync(output);
  child.on('error', () => undefined);
  if (child.pid === undefined) throw new Error(`${name}: cannot start ${program}`);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return {
    process: child,
    pid: child.pid,
    lastOutput: () => readFileSync(log, 'utf8').trim().slice(-500),
    stop: () => stop(child),
  };
}

/**
 * Resolves when the port is listened on. Rejects when the child ends before. Where the kernel tells, no connection is
 * made, which a proxy would answer by more than it does when idle.
 */
export async function untilListening(child: Child, port: number, limitMs = 30_000): Promise<void> {
  const start = performance.now();
  while (!(hasProc ? isListening(port) : await accepts(port))) {
    if (hasEnded(child.process)) throw new Error(`ended before it listened: ${child.lastOutput()}`);
    if (performance.now() - start > limitMs)
      throw new Error(`does not listen after ${limitMs} ms: ${child.lastOutput()}`);
    await delay(1);
  }
}

/** Returns a port of 127.0.0.1 that is free now. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Kills every child; for the moment when this process ends. */
export function killChildren(): void {
  for (const child of running) kill(child, 'SIGKILL');
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  kill(child, 'SIGTERM');
  const timer = setTimeout(() => kill(child, 'SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || hasEnded(child)) return;
  for (const pid of tree(child.pid)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended already.
    }
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
