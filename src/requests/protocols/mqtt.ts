// The protocol of `mqtt` requests (3.1.1 and 5): connects, subscribes, publishes, and listens.
import mqttLibrary, { type IClientOptions, type IClientPublishOptions, type MqttClient } from 'mqtt';
import type { z } from 'zod';
import { messageOf, UserError } from '../../base/errors.ts';
import { mqtt as schema } from '../../collections/model/protocol-fields.ts';
import { defineProtocol, type ProtocolContext, type ProtocolRequest } from './contract.ts';
import { addressOf, hostAndPort, loginOf, publicUrl } from './shared/addresses.ts';
import { agentFor } from './shared/agents.ts';
import { CONNECT_MS, converse, type Conversation } from './shared/conversation.ts';
import { inTime, openTls } from './shared/sockets.ts';
import { dataOf } from './shared/steps.ts';
import type { ProtocolExchange } from '../response.ts';
import { Topics } from '../topics.ts';

export const mqtt = defineProtocol({ type: 'mqtt', schema, send });

type MqttRequest = ProtocolRequest<z.output<typeof schema>>;

async function send(request: MqttRequest, context: ProtocolContext): Promise<ProtocolExchange> {
  const { fields } = request;
  const url = addressOf(request.url, ['mqtt', 'mqtts', 'ws', 'wss']);
  return converse(request, context, async (conversation) => {
    const client = await connect(url, request, conversation, context);
    const topics = new Topics();
    client.on('message', (topic, payload) => {
      topics.add(topic, payload);
      conversation.received(textOrBytes(payload), topic);
    });
    const { reasonCode, isSessionPresent } = await conversation.unlessStopped(
      connected(client, conversation),
    );
    const headers = [{ name: 'session-present', value: String(isSessionPresent) }];
    const publish = publisher(client, conversation);
    conversation.opened({
      facts: headers,
      subscriptions: fields.subscribe.map(({ topic }) => topic),
      send: ({ name, qos, retain, ...message }) => publish(name, dataOf(message), { qos, retain }),
      subscribe: (topic, qos) => subscribe(client, [{ topic, qos }], conversation),
      unsubscribe: async (topic) => {
        await client.unsubscribeAsync(topic);
      },
      topics: () => topics.seen(),
      close: () => conversation.end(),
    });
    await subscribe(client, fields.subscribe, conversation);
    for (const { topic, payload, qos, retain } of fields.publish)
      await publish(topic, payload, { qos: qos as 0 | 1 | 2, retain });
    const { until } = fields;
    if (fields.subscribe.length > 0 || context.onOpen !== undefined)
      await conversation.stay(fields.listenMs, () => until > 0 && receivedCount(conversation) >= until);
    if (client.connected) await conversation.unlessStopped(client.endAsync());
    const address = publicUrl(url);
    const sent = { method: 'MQTT', url: address, headers: [], body: Buffer.alloc(0) };
    return {
      originalRequest: sent,
      url: address,
      sent,
      response: conversation.response({
        status: reasonCode,
        reason: 'Connection accepted',
        protocol: `MQTT ${fields.version}`,
        headers,
      }),
    };
  });
}

/** Resolves with a client that is connecting. It ends with the conversation. */
async function connect(
  url: URL,
  request: MqttRequest,
  conversation: Conversation,
  context: ProtocolContext,
): Promise<MqttClient> {
  const options = clientOptions(url, request);
  const client =
    url.protocol === 'mqtts:'
      ? await securedClient(url, options, request, conversation, context)
      : mqttLibrary.connect(publicUrl(url), { ...options, ...socketOptions(url, request.settings, context) });
  conversation.onClose(() => client.end(true));
  return client;
}

