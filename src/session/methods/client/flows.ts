// Runs of flows in channels of a window.
import { z } from 'zod';
import { ParameterError, UserError } from '../../../base/errors.ts';
import type { FlowRecord } from '../../live/flow-run.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { wholeNumber } from '../fields.ts';
import { reference } from '../workspace/fields.ts';
import { channelId, channelOwner, opened, throughProxy } from './live-fields.ts';
import { routeOf } from './send.ts';

const MAX_STEPS = 100_000;
const STEP = 'the number of a step, such as "2" or "3.then.1"';

export const clientRunFlow = defineMethod({
  name: 'client.run_flow',
  summary: 'Runs a flow; its channel tells what each step did and set. It can begin at a step',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    ...channelOwner,
    flow: reference,
    from: wholeNumber(1, MAX_STEPS)
      .optional()
      .describe('The step to begin with, among those that no other contains; default 1'),
    after: channelId
      .optional()
      .describe('An earlier run of it: variables and the last response are as they were before this step'),
    environment: reference.optional(),
    dataset: reference.optional(),
    throughProxy,
  }),
  result: opened,
  async run(
    app,
    { window, tab, flow: name, from, after, environment, dataset, throughProxy: viaProxy = true },
  ) {
    const { collectionOfFlow } = await import('../../../runs/flows/index.ts');
    const { flowSources } = await import('../../../runs/flows/sources.ts');
    const { sendsOf } = await import('../../../runs/flows/sends.ts');
    const { startFlowRun } = await import('../../live/flow-run.ts');
    const { withScriptValues } = await import('../../live/script-variables.ts');
    const workspace = await app.workspace.open();
    const sources = await flowSources(workspace, name, environment);
    // Refuses unknown requests and steps before anything starts.
    sendsOf(sources.flow, sources.collections);
    if (from !== undefined && from > Math.max(1, sources.flow.steps.length))
      throw new ParameterError(`the flow ${sources.flow.name} has no step ${from}`, { field: 'from' });
    const state = after === undefined ? undefined : await stateBefore(app, after, from ?? 1, sources.flow.id);
    const values = (await app.clientState.scriptValues()).all();
    const collections = sources.collections.map(
      (each) => withScriptValues({ ...sources, collection: each }, values).collection,
    );
    const collection = collectionOfFlow(sources.flow, new Map());
    const valued = withScriptValues({ ...sources, collection }, values);
    const data = dataset === undefined ? [] : await rowsOf(app, dataset);
    const channel = app.channels.open({ kind: 'run', window, tab });
    startFlowRun(
      channel,
      workspace,
      {
        ...(await routeOf(app, viaProxy)),
        flow: sources.flow,
        collections,
        environment: valued.environment,
        globals: valued.globals,
        from,
        state,
        data,
        iterations: null,
        delayMs: 0,
        bail: false,
        insecure: false,
        timeoutMs: null,
        scriptTimeoutMs: null,
        fileRoots: [workspace.folder],
        modelPrices: app.workspace.modelPrices,
      },
      {
        folder: app.clientState.temporaryFolder(),
        onEnd: () => app.clientState.records(app.clientState.history().then((history) => history.runEnded())),
      },
    );
    return { channel: channel.id };
  },
});

export const clientFlowResponse = defineMethod({
  name: 'client.flow_response',
  summary: 'Returns the response that a step of a run of a flow has got, at most 1 MiB of it',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    channel: channelId,
    step: z.string(STEP).min(1, STEP).max(200, STEP),
    rounds: z
      .array(wholeNumber(1, MAX_STEPS))
      .max(50)
      .readonly()
      .optional()
      .describe('Rounds of the loops that contain it, the outermost first'),
  }),
  result: z.strictObject({
    status: z.int(),
    contentType: z.string(),
    text: z.string(),
    size: z.int().describe('Bytes of the whole body'),
  }),
  async run(app, { channel, step, rounds = [] }) {
    const { stepKey } = await import('../../live/flow-run.ts');
    const found = (await recordIn(app, channel)).response(stepKey(step, rounds));
    if (found !== undefined)
      return {
        status: found.status,
        contentType: found.contentType,
        text: found.text.toWellFormed(),
        size: found.size,
      };
    throw new UserError('NOT_FOUND', `step ${step} has no response that is kept`, { field: 'step' });
  },
});

async function recordIn({ channels }: AppContext, id: string): Promise<FlowRecord> {
  const { flowRecordOf } = await import('../../live/flow-run.ts');
  const channel = channels.named(id);
  const record = flowRecordOf(channel);
  if (record !== undefined) return record;
  throw new UserError('INVALID_DATA', `the channel is a ${channel.kind}, and no run of a flow`, {
    field: 'channel',
  });
}

async function stateBefore(app: AppContext, channel: string, step: number, flow: string) {
  const record = await recordIn(app, channel);
  const state = record.flow === flow ? record.state(step) : undefined;
  if (state !== undefined) return state;
  throw new ParameterError(`that run did not come to step ${step} of this flow`, { field: 'after' });
}

async function rowsOf(app: AppContext, name: string) {
  const found = await (await app.workspace.open()).dataset(name);
  if (found !== null && found.rows.length > 0) return found.rows;
  throw new ParameterError(
    found === null ? `there is no dataset ${JSON.stringify(name)}` : `the dataset ${name} has no rows`,
    { field: 'dataset' },
  );
}
