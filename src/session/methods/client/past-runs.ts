// Runs of a collection: those that go on, in any window, and those of the history.
import { z } from 'zod';
import type { PastRun } from '../../../runs/history/run-history.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { wholeNumber } from '../fields.ts';
import { reference } from '../workspace/fields.ts';
import { pastRun, subject } from './run-fields.ts';

const MAX_PAST = 100;

export const clientRuns = defineMethod({
  name: 'client.runs',
  summary: 'Lists the runs that go on in all windows, and past ones, the latest first',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    collection: reference.optional().describe('Id of a collection; default: all'),
    limit: wholeNumber(0, MAX_PAST).optional().describe('Of past runs; default: 20; 0 reads none'),
  }),
  result: z.strictObject({
    running: z.array(
      z.strictObject({
        channel: z.string(),
        window: z.string(),
        tab: z.string(),
        startedAt: z.number(),
        collection: z.strictObject({ id: z.string(), name: z.string() }),
        done: z.number(),
        total: z.number(),
        failed: z.number(),
        isPaused: z.boolean(),
      }),
    ),
    past: z.array(pastRun),
    total: z.number().describe('Past runs that are kept'),
  }),
  async run({ channels, workspace: context }, { collection, limit = 20 }) {
    const { runOf } = await import('../../live/run.ts');
    const { RunHistory } = await import('../../../runs/history/run-history.ts');
    const { isSuccess } = await import('../../../runs/runner/totals.ts');
    const isOf = (of: { readonly id: string }): boolean => collection === undefined || of.id === collection;
    const running = channels.list().flatMap((channel) => {
      const run = channel.state === 'open' ? runOf(channel) : undefined;
      if (run === undefined || !isOf(run.progress.collection)) return [];
      const { id, owner, startedAt } = channel;
      return [{ channel: id, ...owner, startedAt, ...run.progress }];
    });
    const all = limit === 0 ? [] : await new RunHistory(await context.open()).list(() => undefined);
    const past = all.filter((each) => isOf(each.collection));
    return {
      running,
      past: past.slice(0, limit).map((each) => shownRun(each, isSuccess(each.totals))),
      total: past.length,
    };
  },
});

export const clientLastRun = defineMethod({
  name: 'client.last_run',
  summary: 'Returns the last run of the same selection, environment and data, and what failed in it',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject(subject),
  result: z.strictObject({
    run: pastRun.nullable(),
    failed: z
      .array(z.strictObject({ iteration: z.number(), requests: z.array(z.string()).readonly() }))
      .readonly()
      .describe('Ids by iteration; empty where they are not kept any more'),
  }),
  async run({ workspace: context }, { only = [], isOrdered = false, dataset, ...names }) {
    const { workspaceSources } = await import('../../../runs/runner/workspace-sources.ts');
    const { isSameRun, selectionOf } = await import('../../../runs/history/same-run.ts');
    const { RunHistory } = await import('../../../runs/history/run-history.ts');
    const { failedParts } = await import('../../../runs/history/run-results.ts');
    const { isSuccess } = await import('../../../runs/runner/totals.ts');
    const workspace = await context.open();
    const sources = await workspaceSources(workspace, names);
    const selection = selectionOf({ collection: sources.collection, only, isOrdered }, dataset);
    const history = new RunHistory(workspace);
    const found = (await history.list(() => undefined)).find((each) => isSameRun(each, sources, selection));
    if (found === undefined) return { run: null, failed: [] };
    return {
      run: shownRun(found, isSuccess(found.totals)),
      failed: failedParts((await history.results(found.id)) ?? []),
    };
  },
});

function shownRun(run: PastRun, success: boolean): z.output<typeof pastRun> {
  const { id, collection, environment, startedAt, selection, repeats = null, totals } = run;
  const isWhole = selection === undefined && repeats === null;
  return { id, collection, environment, startedAt, success, isWhole, repeats, totals: { ...totals } };
}
