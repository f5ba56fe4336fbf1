// Runs a PAC file on a thread, one query at a time, each within a time limit after which the thread is ended.
import { WorkerClient } from '../../../base/worker-client.ts';
import type { KnownNames, PacOutcome } from './pac-script.ts';
import type { PacQuestion } from './worker.ts';

const WORKER = new URL('./worker.ts', import.meta.url);

/** Longer than the script's own limit: ends a native function that does not check the clock. */
const MAX_MS = 3000;
/** A new thread has to load QuickJS too. */
const MAX_START_MS = 15_000;

export class PacThread {
  readonly #client: WorkerClient<PacQuestion, PacOutcome>;

  constructor(text: string) {
    this.#client = new WorkerClient(WORKER, {
      name: 'pac',
      workerData: text,
      resourceLimits: { maxOldGenerationSizeMb: 128 },
      isBroken: (outcome) => outcome.type === 'error' && outcome.isBroken,
    });
  }

  /** Returns what the file decides for `url`. Never rejects. */
  async ask(url: string, host: string, known: KnownNames): Promise<PacOutcome> {
    const limits = { timeoutMs: MAX_MS, firstTimeoutMs: MAX_START_MS };
    const result = await this.#client.request(() => ({ url, host, known }), limits);
    if (result.type === 'failure') return { type: 'error', reason: result.reason, isBroken: true };
    return result.response;
  }

  /** Ends the thread after the queries in progress. */
  async retire(): Promise<void> {
    await this.#client.drained();
    await this.close();
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
