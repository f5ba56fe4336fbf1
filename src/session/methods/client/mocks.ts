// Mock servers in channels of a window.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import type { PassOn } from '../../../services/mock/pass-on.ts';
import type { Channel } from '../../channels/channel.ts';
import type { EndedMock } from '../../live/mock-contract.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flag, wholeNumber } from '../fields.ts';
import { reference } from '../workspace/fields.ts';
import { channelId, opened, tabName, windowName } from './live-fields.ts';

const MAX_PORT = 65_535;
const MAX_DELAY_MS = 3_600_000;
const MAX_SEED = 100;
const MAX_URL = 2000;

const SHARE = 'a percentage from 0 to 100';
const share = z.number(SHARE).min(0, SHARE).max(100, SHARE);
const failStatus = wholeNumber(400, 599);

export const clientStartMock = defineMethod({
  name: 'client.start_mock',
  summary:
    'Serves the saved examples of a collection, or those of an API description, and follows their files',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    window: windowName,
    tab: tabName,
    collection: reference.optional(),
    spec: reference
      .optional()
      .describe('An API description; beside a collection, for what that has no example of'),
    environment: reference.optional(),
    port: wholeNumber(0, MAX_PORT).optional().describe('Default: any free port'),
    stateful: flag.optional().describe('Remember what requests create, change and delete'),
    validate: flag.optional().describe('Refuse requests that do not fit the description'),
    onlyLog: flag.optional().describe('Answer those too, and say what is wrong; with validate'),
    failPercent: share.optional().describe('The share of the calls that fails'),
    failStatus: failStatus.optional().describe('Of those that fail; default 503'),
    delayMs: wholeNumber(0, MAX_DELAY_MS).optional().describe('Time before each response'),
    maxDelayMs: wholeNumber(0, MAX_DELAY_MS).optional().describe('For a random time from delayMs on'),
    https: flag.optional().describe('HTTPS with a certificate of the root'),
    dynamic: flag.optional().describe('Make values of the description from its schemas'),
    seed: z.string().max(MAX_SEED).optional().describe('The same values each time; with dynamic'),
    proxy: z.string().max(MAX_URL).optional().describe('URL of a server that gets what no example fits'),
    proxyChanges: flag.optional().describe('Pass on methods other than GET, HEAD and OPTIONS too'),
    keepsPassed: flag
      .optional()
      .describe('Keep what comes back: as examples of the collection, or in the description without one'),
    callbacks: flag.optional().describe('Send the callbacks of the description'),
  }),
  result: opened,
  async run(app, { window, tab, delayMs = 0, maxDelayMs = delayMs, https = false, ...given }) {
    const { proxy, proxyChanges = false, callbacks = false, keepsPassed = false, ...rest } = given;
    const { failPercent = 0, failStatus: status = 503, ...params } = rest;
    const failing = { percent: failPercent, status };
    if (params.collection === undefined && params.spec === undefined)
      throw new ParameterError('give collection, spec or both', { field: 'collection' });
    const passOn = passOnOf(proxy, proxyChanges);
    const delay = delayOf(delayMs, maxDelayMs);
    const { startMock } = await import('../../live/mock.ts');
    const channel = app.channels.open({ kind: 'mock', window, tab });
    try {
      const tls = https ? certificateOf(app) : null;
      await startMock(
        channel,
        app,
        { ...params, delay, tls, passOn, callbacks, failing, keeps: keepsPassed },
        (mock) => app.clientState.records(recordMock(app.clientState, channel, mock)),
      );
    } catch (error) {
      app.channels.close(channel.id);
      throw error;
    }
    return { channel: channel.id };
  },
});

function delayOf(min: number, max: number): { readonly min: number; readonly max: number } {
  if (max < min) throw new ParameterError('maxDelayMs is less than delayMs', { field: 'maxDelayMs' });
  return { min, max };
}

