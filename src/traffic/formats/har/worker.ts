// The worker that reads a large HAR file.
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../../base/errors.ts';
import type { HarWorkerResponse, HarWorkerRequest } from './messages.ts';
import { readHarEntries, type HarEntryResult } from './entries.ts';

/**
 * The maximum number of entries, and about as many bytes of bodies, in one batch: the main thread processes a
 * batch in one turn.
 */
const BATCH_ENTRIES = 50;
const BATCH_BYTES = 1024 * 1024;

const chunks: Uint8Array[] = [];
let entries: Iterator<HarEntryResult> | null = null;

parentPort?.on('message', (request: HarWorkerRequest) => {
  if (request.type === 'bytes') chunks.push(request.bytes);
  else respond();
});

function respond(): void {
  try {
    entries ??= readHarEntries(wholeText());
    const batch = nextBatch(entries);
    const buffers = batch.flatMap(buffersOf);
    post(batch.length === 0 ? { type: 'end' } : { type: 'batch', entries: batch }, buffers);
  } catch (error) {
    post({ type: 'error', reason: messageOf(error) }, []);
  }
}

function wholeText(): string {
  return Buffer.concat(chunks.splice(0)).toString();
}

function nextBatch(from: Iterator<HarEntryResult>): readonly HarEntryResult[] {
  const batch: HarEntryResult[] = [];
  let size = 0;
  while (batch.length < BATCH_ENTRIES && size < BATCH_BYTES) {
    const next = from.next();
    if (next.done === true) break;
    batch.push(next.value);
    size += buffersOf(next.value).reduce((sum, { byteLength }) => sum + byteLength, 0);
  }
  return batch;
}

function buffersOf(entry: HarEntryResult): readonly ArrayBuffer[] {
  if (entry.type === 'skipped') return [];
  const { request, response } = entry.data;
  return [request.bytes.buffer, ...(response === null ? [] : [response.bytes.buffer])];
}

function post(message: HarWorkerResponse, buffers: readonly ArrayBuffer[]): void {
  parentPort?.postMessage(message, [...buffers]);
}
