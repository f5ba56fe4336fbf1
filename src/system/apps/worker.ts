// The worker thread that scans: it receives batches of sockets, and sends back their apps with the time it took.
import { parentPort } from 'node:worker_threads';
import { socketDiag } from './linux-diag.ts';
import { type ClientSocket } from './scan.ts';
import { systemScan } from './system-scan.ts';

const scan = await systemScan(socketDiag());

// A scan fails to open many files, and most of its cost would be the stack traces.
Error.stackTraceLimit = 0;

parentPort?.on('message', (sockets: readonly ClientSocket[]) => {
  void scan(sockets).then((result) => parentPort?.postMessage(result));
});
