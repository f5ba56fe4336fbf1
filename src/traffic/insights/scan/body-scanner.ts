// Runs scan workers. They start with the first batches, and stop after they have been idle for a while.
import { WorkerClient } from '../../../base/worker-client.ts';
import { packBatch, unpackResults, type PackedResults, type ScanBatch } from './batch.ts';
import type { ScanResult, ScanRequest } from './scan.ts';

const WORKER = new URL('./worker.ts', import.meta.url);

/** A batch that takes longer is aborted, and its worker terminated. */
const MAX_SCAN_MS = 60_000;

type Client = WorkerClient<ScanBatch, PackedResults>;

function newClient(idleMs: number): Client {
  return new WorkerClient(WORKER, {
    name: 'insights',
    idleMs,
    transfer: ({ bytes }) => [bytes.buffer],
  });
}

/** Scans messages on workers. */
export class BodyScanner {
  /** The number of messages whose scan was aborted. */
  timedOut = 0;
  readonly #clients: readonly Client[];
  #turn = 0;

  /**
   * Creates a scanner with `workers` workers, each of which is given a batch in turn and ends after `idleMs`
   * milliseconds without one.
   */
  constructor({ workers, idleMs }: { readonly workers: number; readonly idleMs: number }) {
    this.#clients = Array.from({ length: workers }, () => newClient(idleMs));
  }

  /** The number of batches that are worth waiting for at the same time. */
  get capacity(): number {
    return this.#clients.length + 1;
  }

  /** Scans one batch. Returns null if it took too long; never rejects. */
  async scan(requests: readonly ScanRequest[]): Promise<readonly ScanResult[] | null> {
    const client = this.#clients[this.#turn++ % this.#clients.length]!;
    const result = await client.request(() => packBatch(requests), { timeoutMs: MAX_SCAN_MS });
    if (result.type === 'response') return unpackResults(result.response);
    this.timedOut += requests.length;
    return null;
  }

  /** Ends the workers for good: what waits is aborted. */
  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}
