// The protocol of `grpc` requests: unary calls and all kinds of streams. On the wire a unary call is a stream with
// one message each way, so all kinds share one implementation.
import { isIP } from 'node:net';
import * as grpc from '@grpc/grpc-js';
import type protobuf from 'protobufjs';
import protojson from 'protobufjs/ext/protojson.js';
import type { z } from 'zod';
import { messageOf, UserError } from '../../../base/errors.ts';
import { formatAuthority } from '../../../codec/http1/target.ts';
import { proxyName, type UpstreamProxy } from '../../../net/proxy-routes/proxy-route.ts';
import type { HeaderField } from '../../auth/contract.ts';
import { grpc as schema } from '../../../collections/model/protocol-fields.ts';
import { defineProtocol, type ProtocolContext, type ProtocolRequest } from '../contract.ts';
import { authorized } from '../../http/exchange.ts';
import type { HttpSender } from '../../http/sender.ts';
import { addressOf } from '../shared/addresses.ts';
import { CONNECT_MS, converse, MAX_BYTES, type Conversation } from '../shared/conversation.ts';
import type { ProtocolExchange } from '../../response.ts';
import { tlsCredentials } from './credentials.ts';
import { methodOf, rootFor, servicesOf, type CalledMethod } from './definitions.ts';
import { fieldsOf, metadataOf } from './metadata.ts';
import { describedServices } from './services.ts';

export type GrpcRequest = ProtocolRequest<z.output<typeof schema>>;

export const grpcProtocol = defineProtocol({ type: 'grpc', schema, send });

async function send(request: GrpcRequest, context: ProtocolContext): Promise<ProtocolExchange> {
  const { fields, headers, settings } = request;
  const url = addressOf(request.url, ['grpc', 'grpcs', 'http', 'https']);
  const isTls = fields.tls || /^(?:grpcs|https):$/.test(url.protocol);
  const port = url.port === '' ? (isTls ? '443' : '80') : url.port;
  const origin = `${isTls ? 'https' : 'http'}://${url.hostname}:${port}`;
  const unsigned = {
    method: 'POST',
    url: `${origin}/${fields.service}/${fields.method}`,
    headers,
    body: Buffer.alloc(0),
  };
  const signed = await authorized(request.auth, unsigned, settings, context);
  const metadata = metadataOf(signed.headers);
  return converse(request, context, async (conversation) => {
    const proxy = await proxyOf(url.hostname, Number(port), isTls, context.sender);
    const key = JSON.stringify([origin, settings.verifyTls, fields.compression]);
    const client = clientOf(context.sender, key, () =>
      newClient(url, `${url.hostname}:${port}`, {
        credentials: isTls
          ? tlsCredentials(
              { host: url.hostname.replace(/[[\]]/g, ''), port: Number(port) },
              settings.verifyTls,
              context.sender,
              (error) => conversation.fail(error),
            )
          : null,
        proxy,
        compression: fields.compression,
      }),
    );
    watchConnection(client, conversation);
    const root = await conversation.unlessStopped(
      rootFor(fields, { client, metadata, conversation, origin, context }),
    );
    const isQuestion = fields.service === '' && fields.method === '';
    const method = isQuestion ? null : methodOf(root, fields.service, fields.method);
    const ending =
      method === null
        ? { status: 0, reason: 'OK', body: describedServices(servicesOf(root)) }
        : await call(client, method, encodedMessages(method, fields.messages), metadata, {
            conversation,
            deadlineMs: fields.deadlineMs,
            staysOpen: context.onOpen !== undefined,
          });
    return {
      originalRequest: unsigned,
      url: `${isTls ? 'grpcs' : 'grpc'}://${url.host}${method?.path ?? '/'}`,
      sent: { method: 'gRPC', headers: signed.headers, body: Buffer.from(fields.messages.join('\n')) },
      response: conversation.response({ protocol: 'gRPC', ...ending }),
    };
  });
}

