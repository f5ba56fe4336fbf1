// Which app opened a connection to us. In: the connection, as soon as it is accepted, since a client may be gone a
// moment later. Out: a name such as `curl` or `Google Chrome`, or null. Looking through the processes is slow, so it
// happens on a thread of its own, one scan at a time, each for all the connections that came in during the one before.
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { WorkerClient } from '../../base/worker-client.ts';
import { ScanBudget } from './scan-budget.ts';
import { type AppNames, type ClientSocket, type ScanResult } from './scan.ts';
import { isOnThisMachine } from './sockets.ts';

export type { ClientSocket } from './scan.ts';

/** Finds apps until it is closed. */
export interface AppLookup {
  /**
   * The name of the app at the client's end of this TCP connection; null for another device, for a client that was
   * gone before it was found, for one that we may not see, and after `close`. Never rejects. `isOpen` is asked just
   * before a scan, so that none is made for connections that are over.
   */
  find(connection: ClientSocket, isOpen?: () => boolean): Promise<string | null>;
  close(): Promise<void>;
}

/** Starts the thread, which `file` holds. It does not keep the process alive. */
export function startAppLookup(file = WORKER): AppLookup {
  return new ThreadLookup(file);
}

interface PendingLookup {
  readonly socket: ClientSocket;
  readonly isOpen: () => boolean;
  readonly resolve: (name: string | null) => void;
}

const WORKER = new URL('./worker.ts', import.meta.url);

// A thread that keeps ending is not started for ever.
const MAX_STARTS = 3;

class ThreadLookup implements AppLookup {
  readonly #budget = new ScanBudget(performance.now());
  readonly #client: WorkerClient<readonly ClientSocket[], ScanResult>;
  #pending: PendingLookup[] = [];
  #isScanning = false;
  #isDue = false;
  #isClosed = false;

  constructor(file: URL) {
    this.#client = new WorkerClient(file, {
      name: 'app look-up',
      env: workerEnvironment(),
      resourceLimits: SMALL,
      maxStarts: MAX_STARTS,
      isBackground: true,
    });
    this.#client.start();
  }

  async find(socket: ClientSocket, isOpen = (): boolean => true): Promise<string | null> {
    if (this.#isClosed || !isOnThisMachine(socket)) return null;
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

  // Not at once, so that connections which are accepted together are looked up together.
  #scanSoon(): void {
    if (this.#isDue || this.#isScanning || this.#pending.length === 0) return;
    this.#isDue = true;
    const scan = (): void => {
      this.#isDue = false;
      void this.#scan();
    };
    const delay = this.#budget.delay(performance.now());
    if (delay === 0) setImmediate(scan);
    else setTimeout(scan, delay).unref();
  }

  async #scan(): Promise<void> {
    const open: PendingLookup[] = [];
    for (const question of this.#takePending()) {
      if (question.isOpen()) open.push(question);
      else question.resolve(null);
    }
    if (open.length === 0) return;
    this.#isScanning = true;
    const result = await this.#client.request(() => open.map(({ socket }) => socket));
    this.#isScanning = false;
    if (result.type === 'response') this.#budget.spend(result.response.elapsed, performance.now());
    resolveAll(open, result.type === 'response' ? result.response.names : []);
    this.#scanSoon();
  }

  #takePending(): readonly PendingLookup[] {
    const waiting = this.#pending;
    this.#pending = [];
    return waiting;
  }
}

/** Megabytes: what it reads is garbage at once, and must not be let grow to the size of a program's. */
const SMALL = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

// A thread shares the compile cache only when its environment says so; from the sources that saves it the type
// stripper, which is most of its memory.
function workerEnvironment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) };
}

function resolveAll(questions: readonly PendingLookup[], names: AppNames): void {
  questions.forEach(({ resolve: answer }, index) => {
    answer(names[index] ?? null);
  });
}
