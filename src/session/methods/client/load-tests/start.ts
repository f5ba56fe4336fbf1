// Load tests in channels of a window.
import { z } from 'zod';
import { UserError } from '../../../../base/errors.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { channelId, channelOwner, opened } from '../live-fields.ts';
import { loadOptions, loadParams } from './options.ts';

export const clientLoadTest = defineMethod({
  name: 'client.load_test',
  summary: 'Starts a load test; its channel has the figures of each second, and the result',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ ...channelOwner, ...loadParams }),
  result: opened,
  async run(app, { window, tab, ...params }) {
    const { startLoadTest } = await import('../../../live/load-test.ts');
    const history = await app.clientState.settledHistory();
    const options = await loadOptions(app, params);
    const channel = app.channels.open({ kind: 'load test', window, tab });
    try {
      startLoadTest(channel, app.workspace.jobs, options, {
        dataset: params.dataset ?? null,
        history,
      });
    } catch (error) {
      app.channels.close(channel.id);
      throw error;
    }
    return { channel: channel.id };
  },
});

export const clientLoadTestTotals = defineMethod({
  name: 'client.load_test_totals',
  summary: 'Returns the figures of a load test so far, for each request too, with samples of its errors',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ channel: channelId }),
  result: z.strictObject({ totals: z.looseObject({}).nullable().describe('Null before the first second') }),
  async run({ channels }, { channel: id }) {
    const { runningLoadTest } = await import('../../../live/load-test.ts');
    const channel = channels.named(id);
    const test = runningLoadTest(channel);
    if (test === undefined)
      throw new UserError('INVALID_DATA', `the channel is a ${channel.kind}, and no load test`, {
        field: 'channel',
      });
    const totals = test.totals();
    return { totals: totals === null ? null : { ...totals } };
  },
});
