// The failed requests of an earlier run, to be sent again alone.
import { UserError } from '../../base/errors.ts';
import type { PickedIteration } from '../runner/options.ts';
import type { PastRun, RunHistory } from './run-history.ts';
import { failedParts } from './run-results.ts';

/** Resolves with what failed in a run. Rejects with a UserError when nothing did, or when it is not known any more. */
export async function failedOf(
  history: RunHistory,
  run: PastRun | undefined,
): Promise<readonly PickedIteration[]> {
  if (run === undefined)
    throw new UserError('NOT_FOUND', 'there is no earlier run of this: run it as a whole first', {
      field: 'repeats',
    });
  const results = await history.results(run.id);
  if (results === null)
    throw new UserError('NOT_FOUND', 'the results of that run are not kept any more: run it as a whole', {
      field: 'repeats',
    });
  const parts = failedParts(results);
  if (parts.length > 0) return parts;
  throw new UserError('NOT_FOUND', 'nothing failed in that run: run it as a whole', { field: 'repeats' });
}
