// A program that runs beside the app in its own process group, until it ends or is stopped.
import { spawn, type ChildProcess } from 'node:child_process';

/** Milliseconds that a program gets to fail: one that works may run for hours. */
const FAIL_MS = 1500;
/** Milliseconds that it gets to stop before it is killed. */
const KILL_MS = 3000;

export class LaunchedProgram {
  /** Resolves when it runs, or has ended well; rejects with the reason when it does not start. */
  readonly running: Promise<void>;
  /** Resolves when it has ended and `cleanUp` is done. Never rejects. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;

  /** Starts it. `cleanUp` runs when it has ended, however it does. */
  constructor(
    [file = '', ...args]: readonly string[],
    env: NodeJS.ProcessEnv,
    cleanUp: () => Promise<void> = () => Promise.resolve(),
  ) {
    const child = spawn(file, args, { env, stdio: 'ignore', detached: process.platform !== 'win32' });
    this.#child = child;
    child.unref();
    const end = endOf(child);
    this.running = startOf(end);
    this.ended = end.then(cleanUp, cleanUp);
  }

  /** Ends it with the processes that it has started. */
  async stop(): Promise<void> {
    this.#signal('SIGTERM');
    const timer = setTimeout(() => this.#signal('SIGKILL'), KILL_MS);
    await this.ended;
    clearTimeout(timer);
  }

  #signal(name: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.#child.kill(name);
      else process.kill(-pid, name);
    } catch {
      // It has already ended.
    }
  }
}

/** Resolves when the program ends well, and rejects when it fails. */
function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`it ended at once, with ${signal ?? `exit code ${String(code)}`}`));
    });
  });
}

function startOf(end: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, FAIL_MS);
    end.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
