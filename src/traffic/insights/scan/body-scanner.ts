// The other end of the thread that looks at messages. It is started at the first question, and goes when nobody has asked
// for a while.
import { WorkerClient } from '../../../base/worker-client.ts';
import { packBatch, type ScanBatch } from './batch.ts';
import type { ScanResult, ScanRequest } from './scan.ts';

const WORKER = new URL('./worker.ts', import.meta.url);

/** A batch that takes longer is given up, with its thread. */
const MAX_MS = 60_000;
const IDLE_MS = 10_000;
const NOTHING: ScanResult = { secrets: [], schema: null };

/** Messages hold nothing where looking at them took too long. */
export class BodyScanner {
  /** Messages that were given up. */
  timedOut = 0;
  readonly #client = new WorkerClient<ScanBatch, readonly ScanResult[]>(WORKER, {
    name: 'insights',
    idleMs: IDLE_MS,
    transfer: ({ bytes }) => [bytes.buffer],
  });

  /** Never rejects. */
  async scan(questions: readonly ScanRequest[]): Promise<readonly ScanResult[]> {
    const result = await this.#client.request(() => packBatch(questions), { timeoutMs: MAX_MS });
    if (result.type === 'response') return result.response;
    this.timedOut += questions.length;
    return questions.map(() => NOTHING);
  }

  async close(): Promise<void> {
    await this.#client.stop();
  }
}
