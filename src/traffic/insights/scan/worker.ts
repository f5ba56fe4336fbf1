// The thread that looks: batches of questions come in, their answers go out.
import { parentPort } from 'node:worker_threads';
import { look } from './scan.ts';
import { unpacked, type Packed } from './batch.ts';

parentPort?.on('message', (batch: Packed) => {
  parentPort?.postMessage(unpacked(batch).map(look));
});