interface ClientOptions {
  /** Null for plain text. */
  readonly credentials: grpc.ChannelCredentials | null;
  readonly compression: keyof typeof ALGORITHMS;
  /** Null for a direct connection. */
  readonly proxy: UpstreamProxy | null;
}

function newClient(
  url: URL,
  authority: string,
  { credentials, compression, proxy }: ClientOptions,
): grpc.Client {
  const address = proxy === null ? authority : formatAuthority(proxy.host, proxy.port);
  return new grpc.Client(`dns:${address}`, credentials ?? grpc.ChannelCredentials.createInsecure(), {
    'grpc.max_receive_message_length': MAX_BYTES,
    'grpc.default_compression_algorithm': ALGORITHMS[compression],
    'grpc.enable_retries': 0,
    'grpc.default_authority': authority,
    // The library would read the environment by its own rules.
    'grpc.enable_http_proxy': 0,
    ...(proxy !== null && { 'grpc.http_connect_target': `dns:${authority}` }),
    ...(proxy?.account && {
      'grpc.http_connect_creds': `${proxy.account.username}:${proxy.account.password}`,
    }),
    // An address is not a server name, and must not be sent as one.
    ...(isAddress(url) && { 'grpc.ssl_target_name_override': 'localhost' }),
  });
}

/** Clients by the sender of a run, whose end closes them. */
const CLIENTS = new WeakMap<HttpSender, Map<string, grpc.Client>>();

/** Returns the client whose connection is there, or creates one. */
function clientOf(sender: HttpSender, key: string, create: () => grpc.Client): grpc.Client {
  let clients = CLIENTS.get(sender);
  if (clients === undefined) {
    const opened = new Map<string, grpc.Client>();
    clients = opened;
    CLIENTS.set(sender, opened);
    sender.onClose(() => opened.forEach((client) => client.close()));
  }
  const known = clients.get(key);
  const state = known?.getChannel().getConnectivityState(false);
  const { TRANSIENT_FAILURE, SHUTDOWN } = grpc.connectivityState;
  if (known !== undefined && state !== TRANSIENT_FAILURE && state !== SHUTDOWN) return known;
  // A connection that waits before it reconnects would not try at once.
  known?.close();
  const client = create();
  clients.set(key, client);
  return client;
}

function isAddress({ hostname }: URL): boolean {
  return isIP(hostname.replace(/[[\]]/g, '')) !== 0;
}

/** Returns the proxy for a server; null for none. Throws a UserError for one of a kind that the library cannot use. */
async function proxyOf(
  host: string,
  port: number,
  isSecure: boolean,
  sender: HttpSender,
): Promise<UpstreamProxy | null> {
  const proxy = await sender.proxyFor({ host, port, isSecure });
  if (proxy === null || proxy.type === 'http') return proxy;
  throw new UserError(
    'UNSUPPORTED',
    `gRPC goes through proxies of the kind http://, and ${proxyName(proxy)} is none: name the server in NO_PROXY`,
  );
}

const ALGORITHMS = {
  none: grpc.compressionAlgorithms.identity,
  gzip: grpc.compressionAlgorithms.gzip,
  deflate: grpc.compressionAlgorithms.deflate,
} as const;

function watchConnection(client: grpc.Client, conversation: Conversation): void {
  const timer = setTimeout(() => {
    if (client.getChannel().getConnectivityState(false) !== grpc.connectivityState.READY)
      conversation.fail(
        new UserError('UNAVAILABLE', `the server could not be reached within ${CONNECT_MS} ms`),
      );
  }, CONNECT_MS);
  conversation.onClose(() => clearTimeout(timer));
}

interface EncodedMessage {
  readonly json: string;
  readonly bytes: Buffer;
}

/** Encodes messages that are given as ProtoJSON. Throws an Error that names the one that is wrong. */
function encodedMessages(
  { path, request, requestStream }: CalledMethod,
  messages: readonly string[],
): EncodedMessage[] {
  const given = messages.length === 0 && !requestStream ? ['{}'] : messages;
  if (given.length > 1 && !requestStream)
    throw new UserError(
      'INVALID_DATA',
      `${path.slice(1)} takes one message, and the request has ${given.length}`,
    );
  return given.map((json, index) => encodedMessage(request, json, `message ${index + 1}`));
}

