// Which app opened a connection to us. In: the connection, as soon as it is accepted, since a client may be gone a
// moment later. Out: a name such as `curl` or `Google Chrome`, or null. Looking through the processes is slow, so it
// happens on a thread of its own, one scan at a time, each for all the connections that came in during the one before.
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ScanBudget } from './scan-budget.ts';
import { type AppNames, type ClientSocket, type ScanAnswer } from './scan.ts';
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
export function startAppLookup(file = THREAD): AppLookup {
  return new ThreadLookup(file);
}

interface Question {
  readonly socket: ClientSocket;
  readonly isOpen: () => boolean;
  readonly answer: (name: string | null) => void;
}

// Beside this file, under its own extension: .ts in the sources, .js in what is published.
const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('./worker.js', import.meta.url);

// A thread that keeps ending is not started for ever.
const MAX_STARTS = 3;

class ThreadLookup implements AppLookup {
  readonly #budget = new ScanBudget(performance.now());
  readonly #file: URL;
  #worker: Worker | null = null;
  #startsLeft = MAX_STARTS;
  #waiting: Question[] = [];
  #asked: readonly Question[] = [];
  #isDue = false;
  #isClosed = false;

  constructor(file: URL) {
    this.#file = file;
    this.#start();
  }

  async find(socket: ClientSocket, isOpen = (): boolean => true): Promise<string | null> {
    if (this.#isClosed || !isOnThisMachine(socket)) return null;
    return new Promise((answer) => {
      this.#waiting.push({ socket, isOpen, answer });
      this.#askSoon();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    answerAll(this.#takeWaiting(), []);
    await this.#worker?.terminate();
  }

  // Not at once, so that connections which are accepted together are asked about together.
  #askSoon(): void {
    if (this.#isDue || this.#asked.length > 0 || this.#waiting.length === 0) return;
    this.#isDue = true;
    const ask = (): void => {
      this.#isDue = false;
      this.#ask();
    };
    const delay = this.#budget.delay(performance.now());
    if (delay === 0) setImmediate(ask);
    else setTimeout(ask, delay).unref();
  }

  #ask(): void {
    const open: Question[] = [];
    for (const question of this.#takeWaiting()) {
      if (question.isOpen()) open.push(question);
      else question.answer(null);
    }
    const worker = open.length === 0 ? null : (this.#worker ?? this.#start());
    if (worker) {
      this.#asked = open;
      worker.postMessage(open.map(({ socket }) => socket));
    } else answerAll(open, []);
  }

  #takeWaiting(): readonly Question[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }

  #scanned(names: AppNames): void {
    const asked = this.#asked;
    this.#asked = [];
    answerAll(asked, names);
    this.#askSoon();
  }

  #start(): Worker | null {
    if (this.#isClosed || this.#startsLeft === 0) return null;
    this.#startsLeft -= 1;
    const worker = newWorker(this.#file);
    worker?.on('message', ({ names, elapsed }: ScanAnswer) => {
      this.#startsLeft = MAX_STARTS;
      this.#budget.spend(elapsed, performance.now());
      this.#scanned(names);
    });
    worker?.on('exit', () => {
      this.#worker = null;
      this.#scanned([]);
    });
    // After the listeners: the one for messages would undo it.
    worker?.unref();
    this.#worker = worker;
    return worker;
  }
}

/** Megabytes: what it reads is garbage at once, and must not be let grow to the size of a program's. */
const SMALL = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

// Null when the system has no thread to give. A thread shares the compile cache only when its environment says so;
// from the sources that saves it the type stripper, which is most of its memory.
function newWorker(file: URL): Worker | null {
  const cache = getCompileCacheDir();
  const env = cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) };
  try {
    const worker = new Worker(file, { name: 'app look-up', execArgv: [], env, resourceLimits: SMALL });
    // What broke it shows in `exit`, which always follows.
    worker.on('error', () => null);
    return worker;
  } catch {
    return null;
  }
}

function answerAll(questions: readonly Question[], names: AppNames): void {
  questions.forEach(({ answer }, index) => {
    answer(names[index] ?? null);
  });
}
