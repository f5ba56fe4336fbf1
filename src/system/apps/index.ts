// Finds the app that opened a connection to the proxy, as a name such as `curl` or `Google Chrome`. Connections are
// passed in as soon as they are accepted, because a client may be gone a moment later. Scanning the processes is slow,
// so it happens on a worker thread. One scan runs at a time, for all connections accepted during the previous one. The
// thread takes 15 MB, so it starts only with the second scan; until then, scans run on this thread.
import { performance } from 'node:perf_hooks';
import { WorkerClient } from '../../base/worker-client.ts';
import { type Clocks, ScanBudget } from './scan-budget.ts';
import { type App, type ClientSocket, type FoundApps, type ScanResult } from './scan.ts';
import { isOnThisMachine } from './sockets.ts';
import type { SystemScan } from './system-scan.ts';

export { isThisProcess, type App, type ClientSocket } from './scan.ts';

/** Finds apps until it is closed. */
export interface AppLookup {
  /**
   * Resolves with the app at the client's end of this TCP connection; null for another device, for a client that is
   * gone or may not be inspected, and after `close`. Never rejects. Calls `isOpen` just before a scan, so that closed
   * connections cause none.
   */
  find(connection: ClientSocket, isOpen?: () => boolean): Promise<App | null>;
  close(): Promise<void>;
}

export interface AppLookupOptions {
  /** The worker; by default the one beside this file. */
  readonly file?: URL;
  /** True for a client whose processes are those of this machine; by default by its address. */
  readonly isOnThisMachine?: (connection: ClientSocket) => boolean;
}

/** Returns a look-up by a worker, which does not keep the process alive. */
export function startAppLookup(options: AppLookupOptions = {}): AppLookup {
  return new ThreadLookup({ file: WORKER, isOnThisMachine, ...options });
}

interface PendingLookup {
  readonly socket: ClientSocket;
  readonly isOpen: () => boolean;
  readonly resolve: (app: App | null) => void;
}

const WORKER = new URL('./worker.ts', import.meta.url);

// A worker that keeps failing is not restarted forever.
const MAX_STARTS = 3;

class ThreadLookup implements AppLookup {
  readonly #isOnThisMachine: (connection: ClientSocket) => boolean;
  readonly #budget = new ScanBudget(clocks());
  readonly #client: WorkerClient<readonly ClientSocket[], ScanResult>;
  #pending: PendingLookup[] = [];
  #isScanning = false;
  #isDue = false;
  #isClosed = false;
  /** Null before the first scan; true when the thread has started, or has failed to. */
  #hasStarted: boolean | null = null;
  /** The scan for this thread; null until it is needed. */
  #scanHere: Promise<SystemScan> | null = null;

  constructor({ file, isOnThisMachine: isHere }: Required<AppLookupOptions>) {
    this.#isOnThisMachine = isHere;
    this.#client = new WorkerClient(file, {
      name: 'app look-up',
      env: process.env,
      resourceLimits: SMALL,
      // The warning that node:ffi is experimental helps nobody, because the look-up works without it too.
      execArgv: ['--disable-warning=ExperimentalWarning'],
      maxStarts: MAX_STARTS,
      isBackground: true,
    });
  }

  async find(socket: ClientSocket, isOpen = (): boolean => true): Promise<App | null> {
    if (this.#isClosed || !this.#isOnThisMachine(socket)) return null;
    return new Promise((answer) => {
      this.#pending.push({ socket, isOpen, resolve: answer });
      this.#scanSoon();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    resolveAll(this.#takePending(), []);
    await this.#client.close();
  }

  // Delayed, so that connections that are accepted together are looked up together.
  #scanSoon(): void {
    if (this.#isDue || this.#isScanning || this.#pending.length === 0) return;
    this.#isDue = true;
    const delay = this.#budget.delay(clocks());
    const due = (): void => {
      this.#isDue = false;
      if (delay === 0) void this.#scan();
      else this.#scanSoon();
    };
    if (delay === 0) setImmediate(due);
    else setTimeout(due, delay).unref();
  }

  async #scan(): Promise<void> {
    const open: PendingLookup[] = [];
    for (const question of this.#takePending()) {
      if (question.isOpen()) open.push(question);
      else question.resolve(null);
    }
    if (open.length === 0) return;
    this.#isScanning = true;
    const result = await this.#result(open.map(({ socket }) => socket));
    this.#isScanning = false;
    if (result !== null) this.#budget.spend(result.elapsed, clocks());
    resolveAll(open, result?.apps ?? []);
    this.#scanSoon();
  }

  /** Null when the thread has failed. */
  async #result(sockets: readonly ClientSocket[]): Promise<ScanResult | null> {
    if (this.#hasStarted !== true) {
      // The first connection may be the only one: programs that start a proxy check whether it listens.
      if (this.#scanHere !== null) this.#startThread();
      this.#scanHere ??= import('./system-scan.ts').then(({ systemScan }) => systemScan());
      return (await this.#scanHere)(sockets);
    }
    this.#scanHere = null;
    const result = await this.#client.request(() => sockets);
    return result.type === 'response' ? result.response : null;
  }

  #startThread(): void {
    if (this.#hasStarted !== null) return;
    this.#hasStarted = false;
    void this.#client.request(() => []).then(() => (this.#hasStarted = true));
  }

  #takePending(): readonly PendingLookup[] {
    const waiting = this.#pending;
    this.#pending = [];
    return waiting;
  }
}

/** Megabytes. What a scan reads is garbage at once, and must not grow the heap to that of a whole program. */
const SMALL = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

function clocks(): Clocks {
  return { now: performance.now(), idle: performance.nodeTiming.idleTime };
}

function resolveAll(questions: readonly PendingLookup[], apps: FoundApps): void {
  questions.forEach(({ resolve: answer }, index) => {
    answer(apps[index] ?? null);
  });
}
