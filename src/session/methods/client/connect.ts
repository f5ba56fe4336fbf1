// Connections that stay open: WebSocket, Socket.IO, MQTT, TCP, streams of gRPC, and subscriptions of GraphQL.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import { REQUEST_TYPE_LABELS, type RequestType } from '../../../collections/model/request.ts';
import type { OpenConnection } from '../../../requests/protocols/contract.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flag, text, wholeNumber } from '../fields.ts';
import { seenTopics } from '../../../requests/descriptions/shapes.ts';
import { channelId, opened } from './live-fields.ts';
import { sendParams, start } from './send.ts';

const CONNECTED: ReadonlySet<RequestType> = new Set([
  'websocket',
  'socketio',
  'mqtt',
  'tcp',
  'grpc',
  'graphql',
]);

export const clientConnect = defineMethod({
  name: 'client.connect',
  summary: 'Opens a connection as the screen has it, takes its steps, and keeps it open; returns its channel',
  effect: 'write',
  faces: UI_ONLY,
  params: sendParams,
  result: opened,
  run: (app, params) =>
    start(app, params, 'connection', ({ type }) => {
      if (CONNECTED.has(type)) return;
      throw new ParameterError(
        `a request of the type ${REQUEST_TYPE_LABELS[type]} has no connection that stays open: send it`,
        { field: 'request' },
      );
    }),
});

const done = z.strictObject({ channel: z.string() });
const qos = z.union([z.literal(0), z.literal(1), z.literal(2)], '0, 1 or 2').optional();
const NAME = 'a topic or an event';
const subscription = z.string(NAME).min(1, NAME).max(65_535, NAME);

export const clientConnectionSend = defineMethod({
  name: 'client.connection_send',
  summary: 'Sends a message over an open connection',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    channel: channelId,
    text,
    kind: z.enum(['text', 'json', 'base64', 'hex'], '"text", "json", "base64" or "hex"').optional(),
    name: text.optional().describe('The topic of MQTT, the event of Socket.IO'),
    qos,
    retain: flag.optional(),
    acknowledged: flag.optional().describe('Of Socket.IO: wait for the acknowledgement'),
  }),
  result: done,
  run: (app, { channel, text: content, kind = 'text', name = '', qos: quality = 0, ...how }) =>
    act(app, channel, 'send', (send) =>
      send({
        kind,
        name,
        text: content,
        qos: quality,
        retain: how.retain === true,
        acknowledged: how.acknowledged === true,
      }),
    ),
});

export const clientSubscribe = defineMethod({
  name: 'client.subscribe',
  summary: 'Subscribes an open connection to a topic of MQTT or to an event of Socket.IO',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ channel: channelId, name: subscription, qos }),
  result: done,
  run: (app, { channel, name, qos: quality = 0 }) =>
    act(app, channel, 'subscribe', (subscribe) => subscribe(name, quality)),
});

export const clientUnsubscribe = defineMethod({
  name: 'client.unsubscribe',
  summary: 'Ends a subscription of an open connection',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ channel: channelId, name: subscription }),
  result: done,
  run: (app, { channel, name }) => act(app, channel, 'unsubscribe', (unsubscribe) => unsubscribe(name)),
});

export const clientHalfClose = defineMethod({
  name: 'client.half_close',
  summary: 'Says over an open connection that no more is sent; the server may go on',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ channel: channelId }),
  result: done,
  run: (app, { channel }) => act(app, channel, 'halfClose', (halfClose) => halfClose()),
});

export const clientClose = defineMethod({
  name: 'client.close',
  summary: 'Closes an open connection in order; its channel stays with its messages',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    channel: channelId,
    code: wholeNumber(1000, 4999).optional().describe('Of a WebSocket; default: 1000'),
    reason: text.optional(),
  }),
  result: done,
  run: (app, { channel, code = 1000, reason = '' }) =>
    act(app, channel, 'close', (close) => close(code, reason)),
});

const MAX_TOPICS = 10_000;

export const clientTopics = defineMethod({
  name: 'client.topics',
  summary: 'Returns the topics that a connection over MQTT has seen so far, with counts',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    channel: channelId,
    begin: text.optional().describe('Only topics and levels that begin with this'),
    limit: wholeNumber(1, MAX_TOPICS).optional().describe('Default: 1000'),
  }),
  result: z.strictObject({ total: z.int().describe('Of the topics with this beginning'), ...seenTopics }),
  async run({ channels }: AppContext, { channel, begin = '', limit = 1000 }) {
    const { topicsOf } = await import('../../live/connection.ts');
    const { topics, levels, omitted } = topicsOf(channels.named(channel));
    const found = topics.filter(({ topic }) => topic.startsWith(begin));
    const around = levels.filter(({ level }) => level.startsWith(begin));
    return { total: found.length, topics: found.slice(0, limit), levels: around, omitted };
  },
});

/** Calls a function of an open connection. Rejects with a UserError when the connection does not have it. */
async function act<K extends 'send' | 'subscribe' | 'unsubscribe' | 'halfClose' | 'close'>(
  { channels }: AppContext,
  id: string,
  what: K,
  call: (act: NonNullable<OpenConnection[K]>) => unknown,
): Promise<{ channel: string }> {
  const { connectionOf } = await import('../../live/connection.ts');
  const connection = connectionOf(channels.named(id));
  const own = connection[what];
  if (own === undefined)
    throw new ParameterError('its protocol has no such operation', {
      field: 'channel',
    });
  await call(own);
  return { channel: id };
}
