// Client for the thread of a share: starts it, and passes on what it reports.
import type { Worker } from 'node:worker_threads';
import { messageOf } from '../../base/errors.ts';
import { startWorker } from '../../base/worker-client.ts';
import type { Step } from '../../runs/runner/steps.ts';
import { measurementsOf, type MeasuredData, type RequestMeasurement } from './measurements.ts';
import type { ShareOptions } from './options.ts';
import type { FromShare, ShareEnd, ShareReport, ToShare } from './share-messages.ts';
import type { OnReport } from './share.ts';

const WORKER = new URL('./share-worker.ts', import.meta.url);

export class ThreadShare {
  readonly #worker: Worker;
  readonly #requests: readonly RequestMeasurement[];
  readonly #onReport: OnReport;
  readonly #ready = Promise.withResolvers<null>();
  readonly #end = Promise.withResolvers<ShareEnd>();

  constructor(options: ShareOptions, steps: readonly Step[], onReport: OnReport) {
    this.#requests = measurementsOf(steps);
    this.#onReport = onReport;
    for (const { promise } of [this.#ready, this.#end]) promise.catch(() => undefined);
    this.#worker = startWorker(WORKER, { name: 'load', workerData: options });
    this.#worker.on('message', (message: FromShare) => this.#receive(message));
    this.#worker.on('error', (error) => this.#fail(`a thread of the load test failed: ${messageOf(error)}`));
    this.#worker.on('exit', () => this.#fail('a thread of the load test has ended'));
  }

  async prepare(): Promise<void> {
    await this.#ready.promise;
  }

  async run(signal: AbortSignal, hurry: AbortSignal): Promise<ShareEnd> {
    const stop = (): void => this.#post({ type: 'stop' });
    const end = (): void => this.#post({ type: 'hurry' });
    signal.addEventListener('abort', stop, { once: true });
    hurry.addEventListener('abort', end, { once: true });
    this.#post({ type: 'run' });
    if (signal.aborted) stop();
    try {
      return await this.#end.promise;
    } finally {
      signal.removeEventListener('abort', stop);
      hurry.removeEventListener('abort', end);
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #post(message: ToShare): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromShare): void {
    switch (message.type) {
      case 'ready':
        this.#ready.resolve(null);
        break;
      case 'report':
        this.#report(message.state, message.requests);
        break;
      case 'ended':
        this.#end.resolve(message.end);
        break;
      case 'failed':
        this.#fail(message.message);
        break;
    }
  }

  #report(state: Omit<ShareReport, 'requests'>, requests: readonly (MeasuredData | null)[]): void {
    for (const [index, request] of this.#requests.entries()) {
      request.reset();
      const data = requests[index];
      if (data) request.addData(data);
    }
    this.#onReport({ ...state, requests: this.#requests });
  }

  #fail(message: string): void {
    const error = new Error(message);
    this.#ready.reject(error);
    this.#end.reject(error);
  }
}
