// Runs a flow, and keeps the run in the history.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { anyObject, reference } from '../fields.ts';

export const runClientFlow = defineMethod({
  name: 'run_client_flow',
  summary: 'Runs a flow of several steps; returns totals and why it stopped, get_run has the details',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['open world'],
  undo: { never: 'requests were sent' },
  params: z.strictObject({ flow: reference, environment: reference.optional() }),
  result: z.strictObject({
    runId: z.string(),
    success: z.boolean(),
    /** The step that was wrong, or the reason of another early end; null for a flow that came to its end. */
    stopped: z.string().nullable(),
    totals: anyObject,
  }),
  async run({ workspace: context }: WorkspaceOwner, { flow, environment }, signal, progress) {
    const { runFlow } = await import('../../../../runs/flows/index.ts');
    const { flowSources } = await import('../../../../runs/flows/sources.ts');
    const { progressReporter } = await import('../../../../runs/runner/progress.ts');
    const { isSuccess } = await import('../../../../runs/runner/totals.ts');
    const { RunHistory } = await import('../../../../runs/history/run-history.ts');
    const workspace = await context.open();
    const runId = randomUUID();
    const totals = await runFlow({
      ...(await flowSources(workspace, flow, environment)),
      data: [],
      iterations: null,
      delayMs: 0,
      bail: false,
      insecure: false,
      timeoutMs: null,
      scriptTimeoutMs: null,
      reporters: [new RunHistory(workspace).reporter(runId), progressReporter(progress)],
      fileRoots: [workspace.folder],
      modelPrices: context.modelPrices,
      processEnvironment: process.env,
      signal,
    });
    return { runId, success: isSuccess(totals), stopped: totals.stopped, totals: { ...totals } };
  },
});
