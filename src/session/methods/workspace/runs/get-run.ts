// Shows one past run.
import { z } from 'zod';
import { didYouMean } from '../../../../base/did-you-mean.ts';
import { ParameterError } from '../../../../base/errors.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { flag } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { anyObject, reference } from '../fields.ts';

export const getRun = defineMethod({
  name: 'get_run',
  summary: 'Shows a past run: totals and each request with tests, errors and the start of its bodies',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({
    runId: reference,
    failuresOnly: flag.optional().describe('Only requests that failed'),
  }),
  result: z.strictObject({
    runId: z.string(),
    collection: z.string(),
    environment: z.string().nullable(),
    startedAt: z.string(),
    success: z.boolean(),
    totals: anyObject,
    /** Empty when the run is too long ago; `failures` are kept longer. */
    requests: z.array(anyObject),
    failures: z.array(anyObject),
  }),
  async run({ workspace: context }: WorkspaceOwner, { runId, failuresOnly = false }) {
    const { isSuccess } = await import('../../../../runs/runner/totals.ts');
    const { RunHistory } = await import('../../../../runs/history/run-history.ts');
    const history = new RunHistory(await context.open());
    const runs = await history.list(() => undefined);
    const found = runs.find(({ id }) => id === runId);
    if (found === undefined) {
      const hint = didYouMean(
        runId,
        runs.map(({ id }) => id),
        'list_runs shows them',
      );
      throw new ParameterError(`there is no run ${JSON.stringify(runId)}: ${hint}`, { field: 'runId' });
    }
    const { collection, environment, startedAt, totals, failures } = found;
    const details = await history.details(runId);
    return {
      runId,
      collection: collection.name,
      environment,
      startedAt: new Date(startedAt).toISOString(),
      success: isSuccess(totals),
      totals: { ...totals },
      requests: details.filter((each) => each.hasFailed || !failuresOnly),
      failures,
    };
  },
});
