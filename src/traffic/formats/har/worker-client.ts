// The other end of the thread that reads large HAR files: their bytes go there, and what becomes of their entries comes
// back, a batch when it is asked for, so that no more is on the way than is taken.
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../../base/worker-client.ts';
import type { HarAnswer, HarQuestion } from './messages.ts';
import type { HarStep } from './entries.ts';

const WORKER = new URL('./worker.ts', import.meta.url);

/** JSON that is longer cannot be held as one text. */
const MAX_JSON_BYTES = 500 * 1024 * 1024;

/** Throws an Error with the reason when it is no such file. The thread is gone when this ends, however it does. */
export async function* threadSteps(
  start: readonly Buffer[],
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<readonly HarStep[], void, undefined> {
  const worker = startWorker(WORKER, { name: 'har' });
  // A thread that breaks ends, and the next question says so.
  let broken: unknown = null;
  worker.on('error', (error) => (broken = error));
  try {
    await feed(worker, start, rest);
    for (;;) {
      const answer = await asked(worker, () => broken);
      if (answer.type === 'fault') throw new Error(answer.reason);
      if (answer.type === 'end') return;
      yield answer.steps;
    }
  } finally {
    await worker.terminate();
  }
}

async function feed(worker: Worker, start: readonly Buffer[], rest: AsyncIterator<Buffer>): Promise<void> {
  let length = 0;
  const give = (piece: Buffer): void => {
    length += piece.length;
    if (length > MAX_JSON_BYTES) throw new Error(`it is larger than ${MAX_JSON_BYTES} bytes`);
    // A copy: the piece may lie in memory that others use.
    const bytes = new Uint8Array(piece);
    worker.postMessage({ type: 'bytes', bytes } satisfies HarQuestion, [bytes.buffer]);
  };
  for (const piece of start) give(piece);
  for await (const piece of { [Symbol.asyncIterator]: () => rest }) give(piece);
}

async function asked(worker: Worker, broken: () => unknown): Promise<HarAnswer> {
  const waited = new AbortController();
  const { signal } = waited;
  worker.postMessage({ type: 'next' } satisfies HarQuestion);
  try {
    const answer = once(worker, 'message', { signal });
    const ended = once(worker, 'exit', { signal }).then(() => {
      throw new Error('it is too large to be read', { cause: broken() });
    });
    const [message] = (await Promise.race([answer, ended])) as [HarAnswer];
    return message;
  } finally {
    waited.abort();
  }
}
