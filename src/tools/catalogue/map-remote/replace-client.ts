// The client of the worker that replaces text in long bodies: one after another, each with a time limit.
import { WorkerClient } from '../../../base/worker-client.ts';
import type { ReplaceTask } from './replace-worker.ts';
import type { ReplaceResult, Replacement } from './replace-text.ts';

const WORKER = new URL('./replace-worker.ts', import.meta.url);

/** Milliseconds on top of a task's own limit: a new worker has to load, and a single match cannot be interrupted. */
const GRACE_MS = 3000;
const LATE: ReplaceResult = { type: 'late' };

export class ReplaceThread {
  readonly #client = new WorkerClient<ReplaceTask, ReplaceResult>(WORKER, { name: 'replace' });

  /** Never rejects. */
  async run(text: string, list: readonly Replacement[], maxMs: number): Promise<ReplaceResult> {
    const limits = { timeoutMs: maxMs + GRACE_MS };
    const result = await this.#client.request(() => ({ text, list, maxMs }), limits);
    return result.type === 'response' ? result.response : LATE;
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}