function passOnOf(proxy: string | undefined, passesChanges: boolean): PassOn | null {
  if (proxy === undefined) return null;
  const server = URL.parse(proxy);
  if (server !== null && /^https?:$/.test(server.protocol)) return { server, passesChanges };
  throw new ParameterError('proxy is not a URL: give one such as https://api.example.com/v1', {
    field: 'proxy',
  });
}

function certificateOf({ engine }: AppContext): { readonly cert: string; readonly key: string } {
  const { chainPem, keyPem } = engine.ca.leafFor(['localhost', '127.0.0.1', '::1']);
  return { cert: chainPem, key: keyPem };
}

async function recordMock(
  clientState: AppContext['clientState'],
  { id, startedAt }: Channel,
  { name, environment, url, calls, unmatched }: EndedMock,
): Promise<void> {
  (await clientState.history()).add({
    id,
    kind: 'mock',
    time: startedAt,
    name,
    request: null,
    environment,
    method: '',
    url,
    status: 0,
    size: 0,
    ms: Date.now() - startedAt,
    outcome: 'ended',
    reason: null,
    tests: { passed: 0, failed: 0 },
    requests: { total: calls, failed: unmatched },
  });
}

export const clientReloadMock = defineMethod({
  name: 'client.reload_mock',
  summary: 'Lets a mock server read its files again, now; it follows them anyway',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ channel: channelId }),
  result: z.strictObject({ channel: z.string(), examples: z.number() }),
  async run({ channels }, { channel }) {
    const { reloadMock } = await import('../../live/mock.ts');
    return { channel, examples: await reloadMock(channels.named(channel)) };
  },
});

export const clientChangeMock = defineMethod({
  name: 'client.change_mock',
  summary: 'Changes how a mock server behaves, without a restart; what clients have stored stays',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    channel: channelId,
    stateful: flag.optional(),
    validate: flag.optional(),
    onlyLog: flag.optional(),
    failPercent: share.optional(),
    failStatus: failStatus.optional().describe('Default 503'),
    dynamic: flag.optional(),
    delayMs: wholeNumber(0, MAX_DELAY_MS).optional(),
    maxDelayMs: wholeNumber(0, MAX_DELAY_MS).optional().describe('Default: delayMs'),
  }),
  result: z.strictObject({ channel: z.string() }),
  async run(
    { channels },
    { channel, delayMs, maxDelayMs = delayMs, failPercent, failStatus: status, ...given },
  ) {
    const { stateful, validate, onlyLog, dynamic } = given;
    if (delayMs === undefined && maxDelayMs !== undefined)
      throw new ParameterError('give delayMs too', { field: 'delayMs' });
    const { changeMock } = await import('../../live/mock.ts');
    await changeMock(channels.named(channel), {
      ...(delayMs !== undefined && { delay: delayOf(delayMs, maxDelayMs ?? delayMs) }),
      ...(stateful !== undefined && { stateful }),
      ...(validate !== undefined && { validate }),
      ...(onlyLog !== undefined && { onlyLog }),
      ...(failPercent !== undefined && { failing: { percent: failPercent, status: status ?? 503 } }),
      ...(dynamic !== undefined && { dynamic }),
    });
    return { channel };
  },
});

export const clientCheckPort = defineMethod({
  name: 'client.check_port',
  summary: 'Says if a port of this machine is free, who has it, and which one is free next',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ port: wholeNumber(1, MAX_PORT) }),
  result: z.strictObject({
    isFree: z.boolean(),
    holder: z
      .strictObject({ pid: z.number(), name: z.string().nullable() })
      .nullable()
      .describe('Null where the system does not tell'),
    next: z.number().nullable().describe('Null where none is free nearby'),
  }),
  async run(_, { port }) {
    const { isFreePort, nextFreePort } = await import('../../../system/port-holder/free-port.ts');
    const { portHolder } = await import('../../../system/port-holder/index.ts');
    if (await isFreePort(port)) return { isFree: true, holder: null, next: await nextFreePort(port) };
    return { isFree: false, holder: await portHolder(port), next: await nextFreePort(port) };
  },
});
