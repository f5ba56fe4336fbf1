// The protocol of `mcp` requests (Model Context Protocol, the 2026 version and earlier ones): connects to a server
// over HTTP or starts one, performs one operation, and returns its result.
import {
  Client,
  ProtocolError,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { messageOf, UserError } from '../../../base/errors.ts';
import { isObject } from '../../../base/is-object.ts';
import { version } from '../../../base/product.ts';
import { mcp as schema } from '../../../collections/model/protocol-fields.ts';
import { defineProtocol, type Program, type ProtocolContext, type ProtocolRequest } from '../contract.ts';
import { buildUrl, urlText } from '../../http/url.ts';
import { CONNECT_MS, converse, type Conversation } from '../shared/conversation.ts';
import type { ProtocolExchange } from '../../response.ts';
import { httpFetch } from '../shared/streaming-fetch.ts';
import { ProgramTransport } from './program.ts';

export const mcp = defineProtocol({ type: 'mcp', schema, send });

type McpRequest = ProtocolRequest<z.output<typeof schema>>;
type Params = Readonly<Record<string, unknown>>;

/** Milliseconds after which a program that says nothing to the protocol of 2026 is asked by those before. */
const PROBE_MS = 5000;
const MAX_PAGES = 1000;

async function send(request: McpRequest, context: ProtocolContext): Promise<ProtocolExchange> {
  const params = paramsOf(request.fields);
  const isProgram = request.fields.transport === 'stdio';
  const program = isProgram ? programOf(request.fields, context) : null;
  // Asked before the time of the request begins, because the user may think about it.
  if (program !== null) await context.allowProgram(program);
  const url = program === null ? urlText(buildUrl(request.url)) : commandLine(program);
  return converse(request, context, async (conversation) => {
    const client = new Client(
      { name: 'proxyctl', version },
      { versionNegotiation: { mode: 'auto', ...(isProgram && { probe: { timeoutMs: PROBE_MS } }) } },
    );
    const transport =
      program === null
        ? new StreamableHTTPClientTransport(new URL(url), {
            fetch: httpFetch(request, context, conversation.signal),
          })
        : new ProgramTransport(program, (error) => conversation.fail(error));
    conversation.onClose(() => transport.close());
    conversation.onClose(() => client.close());
    const record = recorder(transport, conversation);
    await conversation.unlessStopped(explained(client.connect(transport, { timeout: CONNECT_MS })));
    record.start();
    const outcome = await conversation.unlessStopped(
      explained(outcomeOf(client, request.fields.operation, params, request.settings.timeoutMs)),
    );
    return {
      originalRequest: { method: 'MCP', url, headers: request.headers, body: Buffer.alloc(0) },
      url,
      sent: { method: 'MCP', headers: request.headers, body: Buffer.from(JSON.stringify(params)) },
      response: conversation.response({
        status: outcome.status,
        reason: outcome.reason,
        protocol: `MCP ${client.getNegotiatedProtocolVersion() ?? ''}`.trim(),
        headers: serverHeaders(client),
        body: Buffer.from(JSON.stringify(outcome.value)),
      }),
    };
  });
}

interface Outcome {
  readonly status: number;
  readonly reason: string;
  readonly value: unknown;
}

/** Resolves with the result, all pages of a list in one; or with the error that the server has answered. */
async function outcomeOf(
  client: Client,
  method: string,
  params: Params,
  timeoutMs: number,
): Promise<Outcome> {
  // The conversation watches the time-out of the request; without one, it may take any time.
  const options = { timeout: timeoutMs > 0 ? timeoutMs : NEVER_MS };
  try {
    let value = await client.request({ method, params }, anyResult, options);
    for (let page = 1; hasMore(method, value) && params['cursor'] === undefined; page += 1) {
      if (page >= MAX_PAGES) throw new Error(`the server sent more than the limit of ${MAX_PAGES} pages`);
      const next = { ...params, cursor: value['nextCursor'] };
      value = joined(value, await client.request({ method, params: next }, anyResult, options));
    }
    return { status: 0, reason: 'OK', value };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, data } = error;
    const message = messageOf(error);
    return { status: code, reason: message, value: { code, message, ...(data !== undefined && { data }) } };
  }
}

/** The longest time of a timer of Node.js. */
const NEVER_MS = 2 ** 31 - 1;
const anyResult = z.record(z.string(), z.unknown());
type Result = z.output<typeof anyResult>;