/** Encodes ProtoJSON. Throws an Error that names the message. */
function encodedMessage(type: protobuf.Type, json: string, name: string): EncodedMessage {
  try {
    const message = protojson.fromJsonString(type, json.trim() === '' ? '{}' : json);
    return { json, bytes: Buffer.from(type.encode(message).finish()) };
  } catch (error) {
    throw new UserError('INVALID_DATA', `${name} is not a ${type.fullName.slice(1)}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

interface CallEnding {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly HeaderField[];
  readonly trailers: readonly HeaderField[];
}

interface CallOptions {
  readonly conversation: Conversation;
  /** 0 for none. */
  readonly deadlineMs: number;
  /** True to send further messages of a client stream until it is closed. */
  readonly staysOpen: boolean;
}

async function call(
  client: grpc.Client,
  { path, request, response, requestStream }: CalledMethod,
  messages: readonly EncodedMessage[],
  metadata: grpc.Metadata,
  { conversation, deadlineMs, staysOpen }: CallOptions,
): Promise<CallEnding> {
  const stream = client.makeBidiStreamRequest<EncodedMessage, Buffer>(
    path,
    ({ bytes }) => bytes,
    (bytes) => bytes,
    metadata,
    deadlineMs > 0 ? { deadline: Date.now() + deadlineMs } : {},
  );
  conversation.onClose(() => stream.cancel());
  const ended = endingOf(stream);
  stream.on('data', (bytes: Buffer) => {
    try {
      conversation.received(messageText(response, bytes));
    } catch (error) {
      conversation.fail(
        new UserError(
          'INVALID_DATA',
          `a message of the server is not a ${response.fullName.slice(1)}: ${messageOf(error)}`,
        ),
      );
    }
  });
  const send = async (message: EncodedMessage): Promise<void> => {
    conversation.sent(message.json);
    if (!stream.write(message)) await conversation.unlessStopped(drained(stream));
  };
  conversation.opened({
    facts: [],
    ...(requestStream && {
      send: ({ text }) => send(encodedMessage(request, text, 'the message')),
      halfClose: () => stream.end(),
    }),
    close: () => stream.cancel(),
  });
  for (const message of messages) await send(message);
  if (!staysOpen || !requestStream) stream.end();
  return conversation.unlessStopped(ended);
}

function messageText(type: protobuf.Type, bytes: Buffer): string {
  return protojson.toJsonString(type, type.decode(bytes));
}

/** Resolves when the stream takes more, or has ended. */
function drained(stream: grpc.ClientDuplexStream<EncodedMessage, Buffer>): Promise<void> {
  return new Promise((resolve) => {
    stream.once('drain', resolve);
    stream.once('status', () => resolve());
  });
}

/** Rejects when there was no connection, which is not an answer of the server. */
function endingOf(stream: grpc.ClientDuplexStream<EncodedMessage, Buffer>): Promise<CallEnding> {
  return new Promise((resolve, reject) => {
    let headers: readonly HeaderField[] = [];
    stream.on('metadata', (metadata) => (headers = fieldsOf(metadata)));
    // The status that follows reports the error.
    stream.on('error', () => undefined);
    stream.on('status', ({ code, details, metadata }) => {
      const isUnreachable = code === grpc.status.UNAVAILABLE && NO_CONNECTION.test(details);
      if (isUnreachable) reject(new UserError('UNAVAILABLE', `the server could not be reached: ${details}`));
      const trailers = fieldsOf(metadata);
      const message =
        details === '' || code === grpc.status.OK ? [] : [{ name: 'grpc-message', value: details }];
      resolve({
        status: code,
        reason: grpc.status[code],
        headers,
        trailers: [...trailers, ...message],
      });
    });
  });
}

const NO_CONNECTION = /^No connection established|^Name resolution failed/;
