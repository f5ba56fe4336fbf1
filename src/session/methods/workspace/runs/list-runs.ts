// Lists past runs of collections and flows.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { wholeNumber } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { anyObject } from '../fields.ts';

const DEFAULT_LIMIT = 20;

export const listRuns = defineMethod({
  name: 'list_runs',
  summary: 'Lists past runs on this machine with their totals, the latest first; get_run has the details',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({
    limit: wholeNumber(1, 100).optional().describe(`By default ${DEFAULT_LIMIT}`),
  }),
  result: z.array(
    z.strictObject({
      runId: z.string(),
      collection: z.string(),
      environment: z.string().nullable(),
      /** ISO 8601. */
      startedAt: z.string(),
      success: z.boolean(),
      totals: anyObject,
    }),
  ),
  async run({ workspace: context }: WorkspaceOwner, { limit = DEFAULT_LIMIT }) {
    const { isSuccess } = await import('../../../../runs/runner/totals.ts');
    const { RunHistory } = await import('../../../../runs/history/run-history.ts');
    const workspace = await context.open();
    const runs = await new RunHistory(workspace).list(() => undefined);
    return runs.slice(0, limit).map(({ id, collection, environment, startedAt, totals }) => ({
      runId: id,
      collection: collection.name,
      environment,
      startedAt: new Date(startedAt).toISOString(),
      success: isSuccess(totals),
      totals: { ...totals },
    }));
  },
});
