// Redacts exchanges for a recording, one after another on a worker thread, so that a large body does not block the
// proxy.
import { WorkerClient } from '../base/worker-client.ts';
import type { Flow } from '../flow/flow.ts';
import { receivedFlow, sentFlow, type SentFlow } from './export/sent-flow.ts';

const WORKER = new URL('./redaction-worker.ts', import.meta.url);
const MAX_MS = 120_000;

export class BackgroundRedactor {
  // No idle time: the worker would lose what it knows about earlier secrets.
  readonly #client = new WorkerClient<SentFlow, SentFlow>(WORKER, {
    name: 'redaction',
    transfer: ({ bytes }) => [bytes.buffer],
  });

  /** Resolves with a redacted copy. Rejects when that fails, so that nothing is written unredacted. */
  async redacted(flow: Flow): Promise<Flow> {
    const sent = await sentFlow(flow);
    const result = await this.#client.request(() => sent, { timeoutMs: MAX_MS });
    if (result.type === 'response') return receivedFlow(result.response);
    throw new Error(`request ${flow.id} could not be redacted: ${result.reason}`);
  }

  async close(): Promise<void> {
    await this.#client.stop();
  }
}
