// The other end of the thread on which parts of long texts are replaced: one text after another, each in its time.
import { WorkerClient } from '../../../base/worker-client.ts';
import type { ReplaceTask } from './replace-worker.ts';
import type { ReplaceResult, Replacement } from './replace-text.ts';

const WORKER = new URL('./replace-worker.ts', import.meta.url);

/** Beyond a task's own time: a thread that is new has to load, and a single match is not interrupted. */
const GRACE_MS = 3000;
const LATE: ReplaceResult = { type: 'late' };

export class ReplaceThread {
  readonly #client = new WorkerClient<ReplaceTask, ReplaceResult>(WORKER, { name: 'replace' });

  /** Never rejects. */
  async run(text: string, list: readonly Replacement[], mostMs: number): Promise<ReplaceResult> {
    const limits = { timeoutMs: mostMs + GRACE_MS };
    const result = await this.#client.request(() => ({ text, list, mostMs }), limits);
    return result.type === 'response' ? result.response : LATE;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
