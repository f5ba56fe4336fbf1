// The other end of the thread that runs a PAC file: one question at a time, each within its time, or the thread goes.
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../base/errors.ts';
import type { KnownNames, PacOutcome } from './pac-script.ts';
import type { PacQuestion } from './worker.ts';

// Beside this file, under its own extension: .ts in the sources, .js in what is published.
const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('./worker.js', import.meta.url);

/** Above what the script itself is given: a native function that does not look at the clock is cut here. */
const MAX_MS = 3000;
/** A thread that is new has to load QuickJS too. */
const MAX_START_MS = 15_000;

export class PacThread {
  readonly #text: string;
  #worker: Worker | null = null;
  #isLoaded = false;
  #isClosed = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(text: string) {
    this.#text = text;
  }

  /** Never rejects. */
  ask(url: string, host: string, known: KnownNames): Promise<PacOutcome> {
    const answer = this.#queue.then(() => this.#ask({ url, host, known }));
    this.#queue = answer;
    return answer;
  }

  /** Answers what it has been asked, and ends. */
  async retire(): Promise<void> {
    await this.#queue;
    await this.close();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stop();
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  async #ask(question: PacQuestion): Promise<PacOutcome> {
    if (this.#isClosed) return { type: 'error', reason: 'the proxy is stopping', isBroken: false };
    const worker = (this.#worker ??= this.#start());
    const outcome = await this.#outcome(worker, question);
    if (outcome.type === 'error' && outcome.isBroken) await this.#stop();
    else this.#isLoaded = true;
    return outcome;
  }

  #start(): Worker {
    this.#isLoaded = false;
    const worker = new Worker(THREAD, {
      workerData: this.#text,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    worker.unref();
    // What it still has to say when it is cut off concerns nobody.
    worker.on('error', () => undefined);
    return worker;
  }

  #outcome(worker: Worker, question: PacQuestion): Promise<PacOutcome> {
    const ms = this.#isLoaded ? MAX_MS : MAX_START_MS;
    return new Promise((resolve) => {
      const settle = (outcome: PacOutcome): void => {
        clearTimeout(timer);
        worker.off('message', settle);
        worker.off('error', failed);
        worker.off('exit', ended);
        resolve(outcome);
      };
      const broken = (reason: string): void => settle({ type: 'error', reason, isBroken: true });
      const failed = (error: unknown): void => broken(`it could not be run: ${messageOf(error)}`);
      const ended = (): void => broken('its thread has ended');
      const timer = setTimeout(() => broken('it did not answer in time'), ms);
      worker.on('message', settle);
      worker.on('error', failed);
      worker.on('exit', ended);
      worker.postMessage(question);
    });
  }
}
