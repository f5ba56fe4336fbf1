// The other end of the thread that runs a PAC file: one question at a time, each within its time, or the thread goes.
import { WorkerClient } from '../../base/worker-client.ts';
import type { KnownNames, PacOutcome } from './pac-script.ts';
import type { PacQuestion } from './worker.ts';

const WORKER = new URL('./worker.ts', import.meta.url);

/** Above what the script itself is given: a native function that does not look at the clock is cut here. */
const MAX_MS = 3000;
/** A thread that is new has to load QuickJS too. */
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

  /** Never rejects. */
  async ask(url: string, host: string, known: KnownNames): Promise<PacOutcome> {
    const limits = { timeoutMs: MAX_MS, firstTimeoutMs: MAX_START_MS };
    const result = await this.#client.request(() => ({ url, host, known }), limits);
    if (result.type === 'failure') return { type: 'error', reason: result.reason, isBroken: true };
    return result.response;
  }

  /** Answers what it has been asked, and ends. */
  async retire(): Promise<void> {
    await this.#client.drained();
    await this.close();
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
