// Finds problems in API descriptions on a worker thread, whose memory is bounded and freed when the thread ends.
import { stat } from 'node:fs/promises';
import type { ResourceLimits } from 'node:worker_threads';
import { UserError } from '../base/errors.ts';
import { WorkerClient, type WorkerResult } from '../base/worker-client.ts';
import type { LintOptions, LintRequest, LintResponse, SpecProblem } from './problem.ts';

const WORKER = new URL('./lint-worker.ts', import.meta.url);
/** A small young generation keeps the peak low: most of what is parsed stays until the end. */
const LIMITS: ResourceLimits = { maxYoungGenerationSizeMb: 2, stackSizeMb: 16 };
const MIB = 1024 * 1024;
/** Memory that is enough for nearly every description; the nearer the limit, the sooner garbage is collected. */
const FIRST_MB = 96;
const MB_FOR_EACH = 32;
const MAX_MB = 4096;

/** Resolves with the problems in the order of the file. Rejects with a UserError when it is no API description. */
export async function lintSpec(file: string, { ruleset }: LintOptions = {}): Promise<readonly SpecProblem[]> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  const request: LintRequest = { file, ruleset };
  const first = await lintWithin(request, Math.min(MAX_MB, Math.ceil(FIRST_MB + (MB_FOR_EACH * size) / MIB)));
  const result = isOutOfMemory(first) ? await lintWithin(request, MAX_MB) : first;
  if (result.type === 'failure')
    throw new UserError('INVALID_DATA', `${file} cannot be checked: ${result.reason}`);
  const { response } = result;
  if (response.type === 'problems') return response.problems;
  throw new UserError(response.code, response.message);
}

async function lintWithin(request: LintRequest, megabytes: number): Promise<WorkerResult<LintResponse>> {
  const worker = new WorkerClient<LintRequest, LintResponse>(WORKER, {
    name: 'lint',
    resourceLimits: { ...LIMITS, maxOldGenerationSizeMb: megabytes },
  });
  try {
    return await worker.request(() => request);
  } finally {
    await worker.close();
  }
}

function isOutOfMemory(result: WorkerResult<LintResponse>): boolean {
  return result.type === 'failure' && result.reason.includes('memory limit');
}
