// Runs the scan worker. It starts with the first request, and stops when it has been idle for a while.
import { WorkerClient } from '../../../base/worker-client.ts';
import { packBatch, type ScanBatch } from './batch.ts';
import type { ScanResult, ScanRequest } from './scan.ts';

const WORKER = new URL('./worker.ts', import.meta.url);

/** A batch that takes longer is aborted, and its worker terminated. */
const MAX_SCAN_MS = 60_000;
const IDLE_MS = 10_000;
const EMPTY_RESULT: ScanResult = { secrets: [], schema: null };

/** Scans messages; returns empty results for those that took too long. */
export class BodyScanner {
  /** The number of messages whose scan was aborted. */
  timedOut = 0;
  readonly #client = new WorkerClient<ScanBatch, readonly ScanResult[]>(WORKER, {
    name: 'insights',
    idleMs: IDLE_MS,
    transfer: ({ bytes }) => [bytes.buffer],
  });

  /** Scans one batch. Never rejects. */
  async scan(requests: readonly ScanRequest[]): Promise<readonly ScanResult[]> {
    const result = await this.#client.request(() => packBatch(requests), { timeoutMs: MAX_SCAN_MS });
    if (result.type === 'response') return result.response;
    this.timedOut += requests.length;
    return requests.map(() => EMPTY_RESULT);
  }

  async close(): Promise<void> {
    await this.#client.stop();
  }
}
