// The protocol of `socketio` requests (Socket.IO 3 and 4): connects to a namespace, emits events, and listens.
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { z } from 'zod';
import { messageOf, UserError } from '../../base/errors.ts';
import type { HeaderField } from '../auth/contract.ts';
import { socketio as schema } from '../../collections/model/protocol-fields.ts';
import {
  defineProtocol,
  type OutgoingMessage,
  type ProtocolContext,
  type ProtocolRequest,
} from './contract.ts';
import { UntrustedCertificate } from '../../net/untrusted-certificate.ts';
import { authorized } from '../http/exchange.ts';
import { buildUrl, urlText } from '../http/url.ts';
import { agentFor } from './shared/agents.ts';
import { CONNECT_MS, converse, type Conversation } from './shared/conversation.ts';
import { dataOf } from './shared/steps.ts';
import type { ProtocolExchange } from '../response.ts';

export const socketio = defineProtocol({ type: 'socketio', schema, send });

type SocketIoRequest = ProtocolRequest<z.output<typeof schema>>;

async function send(request: SocketIoRequest, context: ProtocolContext): Promise<ProtocolExchange> {
  const { url, headers, fields, settings } = request;
  const target = buildUrl({ ...url, url: url.url.trim().replace(/^ws(s?:)/i, 'http$1') });
  const unsigned = { method: 'GET', url: urlText(target), headers, body: Buffer.alloc(0) };
  const signed = await authorized(request.auth, unsigned, settings, context);
  const address = new URL(signed.url);
  const handshake = valueOf(fields.auth, 'the auth');
  return converse(request, context, async (conversation) => {
    const options: Partial<ManagerOptions & SocketOptions> = {
      path: fields.path,
      forceNew: true,
      reconnection: false,
      autoConnect: false,
      timeout: CONNECT_MS,
      transports: [...fields.transports],
      query: Object.fromEntries(address.searchParams),
      extraHeaders: headerObject(signed.headers),
      ...(handshake !== undefined && { auth: handshake as Record<string, unknown> }),
      agent: agentFor(address.protocol === 'https:', settings.verifyTls, context.sender, (error) => {
        if (error instanceof UntrustedCertificate) conversation.fail(error);
      }) as never,
    };
    const namespace = fields.namespace.startsWith('/') ? fields.namespace : `/${fields.namespace}`;
    const socket = io(`${address.origin}${namespace}`, options);
    conversation.onClose(() => socket.disconnect());
    const listen = new Set(fields.listen);
    socket.onAny((event: string, ...values: unknown[]) => {
      if (listen.size === 0 || listen.has(event)) conversation.received(argumentsText(values), event);
    });
    await conversation.unlessStopped(connected(socket, conversation));
    const emit = emitter(socket, conversation);
    const headers = [{ name: 'transport', value: socket.io.engine.transport.name }];
    conversation.opened({
      facts: headers,
      subscriptions: fields.listen,
      send: ({ name, acknowledged, ...message }) => emit(name, argumentsOf(message, name), acknowledged),
      subscribe: (event) => Promise.resolve(void listen.add(event)),
      unsubscribe: (event) => Promise.resolve(void listen.delete(event)),
      close: () => conversation.end(),
    });
    for (const { event, args, acknowledged } of fields.emit) {
      const values = args.map((text) => valueOf(text, `an argument of ${event}`) ?? '');
      await emit(event, values, acknowledged);
    }
    await conversation.stay(fields.listenMs);
    const shown = `${address.origin}${namespace}`;
    return {
      originalRequest: unsigned,
      url: shown,
      sent: { method: 'Socket.IO', headers: signed.headers, body: Buffer.alloc(0) },
      response: conversation.response({
        status: 0,
        reason: 'OK',
        protocol: 'Socket.IO',
        headers,
      }),
    };
  });
}

function connected(socket: Socket, conversation: Conversation): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', (error) => {
      const details = 'data' in error ? `: ${JSON.stringify(error.data)}` : '';
      reject(
        networkError(error as TransportError) ??
          new UserError('UNAVAILABLE', `the server refused the connection: ${messageOf(error)}${details}`),
      );
    });
    socket.on('disconnect', () => conversation.end());
    socket.connect();
  });
}

interface TransportError {
  readonly description?: unknown;
  readonly context?: { readonly responseText?: unknown; readonly error?: unknown };
}

/** Returns the error of the network behind an error of the library; null without one. */
function networkError({ description, context }: TransportError): Error | null {
  if (description instanceof Error) return description;
  // The `polling` transport puts the error's stack in place of a body.
  const text = context?.responseText;
  const found =
    typeof text === 'string' ? /^(?:Aggregate)?Error: ((?:connect|getaddrinfo) (\w+) .*)/.exec(text) : null;
  return found === null ? null : Object.assign(new Error(found[1]), { code: found[2] });
}

function emitter(socket: Socket, conversation: Conversation) {
  return async (event: string, values: readonly unknown[], acknowledged: boolean): Promise<void> => {
    conversation.sent(argumentsText(values), event);
    if (!acknowledged) socket.emit(event, ...values);
    else {
      const answer = await acknowledgement(socket, event, values, conversation);
      conversation.received(argumentsText(answer), event);
    }
  };
}

/** A list of JSON is several arguments; anything else is one. */
function argumentsOf(
  { kind, text }: Pick<OutgoingMessage, 'kind' | 'text'>,
  event: string,
): readonly unknown[] {
  if (kind === 'hex' || kind === 'base64') return [dataOf({ kind, text })];
  const value = kind === 'json' ? valueOf(text, `the message of ${event}`) : text;
  if (Array.isArray(value)) return value;
  return value === undefined ? [] : [value];
}

const ACKNOWLEDGE_MS = 5000;

async function acknowledgement(
  socket: Socket,
  event: string,
  values: readonly unknown[],
  conversation: Conversation,
): Promise<readonly unknown[]> {
  const answered = new Promise<readonly unknown[]>((resolve, reject) => {
    const timer = setTimeout(
      () =>
        reject(
          new UserError('UNAVAILABLE', `the server did not acknowledge ${event} within ${ACKNOWLEDGE_MS} ms`),
        ),
      ACKNOWLEDGE_MS,
    );
    conversation.onClose(() => clearTimeout(timer));
    socket.emit(event, ...values, (...answer: unknown[]) => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
  return conversation.unlessStopped(answered);
}

/** JSON when the text is JSON, otherwise the text; undefined for none. */
function valueOf(text: string, what: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  try {
    return JSON.parse(trimmed);
  } catch (error) {
    if (/^[[{]/.test(trimmed))
      throw new UserError('INVALID_DATA', `${what} is not valid JSON: ${messageOf(error)}`, { cause: error });
    return text;
  }
}

/** One value as it is, several as a list; bytes become base64. */
function argumentsText(values: readonly unknown[]): string {
  const shown = values.map((value) => (Buffer.isBuffer(value) ? value.toString('base64') : value));
  const value: unknown = shown.length === 1 ? shown[0] : shown;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function headerObject(headers: readonly HeaderField[]): Record<string, string> {
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}
