// Finds problems in API descriptions, on a thread of its own: its memory is bounded, and goes when it is done.
import { UserError } from '../../base/errors.ts';
import { WorkerClient } from '../../base/worker-client.ts';
import type { LintOptions, LintRequest, LintResponse, SpecProblem } from './problem.ts';

const WORKER = new URL('./lint-worker.ts', import.meta.url);
/** A small young generation keeps the peak low: most of what is parsed stays until the end. */
const LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 2048, stackSizeMb: 16 };

/** Resolves with the problems in the order of the file. Rejects with a UserError when it is no API description. */
export async function lintSpec(file: string, { ruleset }: LintOptions = {}): Promise<readonly SpecProblem[]> {
  const worker = new WorkerClient<LintRequest, LintResponse>(WORKER, {
    name: 'lint',
    resourceLimits: LIMITS,
  });
  try {
    const result = await worker.request(() => ({ file, ruleset }));
    if (result.type === 'failure')
      throw new UserError('INVALID_DATA', `${file} cannot be checked: ${result.reason}`);
    const { response } = result;
    if (response.type === 'problems') return response.problems;
    throw new UserError(response.code, response.message);
  } finally {
    await worker.close();
  }
}
