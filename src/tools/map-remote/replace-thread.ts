// The other end of the thread on which parts of long texts are replaced: one text after another, each in its time.
import { Worker } from 'node:worker_threads';
import type { ReplaceTask } from './replace-worker.ts';
import type { Replaced, Replacement } from './replacing.ts';

// Beside this file, under its own extension: .ts in the sources, .js in what is published.
const THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./replace-worker.ts', import.meta.url)
  : new URL('./replace-worker.js', import.meta.url);

/** Beyond a task's own time: a thread that is new has to load, and a single match is not interrupted. */
const GRACE_MS = 3000;
const LATE: Replaced = { type: 'late' };

export class ReplaceThread {
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** Never rejects. */
  run(text: string, list: readonly Replacement[], mostMs: number): Promise<Replaced> {
    const next = this.#last.then(() => (this.#isClosed ? LATE : this.#run({ text, list, mostMs })));
    this.#last = next;
    return next;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  #run(task: ReplaceTask): Promise<Replaced> {
    const worker = (this.#worker ??= started());
    worker.ref();
    return new Promise((resolve) => {
      const settle = (result: Replaced): void => {
        clearTimeout(timer);
        worker.off('message', settle).off('error', fail).off('exit', fail).unref();
        resolve(result);
      };
      const fail = (): void => {
        void this.#end();
        settle(LATE);
      };
      const timer = setTimeout(fail, task.mostMs + GRACE_MS);
      worker.once('message', settle).once('error', fail).once('exit', fail);
      worker.postMessage(task);
    });
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

function started(): Worker {
  const worker = new Worker(THREAD, { execArgv: [], env: {} });
  // Whoever waits for it hears of it; when nobody does, it does not matter.
  worker.on('error', () => undefined);
  return worker;
}
