// Checks the text of an API description as it is typed. The thread stays, because it takes longer to start than to check
// a usual description; checks that nobody waits for any more are left out.
import type { ResourceLimits } from 'node:worker_threads';
import { UserError } from '../base/errors.ts';
import { WorkerClient } from '../base/worker-client.ts';
import type { OutlineGroup } from './outline.ts';
import type { LintRequest, LintResponse, SpecProblem } from './problem.ts';

const WORKER = new URL('./lint-worker.ts', import.meta.url);
const LIMITS: ResourceLimits = { maxOldGenerationSizeMb: 2048, stackSizeMb: 16 };
/** Milliseconds without a check after which the thread is given up. */
const IDLE_MS = 120_000;
/** Milliseconds for one check, after which the text counts as one that cannot be checked. */
const TIMEOUT_MS = 30_000;

const worker = new WorkerClient<LintRequest, LintResponse>(WORKER, {
  name: 'lint as typed',
  resourceLimits: LIMITS,
  idleMs: IDLE_MS,
  isBackground: true,
});
let turn: Promise<unknown> = Promise.resolve();

/** Starts the thread, because a text will be checked soon. */
export function prepareChecks(): void {
  worker.start();
}

export interface CheckedText {
  /** In the order of the text. */
  readonly problems: readonly SpecProblem[];
  /** Null for a text that cannot be read. */
  readonly outline: readonly OutlineGroup[] | null;
}

export interface TextToCheck extends Pick<LintRequest, 'file' | 'ruleset'> {
  readonly text: string;
}

/**
 * Checks `text` as if the file had it. Rejects with a UserError when it is no API description, and with the reason of
 * `signal` when that was aborted before its turn came.
 */
export async function checkText(given: TextToCheck, signal?: AbortSignal): Promise<CheckedText> {
  const own = turn.then(async () => {
    signal?.throwIfAborted();
    return worker.request(() => ({ ...given, hasOutline: true }), { timeoutMs: TIMEOUT_MS });
  });
  turn = own.catch(() => undefined);
  const result = await own;
  if (result.type === 'failure')
    throw new UserError('INVALID_DATA', `The text cannot be checked: ${result.reason}`);
  const { response } = result;
  if (response.type === 'refused') throw new UserError(response.code, response.message);
  return response;
}