function hasMore(method: string, { nextCursor }: Result): boolean {
  return method.endsWith('/list') && typeof nextCursor === 'string';
}

/** Joins two pages: lists are put together, everything else is that of the later one. */
function joined(first: Result, second: Result): Result {
  const lists = Object.entries(first).flatMap(([key, value]) => {
    const further: unknown = second[key];
    return Array.isArray(value) && Array.isArray(further)
      ? [[key, [...(value as unknown[]), ...(further as unknown[])]] as const]
      : [];
  });
  return { ...second, ...Object.fromEntries(lists) };
}

/** Returns the parameters of the operation. Throws an Error that names what is missing. */
function paramsOf({ operation, target, arguments: text }: McpRequest['fields']): Params {
  const given = argumentsOf(text);
  const field = TARGETS[operation];
  if (field === undefined) return given;
  if (target === '')
    throw new UserError('INVALID_DATA', `the target is missing: ${operation} needs ${field.what}`);
  return field.name === 'uri' ? { ...given, uri: target } : { name: target, arguments: given };
}

const TARGETS: Readonly<Record<string, { readonly name: 'name' | 'uri'; readonly what: string }>> = {
  'tools/call': { name: 'name', what: 'the name of a tool' },
  'prompts/get': { name: 'name', what: 'the name of a prompt' },
  'resources/read': { name: 'uri', what: 'the URI of a resource' },
};

function argumentsOf(text: string): Params {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError('INVALID_DATA', `the arguments are not valid JSON: ${messageOf(error)}`, {
      cause: error,
    });
  }
  if (isObject(value)) return value;
  throw new UserError('INVALID_DATA', 'the arguments are not a JSON object: write {"name": value}');
}

function programOf({ command, args, env }: McpRequest['fields'], { folder }: ProtocolContext): Program {
  if (command.trim() === '') throw new UserError('INVALID_DATA', 'it has no command to start the server');
  const own = env.filter(({ enabled, name }) => enabled && name !== '');
  return {
    command: command.trim(),
    args,
    folder,
    own: Object.fromEntries(own.map(({ name, value }) => [name, value])),
    env: {
      ...getDefaultEnvironment(),
      ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
    },
  };
}

function commandLine({ command, args }: Program): string {
  return [command, ...args].map((word) => (/[\s"]/.test(word) ? JSON.stringify(word) : word)).join(' ');
}

/** Notes the messages of the operation; those with which the connection begins are left out. */
function recorder(transport: Transport, conversation: Conversation): { readonly start: () => void } {
  let isOn = false;
  const methods = new Map<unknown, string>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    for (const each of [message].flat()) {
      if ('method' in each && 'id' in each) methods.set(each.id, each.method);
      if (isOn) conversation.sent(JSON.stringify(each), nameOf(each, methods));
    }
    return send(message, options);
  };
  const seen = new WeakSet<object>();
  let handler: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    get: () => handler,
    set: (given: Transport['onmessage']) => {
      handler = (message, extra) => {
        // A handler may call the previous one.
        if (isOn && !seen.has(message))
          conversation.received(JSON.stringify(message), nameOf(message, methods));
        seen.add(message);
        given?.(message, extra);
      };
    },
  });
  return { start: () => void (isOn = true) };
}

/** The method of a message, of an answer that of the request. */
function nameOf(message: JSONRPCMessage, methods: ReadonlyMap<unknown, string>): string {
  if ('method' in message) return message.method;
  return methods.get(message.id) ?? '';
}

function serverHeaders(client: Client): { readonly name: string; readonly value: string }[] {
  const { name = '', version: own = '' } = client.getServerVersion() ?? {};
  return name === ''
    ? []
    : [
        { name: 'server', value: own === '' ? name : `${name} ${own}` },
        { name: 'capabilities', value: Object.keys(client.getServerCapabilities() ?? {}).join(', ') },
      ];
}

/** Rejects with what the server has answered, where the library speaks of a failed transport. */
async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof SdkHttpError)) throw rootOf(error);
    const { status } = error;
    const advice =
      status === 401 || status === 403
        ? 'check the authorization of the request'
        : 'check that the URL is that of an MCP endpoint';
    throw new UserError('UNAVAILABLE', `the server answered ${status}: ${advice}`, {
      cause: error,
    });
  }
}

/** The error of the network behind one of the library. */
function rootOf(error: unknown): unknown {
  const isOurs = error instanceof UserError || error instanceof ProtocolError;
  return error instanceof Error && error.cause instanceof Error && !isOurs ? error.cause : error;
}
