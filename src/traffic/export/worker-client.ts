// Runs the export worker: sends it some exchanges at a time, as it asks for them, and yields the chunks of the
// file.
import { on } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../base/worker-client.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Flows } from '../formats/contract.ts';
import type { ExportInput, ExportMessage, ExportJob } from './messages.ts';
import { sentFlow, type SentFlow } from './sent-flow.ts';

const WORKER = new URL('./worker.ts', import.meta.url);

/**
 * Yields the chunks of the file. Throws an Error with the reason when the export fails. Ends the worker in
 * any case.
 */
export async function* exportInWorker(
  format: string,
  flows: Flows,
  redact: boolean,
): AsyncGenerator<Buffer, void, undefined> {
  const workerData: ExportJob = { format, redact };
  const worker = startWorker(WORKER, { name: 'write', workerData });
  let rest = iteratorOf(flows);
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<
      [ExportMessage]
    >)
      switch (message.type) {
        case 'next':
          await send(worker, rest);
          break;
        case 'again':
          rest = iteratorOf(flows);
          break;
        case 'chunk':
          yield Buffer.from(message.bytes.buffer);
          break;
        case 'error':
          throw new Error(message.reason);
        case 'end':
          return;
      }
    throw new Error('out of memory');
  } finally {
    await worker.terminate();
  }
}

/** The exchanges of one message: to pass on a small one takes as long as to redact it. */
const MAX_FLOWS = 32;
const MAX_BYTES = 256 * 1024;

type FlowIterator = Iterator<Flow> | AsyncIterator<Flow>;

function iteratorOf(flows: Flows): FlowIterator {
  return Symbol.iterator in flows ? flows[Symbol.iterator]() : flows[Symbol.asyncIterator]();
}

async function send(worker: Worker, rest: FlowIterator): Promise<void> {
  const sent: SentFlow[] = [];
  let bytes = 0;
  while (sent.length < MAX_FLOWS && bytes < MAX_BYTES) {
    const { value: flow } = (await rest.next()) as IteratorResult<Flow, undefined>;
    if (flow === undefined) break;
    const next = await sentFlow(flow);
    bytes += next.bytes.length;
    sent.push(next);
  }
  worker.postMessage(
    sent satisfies ExportInput,
    sent.map((each) => each.bytes.buffer),
  );
}
