// The thread that looks: batches of questions come in, their answers go out.
import { parentPort } from 'node:worker_threads';
import { look } from './look.ts';
import { unpacked, type Packed } from './packed.ts';

parentPort?.on('message', (batch: Packed) => {
  parentPort?.postMessage(unpacked(batch).map(look));
});