function clientOptions(url: URL, { auth, fields }: MqttRequest): IClientOptions {
  const login =
    fields.username === ''
      ? loginOf(auth, url, 'MQTT')
      : { username: fields.username, password: fields.password };
  return {
    protocolVersion: fields.version === '5' ? 5 : 4,
    clean: fields.cleanSession,
    keepalive: fields.keepAliveSeconds,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_MS,
    ...(fields.clientId !== '' && { clientId: fields.clientId }),
    ...(login !== null && { username: login.username, password: login.password }),
    ...(fields.will !== undefined && fields.will.topic !== '' && { will: willOf(fields.will) }),
    manualConnect: false,
  };
}

function socketOptions(
  { protocol }: URL,
  { verifyTls }: MqttRequest['settings'],
  { sender }: ProtocolContext,
): object {
  return protocol === 'mqtt:'
    ? {}
    : { wsOptions: { agent: agentFor(protocol === 'wss:', verifyTls, sender) } };
}

/** Resolves with a client over TLS. The library would send the password before the server is verified. */
async function securedClient(
  url: URL,
  options: IClientOptions,
  { settings }: MqttRequest,
  conversation: Conversation,
  { sender }: ProtocolContext,
): Promise<MqttClient> {
  const server = hostAndPort(url, 8883);
  const opening = openTls(server, sender, settings.verifyTls, conversation);
  const socket = await inTime(opening, conversation);
  return new mqttLibrary.MqttClient(() => socket, options);
}

function willOf({
  topic,
  payload,
  qos,
  retain,
}: NonNullable<MqttRequest['fields']['will']>): IClientOptions['will'] {
  return { topic, payload: Buffer.from(payload), qos: qos as 0 | 1 | 2, retain };
}

interface Accepted {
  readonly reasonCode: number;
  readonly isSessionPresent: boolean;
}

function connected(client: MqttClient, conversation: Conversation): Promise<Accepted> {
  return new Promise((resolve, reject) => {
    client.on('connect', ({ returnCode, reasonCode, sessionPresent }) =>
      resolve({ reasonCode: reasonCode ?? returnCode ?? 0, isSessionPresent: sessionPresent }),
    );
    const fail = (error: Error): void => {
      const refusal = refusalOf(error);
      reject(refusal);
      conversation.fail(refusal);
    };
    client.on('error', fail);
    client.on('close', () => {
      reject(new UserError('UNAVAILABLE', 'the broker has closed the connection before it accepted it'));
      conversation.end();
    });
  });
}

/** An error with a code of the protocol is a refusal of the broker. */
function refusalOf(error: Error): Error {
  const code = 'code' in error && typeof error.code === 'number' ? error.code : null;
  return code === null
    ? error
    : new UserError('UNAVAILABLE', `the broker refused: ${messageOf(error)} (${code})`);
}

async function subscribe(
  client: MqttClient,
  subscriptions: MqttRequest['fields']['subscribe'],
  conversation: Conversation,
): Promise<void> {
  for (const { topic, qos } of subscriptions) {
    try {
      const granted = await conversation.unlessStopped(
        client.subscribeAsync(topic, { qos: qos as 0 | 1 | 2 }),
      );
      const refused = granted.find((grant) => grant.qos >= 128);
      if (refused !== undefined) throw new Error(`reason ${refused.qos}`);
    } catch (error) {
      conversation.signal.throwIfAborted();
      throw new UserError(
        'INVALID_DATA',
        `the broker refused the subscription to ${JSON.stringify(topic)}: ${messageOf(error)}`,
        { cause: error },
      );
    }
  }
}

function publisher(client: MqttClient, conversation: Conversation) {
  return async (
    topic: string,
    payload: Buffer | string,
    options: Pick<IClientPublishOptions, 'qos' | 'retain'>,
  ): Promise<void> => {
    conversation.sent(payload, topic);
    await conversation.unlessStopped(client.publishAsync(topic, payload, options as IClientPublishOptions));
  };
}

function receivedCount({ messages }: Conversation): number {
  return messages.filter(({ direction }) => direction === 'received').length;
}

/** Returns bytes that are not UTF-8 as they are, and others as text. */
function textOrBytes(payload: Buffer): string | Buffer {
  const text = payload.toString();
  return Buffer.from(text).equals(payload) ? text : payload;
}
