// Asks the server of a request on the screen what it offers.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import { isHttpBased } from '../../../collections/model/http-based.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import { serverDescription } from '../../../requests/descriptions/shapes.ts';
import type { RunOptions } from '../../../runs/runner/options.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { wholeNumber } from '../fields.ts';
import { onScreen, opened, tabName, throughProxy, windowName } from './live-fields.ts';
import { screenRequest, type OnScreen } from './screen-request.ts';
import { routeOf } from './send.ts';

const MAX_LISTEN_MS = 3_600_000;

const listenMs = wholeNumber(100, MAX_LISTEN_MS)
  .optional()
  .describe('For MQTT: how long to listen; default: 2000');

export const describeServer = defineMethod({
  name: 'client.describe_server',
  summary: 'Asks the server of a request what it offers: schema, services, tools, tables or topics',
  effect: 'read',
  faces: UI_ONLY,
  hints: ['open world'],
  params: z.strictObject({ ...onScreen, throughProxy, listenMs }),
  result: serverDescription,
  async run(app: AppContext, { throughProxy: viaProxy = true, listenMs: ms, ...given }, signal) {
    const { describeServer: describe } = await import('../../../runs/describe-server.ts');
    const { id, options } = await describeOptions(app, viaProxy, given);
    return describe({ ...options, signal }, id, { listenMs: ms });
  },
});

export const listenTopics = defineMethod({
  name: 'client.listen_topics',
  summary: 'Listens to the topics of an MQTT broker; its channel tells how many, and all of them at the end',
  effect: 'read',
  faces: UI_ONLY,
  hints: ['open world'],
  params: z.strictObject({ window: windowName, tab: tabName, ...onScreen, throughProxy, listenMs }),
  result: opened,
  async run(app: AppContext, { window, tab, throughProxy: viaProxy = true, listenMs: ms, ...given }) {
    const { listenToTopics } = await import('../../live/topics.ts');
    const { id, type, options } = await describeOptions(app, viaProxy, given);
    if (type !== 'mqtt')
      throw new ParameterError('only MQTT has topics: ask the server with describe_server', {
        field: 'request',
      });
    const channel = app.channels.open({ kind: 'topics', window, tab });
    // It never rejects: the channel says how it ended.
    void listenToTopics(channel, options, id, ms);
    return { channel: channel.id };
  },
});

interface Described extends Pick<SavedRequest, 'id' | 'type'> {
  readonly options: Omit<RunOptions, 'only' | 'reporters' | 'data'>;
}

async function describeOptions(app: AppContext, viaProxy: boolean, given: OnScreen): Promise<Described> {
  const { workspace, request, isStored: _, ...sources } = await screenRequest(app, given);
  const options = {
    ...sources,
    ...(await routeOf(app, viaProxy && isHttpBased(request))),
    iterations: 1,
    delayMs: 0,
    bail: false,
    insecure: false,
    parallel: 1,
    timeoutMs: null,
    scriptTimeoutMs: null,
    fileRoots: [workspace.folder],
    ...(await app.clientState.credentials()),
  };
  return { id: request.id, type: request.type, options };
}
