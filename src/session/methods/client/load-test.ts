// Load tests in channels of a window.
import { z } from 'zod';
import { messageOf, ParameterError } from '../../../base/errors.ts';
import { PROFILES } from '../../../services/perf/profile.ts';
import type { Threshold } from '../../../services/perf/thresholds.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { wholeNumber } from '../fields.ts';
import { reference } from '../workspace/fields.ts';
import { channelOwner, opened, selection } from './live-fields.ts';

const HOUR_MS = 3_600_000;
const SECOND_MS = 1000;
const MAX_USERS = 1000;
const MAX_RATE = 100_000;
const MAX_THRESHOLDS = 20;
const THRESHOLD = 'a condition such as "p95>300"';

export const clientLoadTest = defineMethod({
  name: 'client.load_test',
  summary: 'Starts a load test; its channel has the figures of each second, and the result',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    ...channelOwner,
    collection: reference,
    only: selection,
    environment: reference.optional(),
    dataset: reference.optional(),
    users: wholeNumber(1, MAX_USERS).optional().describe('Virtual users, default 10'),
    durationSeconds: wholeNumber(1, 3600).optional().describe('Default 30'),
    profile: z.enum(PROFILES, PROFILES.join(', ')).optional(),
    thinkTimeMs: wholeNumber(0, HOUR_MS).optional(),
    rate: wholeNumber(1, MAX_RATE).optional().describe('Iterations a second, whatever the server does'),
    thresholds: z
      .array(z.string(THRESHOLD), 'a list of conditions')
      .max(MAX_THRESHOLDS)
      .optional()
      .describe(
        'Conditions that make it fail, such as p95>300 and errors>1%, as for proxyctl perf --fail-if',
      ),
  }),
  result: opened,
  async run(app, { window, tab, only: selected = [], thresholds = [], ...params }) {
    const { workspaceSources } = await import('../../../runs/runner/workspace-sources.ts');
    const { startLoadTest } = await import('../../live/load-test.ts');
    const { withScriptValues } = await import('../../live/script-variables.ts');
    const about = {
      dataset: params.dataset ?? null,
      thresholds: await parsedThresholds(thresholds),
      history: await app.clientState.settledHistory(),
    };
    const workspace = await app.workspace.open();
    const values = (await app.clientState.scriptValues()).all();
    const sources = withScriptValues(await workspaceSources(workspace, params), values);
    const channel = app.channels.open({ kind: 'load test', window, tab });
    try {
      const options = {
        ...sources,
        only: selected,
        users: params.users ?? 10,
        durationMs: (params.durationSeconds ?? 30) * SECOND_MS,
        profile: params.profile ?? 'fixed',
        thinkTimeMs: params.thinkTimeMs ?? 0,
        rate: params.rate ?? null,
        threads: 1,
        insecure: false,
        timeoutMs: null,
        fileRoots: [workspace.folder],
        processEnvironment: process.env,
      };
      startLoadTest(channel, app.workspace.jobs, options, about);
    } catch (error) {
      app.channels.close(channel.id);
      throw error;
    }
    return { channel: channel.id };
  },
});

/** Parses thresholds. Rejects with a ParameterError that names the first one which is not valid. */
async function parsedThresholds(texts: readonly string[]): Promise<readonly Threshold[]> {
  const { parseThreshold } = await import('../../../services/perf/thresholds.ts');
  return texts.map((text, at) => {
    try {
      return parseThreshold(text, '');
    } catch (error) {
      throw new ParameterError(messageOf(error), { field: `thresholds[${at}]` });
    }
  });
}
