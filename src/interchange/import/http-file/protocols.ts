// Converts requests of protocols that have methods of their own: GraphQL, WebSocket, gRPC, MQTT and server-sent events.
import type { z } from 'zod';
import type { FileHeader, FileRequest, Region } from '../../../documents/http-file/index.ts';
import type { request as requestModel } from '../../../collections/model/request.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { textOf, valueOf } from './body.ts';
import { pathBeside, type HttpSource } from './source.ts';

export type RequestFields = Partial<z.input<typeof requestModel>>;

export interface ProtocolInput {
  readonly request: FileRequest;
  /** Regions whose commands apply: those for the whole file, and that of the request. */
  readonly regions: readonly Region[];
  readonly source: HttpSource;
  readonly context: ImportContext;
}

/** Fields, and the headers that remain. */
export interface ProtocolRequest {
  readonly fields: RequestFields;
  readonly headers: readonly FileHeader[];
}

const PROTOCOLS: Readonly<Record<string, (input: ProtocolInput) => ProtocolRequest>> = {
  WEBSOCKET: webSocket,
  WS: webSocket,
  WSS: webSocket,
  GRPC: grpc,
  MQTT: mqtt,
};

/** Methods of programs whose protocols nothing here speaks. */
const FOREIGN =
  /^(?:AMQP|RABBITMQ|KAFKA|RSOCKET|RSTREAM|STREAM|DUBBO|SOFA|MSGPACK|PUB|SUB|MAIL|MEMCACHED?|ZEBRA|ZEROREQ|NATS|REDIS|RSET|HSET|EVAL|RSOCKETRPC)$/;

export function isForeign(method: string): boolean {
  return FOREIGN.test(method);
}

/** Returns null for a request over HTTP. */
export function protocolRequest(input: ProtocolInput): ProtocolRequest | null {
  const { method, target } = input.request;
  const read = Object.hasOwn(PROTOCOLS, method) ? PROTOCOLS[method] : undefined;
  if (read !== undefined) return read(input);
  return method === '' && /^wss?:\/\//i.test(target) ? webSocket(input) : null;
}

interface Message {
  readonly text: string;
  /** True when an answer is awaited before it. */
  readonly waits: boolean;
}

/** Splits a body at lines of `===`. */
function messagesOf({ request, source, context }: ProtocolInput): readonly Message[] {
  const text = textOf(request.body, source, context);
  const messages: Message[] = [];
  let waits = false;
  for (const piece of `===\n${text}`.split(/^(?====)/m)) {
    const [head = '', ...lines] = piece.split('\n');
    const message = lines.join('\n').trim();
    const isWait = head.includes('wait-for-server');
    if (isWait) messages.push({ text: '', waits: true });
    if (message !== '') messages.push({ text: message, waits });
    waits = false;
  }
  return messages;
}

function webSocket(input: ProtocolInput): ProtocolRequest {
  const { request } = input;
  const steps = messagesOf(input).map(({ text, waits }) =>
    waits ? { action: 'expect' as const, text } : { action: 'send' as const, text },
  );
  const url = /^[a-z]+:\/\/|^\{\{/i.test(request.target) ? request.target : `ws://${request.target}`;
  const protocols = valueOf(request.headers, 'sec-websocket-protocol');
  return {
    fields: {
      type: 'websocket',
      method: 'GET',
      url,
      websocket: {
        messages: steps,
        ...(protocols !== '' && { protocols: protocols.split(',').map((each) => each.trim()) }),
      },
    },
    headers: without(request.headers, ['content-type', 'content-length', 'sec-websocket-protocol']),
  };
}

function grpc(input: ProtocolInput): ProtocolRequest {
  const { request, regions, source, context } = input;
  const messages = messagesOf(input);
  if (messages.some(({ waits }) => waits))
    context.warn('the messages of the call are sent without waiting for answers');
  const [, scheme = '', address = request.target] =
    /^(?:(grpcs?|https?):\/\/)?(.*)$/i.exec(request.target) ?? [];
  const [, host = address, service = '', method = ''] = /^(.*?)\/([^/]+)\/([^/]+)$/.exec(address) ?? [];
  const protos = regions.flatMap(({ commands }) => commands.filter(({ word }) => word === 'proto'));
  return {
    fields: {
      type: 'grpc',
      url: host,
      grpc: {
        service,
        method,
        messages: messages.filter(({ text }) => text !== '').map(({ text }) => text),
        protoFiles: protos.flatMap(({ value }) => context.file(protoPath(value, source)).path || []),
        tls: /^(?:grpcs|https)$/i.test(scheme) || host.endsWith(':443'),
      },
    },
    headers: without(request.headers, ['content-type']),
  };
}

function protoPath(value: string, source: HttpSource): string {
  return pathBeside(source, value.replace(/^<\s*/, ''));
}

function mqtt(input: ProtocolInput): ProtocolRequest {
  const { request, source, context } = input;
  const text = textOf(request.body, source, context);
  const all = (...names: readonly string[]): readonly string[] =>
    request.headers
      .filter(({ name, enabled }) => enabled && names.includes(name.toLowerCase()))
      .flatMap(({ value }) => value.split(',').map((topic) => topic.trim()));
  const qos = Math.min(2, Number(valueOf(request.headers, 'qos')) || 0);
  return {
    fields: {
      type: 'mqtt',
      url: request.target.replace(/^tcp:/i, 'mqtt:').replace(/^ssl:/i, 'mqtts:'),
      mqtt: {
        clientId: valueOf(request.headers, 'clientid'),
        username: valueOf(request.headers, 'username'),
        password: valueOf(request.headers, 'password'),
        subscribe: all('subscribe', 'topic').map((topic) => ({ topic, qos })),
        publish: text === '' ? [] : all('publish', 'topic').map((topic) => ({ topic, payload: text, qos })),
      },
    },
    headers: [],
  };
}

/** Returns headers without those that belong to the connection. */
function without(headers: readonly FileHeader[], names: readonly string[]): readonly FileHeader[] {
  return headers.filter(({ name }) => !names.includes(name.toLowerCase()));
}
