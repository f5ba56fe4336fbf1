// The other end of the thread that looks at messages. It is started at the first question, and goes when nobody has asked
// for a while.
import { Worker } from 'node:worker_threads';
import type { LookAnswer, LookQuestion } from './look.ts';
import { packed } from './packed.ts';

// Beside this file, under its own extension: .ts in the sources, .js in what is published.
const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('./worker.js', import.meta.url);

/** A batch that takes longer is given up, with its thread. */
const MAX_MS = 60_000;
const IDLE_MS = 10_000;
const NOTHING: LookAnswer = { secrets: [], schema: null };

/** Messages hold nothing where looking at them took too long. */
export class Looker {
  /** Messages that were given up. */
  givenUp = 0;
  #worker: Worker | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** Never rejects. */
  ask(questions: readonly LookQuestion[]): Promise<readonly LookAnswer[]> {
    const answer = this.#queue.then(() => this.#ask(questions));
    this.#queue = answer;
    return answer;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #ask(questions: readonly LookQuestion[]): Promise<readonly LookAnswer[]> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve) => {
      const settle = (answers: readonly LookAnswer[] | null): void => {
        clearTimeout(timer);
        worker.off('message', settle);
        worker.off('exit', ended);
        if (answers === null) {
          this.givenUp += questions.length;
          void this.close();
        } else this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
        resolve(answers ?? questions.map(() => NOTHING));
      };
      const ended = (): void => settle(null);
      const timer = setTimeout(ended, MAX_MS);
      worker.once('message', settle);
      worker.once('exit', ended);
      const batch = packed(questions);
      worker.postMessage(batch, [batch.bytes.buffer]);
    });
  }

  #start(): Worker {
    const worker = new Worker(THREAD, { name: 'insights', execArgv: [], env: {} });
    worker.unref();
    // A thread that breaks ends, and says so.
    worker.on('error', () => undefined);
    return worker;
  }
}
