// Checks answers on a thread of its own, because a large description takes seconds, and the mock server is ready before.
import type { ResourceLimits } from 'node:worker_threads';
import { WorkerClient } from '../../base/worker-client.ts';
import type { AnswerReport } from './answers.ts';
import type { CheckTask } from './worker.ts';

const WORKER = new URL('./worker.ts', import.meta.url);
const LIMITS: ResourceLimits = { maxOldGenerationSizeMb: 2048, stackSizeMb: 16 };
const IDLE_MS = 1000;

const worker = new WorkerClient<CheckTask, AnswerReport>(WORKER, {
  name: 'answers',
  resourceLimits: LIMITS,
  idleMs: IDLE_MS,
  isBackground: true,
});

/** Resolves with null where the check broke off. */
export async function checkAnswers(task: CheckTask): Promise<AnswerReport | null> {
  const result = await worker.request(() => task);
  return result.type === 'response' ? result.response : null;
}
