// The thread on which scripts run, so that one that never ends stops nobody.
import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread, ToThread } from './protocol.ts';
import { Runner } from './runner.ts';
import { setups } from './setups.ts';

/** Holds the number of the job whose code is running, readable even while it never ends. */
const running = new Int32Array(workerData as SharedArrayBuffer);

const runner = new Runner({
  setups,
  call: (number, id, name, json) => say({ type: 'call', number, id, name, json }),
  alive: () => say({ type: 'alive' }),
  running: (number) => Atomics.store(running, 0, number),
});

parentPort?.on('message', (message: ToThread) => {
  if (message.type === 'answer') runner.answer(message.number, message);
  else if (message.type === 'forget') runner.forget(message.group);
  else
    void runner
      .run(message.number, message.job)
      .then((ran) => say({ type: 'done', number: message.number, ...ran }));
});
say({ type: 'alive' });

function say(message: FromThread): void {
  parentPort?.postMessage(message);
}
