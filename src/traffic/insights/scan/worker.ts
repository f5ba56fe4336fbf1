// The thread that looks: batches of questions come in, their answers go out.
import { parentPort } from 'node:worker_threads';
import { scanMessage } from './scan.ts';
import { unpackBatch, type ScanBatch } from './batch.ts';

parentPort?.on('message', (batch: ScanBatch) => {
  parentPort?.postMessage(unpackBatch(batch).map(scanMessage));
});
