// The thread that reads a large HAR file.
import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../../base/errors.ts';
import type { HarAnswer, HarQuestion } from './messages.ts';
import { harSteps, type HarStep } from './entries.ts';

/** Most entries, and about as many bytes of bodies, that go at once: the other side takes them in one turn. */
const BATCH_ENTRIES = 50;
const BATCH_BYTES = 1024 * 1024;

const pieces: Uint8Array[] = [];
let steps: Iterator<HarStep> | null = null;

parentPort?.on('message', (question: HarQuestion) => {
  if (question.type === 'bytes') pieces.push(question.bytes);
  else answer();
});

function answer(): void {
  try {
    steps ??= harSteps(wholeText());
    const batch = nextBatch(steps);
    const buffers = batch.flatMap(buffersOf);
    tell(batch.length === 0 ? { type: 'end' } : { type: 'batch', steps: batch }, buffers);
  } catch (error) {
    tell({ type: 'fault', reason: messageOf(error) }, []);
  }
}

function wholeText(): string {
  return Buffer.concat(pieces.splice(0)).toString();
}

function nextBatch(from: Iterator<HarStep>): readonly HarStep[] {
  const batch: HarStep[] = [];
  let size = 0;
  while (batch.length < BATCH_ENTRIES && size < BATCH_BYTES) {
    const next = from.next();
    if (next.done === true) break;
    batch.push(next.value);
    size += buffersOf(next.value).reduce((sum, { byteLength }) => sum + byteLength, 0);
  }
  return batch;
}

function buffersOf(step: HarStep): readonly ArrayBuffer[] {
  if (step.type === 'skipped') return [];
  const { request, response } = step.data;
  return [request.bytes.buffer, ...(response === null ? [] : [response.bytes.buffer])];
}

function tell(message: HarAnswer, buffers: readonly ArrayBuffer[]): void {
  parentPort?.postMessage(message, [...buffers]);
}
