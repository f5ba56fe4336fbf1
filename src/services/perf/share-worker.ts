// The worker thread that runs a share of a load test.
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../base/errors.ts';
import type { ShareOptions } from './options.ts';
import { LoadShare } from './share.ts';
import type { FromShare, ToShare } from './share-messages.ts';

const stop = new AbortController();
const hurry = new AbortController();
const share = new LoadShare(workerData as ShareOptions, ({ requests, ...state }) =>
  post({ type: 'report', state, requests: requests.map((each) => (each.isEmpty ? null : each.data())) }),
);

parentPort?.on('message', (message: ToShare) => {
  if (message.type === 'stop') stop.abort(new Error('the test was stopped'));
  else if (message.type === 'hurry') hurry.abort();
  else void failSafe(async () => post({ type: 'ended', end: await share.run(stop.signal, hurry.signal) }));
});
void failSafe(async () => {
  await share.prepare();
  post({ type: 'ready' });
});

async function failSafe(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    post({ type: 'failed', message: messageOf(error) });
  }
}

function post(message: FromShare): void {
  parentPort?.postMessage(message);
}
