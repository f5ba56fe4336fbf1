// Runs a collection, and keeps the run in the history.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { folderNamed } from '../../../../collections/edit/items.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { flag, wholeNumber } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { anyObject, reference } from '../fields.ts';

const MAX_ITERATIONS = 100_000;
const MAX_DELAY_MS = 3_600_000;

export const runCollection = defineMethod({
  name: 'run_collection',
  summary: 'Runs the requests and tests of a collection or folder; returns totals, get_run has the details',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['open world'],
  undo: { never: 'requests were sent' },
  params: z.strictObject({
    collection: reference,
    folder: reference.optional(),
    environment: reference.optional(),
    dataset: reference.optional(),
    iterations: wholeNumber(1, MAX_ITERATIONS).optional(),
    delayMs: wholeNumber(0, MAX_DELAY_MS).optional(),
    bail: flag.optional().describe('Stop at the first failure'),
    insecure: flag.optional().describe('Do not verify certificates'),
  }),
  result: z.strictObject({ runId: z.string(), success: z.boolean(), totals: anyObject }),
  async run({ workspace: context }: WorkspaceOwner, params, signal, progress) {
    const { workspaceSources } = await import('../../../../runs/runner/workspace-sources.ts');
    const runner = await import('../../../../runs/runner/run.ts');
    const { progressReporter } = await import('../../../../runs/runner/progress.ts');
    const { isSuccess } = await import('../../../../runs/runner/totals.ts');
    const { RunHistory } = await import('../../../../runs/history/run-history.ts');
    const workspace = await context.open();
    const sources = await workspaceSources(workspace, params);
    const only =
      params.folder === undefined ? [] : [folderNamed(sources.collection, params.folder).item.folder.id];
    const runId = randomUUID();
    const totals = await runner.runCollection({
      ...sources,
      only,
      iterations: params.iterations ?? null,
      delayMs: params.delayMs ?? 0,
      bail: params.bail === true,
      insecure: params.insecure === true,
      parallel: 1,
      timeoutMs: null,
      scriptTimeoutMs: null,
      reporters: [new RunHistory(workspace).reporter(runId), progressReporter(progress)],
      fileRoots: [workspace.folder],
      modelPrices: context.modelPrices,
      processEnvironment: process.env,
      signal,
    });
    return { runId, success: isSuccess(totals), totals: { ...totals } };
  },
});
