// Runs the worker that reads large HAR files: sends it the bytes, and requests the results in batches. At most one
// batch waits in memory.
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../../base/worker-client.ts';
import type { HarWorkerResponse, HarWorkerRequest } from './messages.ts';
import type { HarEntryResult } from './entries.ts';

const WORKER = new URL('./worker.ts', import.meta.url);

/** The longest JSON text that V8 can hold as one string. */
const MAX_JSON_BYTES = 500 * 1024 * 1024;

/**
 * Yields the results in batches. Throws an Error with the reason when the file cannot be read. Ends the
 * worker in any case.
 */
export async function* readEntriesInWorker(
  start: readonly Buffer[],
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<readonly HarEntryResult[], void, undefined> {
  const worker = startWorker(WORKER, { name: 'har' });
  // A worker that crashes exits too; the next request reports that.
  let workerError: unknown = null;
  worker.on('error', (error) => (workerError = error));
  try {
    await feed(worker, start, rest);
    for (;;) {
      const response = await requestBatch(worker, () => workerError);
      if (response.type === 'error') throw new Error(response.reason);
      if (response.type === 'end') return;
      yield response.entries;
    }
  } finally {
    await worker.terminate();
  }
}

async function feed(worker: Worker, start: readonly Buffer[], rest: AsyncIterator<Buffer>): Promise<void> {
  let length = 0;
  const send = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > MAX_JSON_BYTES) throw new Error(`it is larger than ${MAX_JSON_BYTES} bytes`);
    // A copy, because the chunk may share its memory with others.
    const bytes = new Uint8Array(chunk);
    worker.postMessage({ type: 'bytes', bytes } satisfies HarWorkerRequest, [bytes.buffer]);
  };
  for (const chunk of start) send(chunk);
  for await (const chunk of { [Symbol.asyncIterator]: () => rest }) send(chunk);
}

async function requestBatch(worker: Worker, workerError: () => unknown): Promise<HarWorkerResponse> {
  const settled = new AbortController();
  const { signal } = settled;
  worker.postMessage({ type: 'next' } satisfies HarWorkerRequest);
  try {
    const response = once(worker, 'message', { signal });
    const exited = once(worker, 'exit', { signal }).then(() => {
      throw new Error('it is too large to be read', { cause: workerError() });
    });
    const [message] = (await Promise.race([response, exited])) as [HarWorkerResponse];
    return message;
  } finally {
    settled.abort();
  }
}
