// Runs in channels of a window.
import { z } from 'zod';
import { ParameterError, UserError } from '../../../base/errors.ts';
import type { LiveRun } from '../../live/run.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flag, wholeNumber } from '../fields.ts';
import { reference } from '../workspace/fields.ts';
import { channelId, channelOwner, opened, selection, throughProxy } from './live-fields.ts';
import { routeOf } from './send.ts';

const MAX_ITERATIONS = 100_000;
const HOUR_MS = 3_600_000;
const MAX_PARALLEL = 50;
const MAX_ROWS = 1000;

export const clientRun = defineMethod({
  name: 'client.run',
  summary:
    'Runs a collection or what is selected of it; its channel has a row for each request, and the totals',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    ...channelOwner,
    collection: reference,
    only: selection,
    isOrdered: flag.optional().describe('Run them in the order of only'),
    environment: reference.optional(),
    dataset: reference.optional(),
    iterations: wholeNumber(1, MAX_ITERATIONS).optional(),
    delayMs: wholeNumber(0, HOUR_MS).optional(),
    parallel: wholeNumber(1, MAX_PARALLEL).optional(),
    bail: flag.optional().describe('Stop at the first failure'),
    throughProxy,
    keepsValues: flag.optional().describe('Leave the values that its scripts set, as a send does'),
  }),
  result: opened,
  async run(app, { window, tab, only: selected = [], throughProxy: viaProxy = true, ...params }) {
    const { workspaceSources } = await import('../../../runs/runner/workspace-sources.ts');
    const { startRun } = await import('../../live/run.ts');
    const { withScriptValues } = await import('../../live/script-variables.ts');
    const { stepsOf } = await import('../../../runs/runner/steps.ts');
    const { isOrdered = false, dataset, iterations = null, parallel = 1, keepsValues = false } = params;
    if (keepsValues && parallel > 1)
      throw new ParameterError(
        'iterations at the same time have variables of their own: leave keepsValues out, or give parallel 1',
        { field: 'keepsValues' },
      );
    const workspace = await app.workspace.open();
    const values = await app.clientState.scriptValues();
    const sources = withScriptValues(await workspaceSources(workspace, params), values.all());
    // Refuses unknown names before anything starts.
    stepsOf(sources.collection, selected);
    const isAll = selected.length === 0 && dataset === undefined;
    const channel = app.channels.open({ kind: 'run', window, tab });
    startRun(
      channel,
      workspace,
      {
        ...sources,
        ...(await routeOf(app, viaProxy)),
        only: selected,
        isOrdered,
        iterations,
        delayMs: params.delayMs ?? 0,
        parallel,
        bail: params.bail === true,
        insecure: false,
        timeoutMs: null,
        scriptTimeoutMs: null,
        fileRoots: [workspace.folder],
        modelPrices: app.workspace.modelPrices,
      },
      {
        selection: isAll ? undefined : JSON.stringify({ only: selected, dataset }),
        values: keepsValues ? values : null,
        onEnd: () => app.clientState.records(app.clientState.history().then((history) => history.runEnded())),
      },
    );
    return { channel: channel.id };
  },
});

export const clientPause = defineMethod({
  name: 'client.pause',
  summary: 'Pauses a run before its next request, or lets it go on',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ channel: channelId, on: flag }),
  result: z.strictObject({ channel: z.string(), paused: z.boolean() }),
  async run(app, { channel, on }) {
    (await runIn(app, channel)).pause(on);
    return { channel, paused: on };
  },
});

export const clientRunResults = defineMethod({
  name: 'client.run_results',
  summary: 'Returns a page of the rows of a run, perhaps only of those that failed',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    channel: channelId,
    offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
    limit: wholeNumber(1, MAX_ROWS).optional().describe('Default: 100'),
    onlyFailed: flag.optional(),
  }),
  result: z.strictObject({ total: z.number(), rows: z.array(z.looseObject({ index: z.number() })) }),
  async run(app, { channel, offset = 0, limit = 100, onlyFailed = false }) {
    const { total, rows } = (await runIn(app, channel)).rows(offset, limit, onlyFailed);
    return { total, rows: rows.map((row) => ({ ...row })) };
  },
});

async function runIn({ channels }: AppContext, id: string): Promise<LiveRun> {
  const { runOf } = await import('../../live/run.ts');
  const channel = channels.named(id);
  const run = runOf(channel);
  if (run !== undefined) return run;
  throw new UserError('INVALID_DATA', `the channel is a ${channel.kind}, and no run`, { field: 'channel' });
}
