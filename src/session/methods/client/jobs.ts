// Runs in channels of a window.
import { z } from 'zod';
import { ParameterError, UserError } from '../../../base/errors.ts';
import type { Workspace } from '../../../collections/storage/workspace.ts';
import {
  addedVariables as variablesOf,
  withEnvironmentVariables,
} from '../../../runs/runner/added-variables.ts';
import type { PickedIteration } from '../../../runs/runner/options.ts';
import type { WorkspaceSources } from '../../../runs/runner/workspace-sources.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flag, wholeNumber } from '../fields.ts';
import { reference } from '../workspace/fields.ts';
import { channelId, channelOwner, opened, throughProxy } from './live-fields.ts';
import { subject } from './run-fields.ts';
import { runIn } from './run-results.ts';
import { routeOf } from './send.ts';

const MAX_ITERATIONS = 100_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_PARALLEL = 50;
const addedVariables = z.record(reference, z.string('a text'), 'texts by name');

export const clientRun = defineMethod({
  name: 'client.run',
  summary:
    'Runs a collection or what is selected of it; its channel has a row for each request, and the totals',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    ...channelOwner,
    ...subject,
    iterations: wholeNumber(1, MAX_ITERATIONS).optional(),
    delayMs: wholeNumber(0, HOUR_MS).optional(),
    parallel: wholeNumber(1, MAX_PARALLEL).optional(),
    timeoutMs: wholeNumber(0, HOUR_MS).optional().describe('Of each request, in place of its own'),
    totalTimeoutMs: wholeNumber(0, DAY_MS).optional().describe('Of the whole run'),
    scriptTimeoutMs: wholeNumber(0, HOUR_MS).optional().describe('Of each script, waiting left out'),
    bail: flag.optional().describe('Stop at the first failure'),
    failsOnEarlyEnd: flag
      .optional()
      .describe('Fail where a script ended an iteration before its last request'),
    ignoreRedirects: flag.optional().describe('Follow no redirects'),
    allowBroken: flag.optional().describe('Run the rest when files of the collection cannot be read'),
    envVars: addedVariables.optional().describe('Variables that are added to the environment'),
    globalVars: addedVariables.optional().describe('Variables that are added to the globals'),
    insecure: flag.optional().describe('Do not verify certificates'),
    throughProxy,
    keepsValues: flag.optional().describe('Leave the values that its scripts set, as a send does'),
    keepBodies: z
      .enum(['failed', 'all'], 'failed or all')
      .optional()
      .describe('Of which requests bodies are kept; default: failed'),
    repeats: reference.optional().describe('Id of a past run: only what failed in it is sent again'),
  }),
  result: opened,
  async run(app, { window, tab, only = [], throughProxy: viaProxy = true, ...params }) {
    const { workspaceSources } = await import('../../../runs/runner/workspace-sources.ts');
    const { selectionOf } = await import('../../../runs/history/same-run.ts');
    const { startRun } = await import('../../live/run.ts');
    const { withScriptValues } = await import('../../live/script-variables.ts');
    const { isOrdered = false, parallel = 1, keepsValues = false, repeats } = params;
    if (keepsValues && parallel > 1)
      throw new ParameterError(
        'iterations at the same time have variables of their own: leave keepsValues out, or give parallel 1',
        { field: 'keepsValues' },
      );
    const workspace = await app.workspace.open();
    const values = await app.clientState.scriptValues();
    const sources = withAdded(
      withScriptValues(await workspaceSources(workspace, params), values.all()),
      params.envVars,
      params.globalVars,
    );
    // Refuses unknown names before anything starts.
    const selection = selectionOf({ collection: sources.collection, only, isOrdered }, params.dataset);
    const picked =
      repeats === undefined ? undefined : await failedIn(workspace, repeats, sources.collection.id);
    const route = await routeOf(app, viaProxy);
    const channel = app.channels.open({ kind: 'run', window, tab });
    startRun(
      channel,
      workspace,
      {
        ...sources,
        ...route,
        only,
        isOrdered,
        picked,
        iterations: params.iterations ?? null,
        delayMs: params.delayMs ?? 0,
        parallel,
        bail: params.bail === true,
        insecure: params.insecure === true,
        timeoutMs: params.timeoutMs ?? null,
        // As on the command line, 0 is the default: scripts always have a limit.
        scriptTimeoutMs: params.scriptTimeoutMs || null,
        ignoreRedirects: params.ignoreRedirects === true,
        failsOnEarlyEnd: params.failsOnEarlyEnd === true,
        fileRoots: [workspace.folder],
        modelPrices: app.workspace.modelPrices,
      },
      {
        selection,
        repeats,
        totalTimeoutMs: params.totalTimeoutMs ?? 0,
        keepBodies: params.keepBodies ?? 'failed',
        folder: app.clientState.temporaryFolder(),
        values: keepsValues ? values : null,
        onEnd: () => app.clientState.records(app.clientState.history().then((history) => history.runEnded())),
      },
    );
    return { channel: channel.id };
  },
});

/** Returns the sources with further variables. */
function withAdded(
  sources: WorkspaceSources,
  envVars: Readonly<Record<string, string>> = {},
  globalVars: Readonly<Record<string, string>> = {},
): WorkspaceSources {
  return {
    ...sources,
    environment: withEnvironmentVariables(sources.environment, Object.entries(envVars)),
    globals: [...sources.globals, ...variablesOf(Object.entries(globalVars))],
  };
}

async function failedIn(
  workspace: Workspace,
  run: string,
  collection: string,
): Promise<readonly PickedIteration[]> {
  const { RunHistory } = await import('../../../runs/history/run-history.ts');
  const { failedOf } = await import('../../../runs/history/failed-again.ts');
  const history = new RunHistory(workspace);
  const found = (await history.list(() => undefined)).find(({ id }) => id === run);
  if (found !== undefined && found.collection.id !== collection)
    throw new UserError('INVALID_DATA', `that run was of ${found.collection.name}`, { field: 'repeats' });
  return failedOf(history, found);
}

export const clientPause = defineMethod({
  name: 'client.pause',
  summary: 'Pauses a run before its next request, or lets it go on',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ channel: channelId, on: flag }),
  result: z.strictObject({ channel: z.string(), paused: z.boolean() }),
  async run(app: AppContext, { channel, on }) {
    (await runIn(app, channel)).pause(on);
    return { channel, paused: on };
  },
});
