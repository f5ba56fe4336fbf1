// The scan worker: receives batches of messages, and sends their results.
import { parentPort } from 'node:worker_threads';
import { scanMessage, SharedShapes } from './scan.ts';
import { packResults, unpackBatch, type ScanBatch } from './batch.ts';

parentPort?.on('message', (batch: ScanBatch) => {
  const shapes = new SharedShapes();
  parentPort?.postMessage(packResults(unpackBatch(batch).map((request) => scanMessage(request, shapes))));
});
