// The worker thread on which scripts run, so that an endless script blocks nothing else.
import { parentPort, workerData } from 'node:worker_threads';
import type { Done, FromWorker, NumberedJob, ToWorker } from './protocol.ts';
import { Runner } from './runner.ts';
import { setups } from './setups.ts';

/** Contains the number of the job whose code is running, which other threads can read even while it never ends. */
const running = new Int32Array(workerData as SharedArrayBuffer);

/** The maximum delay of results that wait to be sent together. */
const MAX_WAIT_MS = 1;
let done: Done[] = [];
let doneAt = 0;

const runner = new Runner({
  setups,
  call: (number, id, name, json) => post({ type: 'call', number, id, name, json }),
  output: (number, output) => post({ type: 'output', number, output }),
  alive: () => post({ type: 'alive' }),
  running: (number) => {
    // The next job may take long, so send the finished ones.
    if (number !== 0 && done.length > 0 && performance.now() - doneAt > MAX_WAIT_MS) postDone();
    Atomics.store(running, 0, number);
  },
});

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'response') runner.respond(message.number, message);
  else if (message.type === 'forget') runner.forget(message.group);
  else for (const job of message.jobs) void run(job);
});
post({ type: 'alive' });

async function run({ number, job }: NumberedJob): Promise<void> {
  const completed = await runner.run(number, job);
  if (done.length === 0) {
    doneAt = performance.now();
    setImmediate(postDone);
  }
  done.push({ number, ...completed });
}

function postDone(): void {
  const all = done;
  done = [];
  if (all.length > 0) post({ type: 'done', done: all });
  runner.prepare();
}

function post(message: FromWorker): void {
  parentPort?.postMessage(message);
}
