// The attributes of an exchange by the semantic conventions of OpenTelemetry for HTTP, RPC, GraphQL, MCP and language
// models. What they have no name for starts with `proxyctl.`.
import type { Attributes } from '@opentelemetry/api';
import { applicationErrorOf, type ApplicationError } from '../../flow/application-error.ts';
import { aiExchange } from '../../flow/ai-exchange.ts';
import type { Flow } from '../../flow/flow.ts';
import { grpcOutcome } from '../../flow/grpc-outcome.ts';
import { operationOf } from '../../flow/operation.ts';
import type { FlowTiming } from '../../flow/timing.ts';

/** The attributes, and the name of the span: one of few, so that spans can be grouped by it. */
export interface Described {
  readonly name: string;
  readonly attributes: Attributes;
}

/** Returns a text without secrets, or as it is. */
export type Shown = (text: string) => string;

/** Longer texts are cut, since collectors limit the size of a message. */
const MAX_CHARS = 4096;

/** The methods that the conventions know; a client may send any other. */
const METHODS: ReadonlySet<string> = new Set([
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'QUERY',
  'TRACE',
]);

export async function described(
  flow: Flow,
  timing: FlowTiming | undefined,
  shown: Shown,
): Promise<Described> {
  const special = rpc(flow) ?? (await operation(flow));
  return {
    name: special?.name ?? (METHODS.has(flow.method) ? flow.method : 'HTTP'),
    attributes: cut({
      ...http(flow, shown),
      ...connection(flow),
      ...special?.attributes,
      ...own(flow),
      ...timings(timing),
    }),
  };
}

/** One of few names for how an exchange failed, or what its answer says; null without an error. */
export function errorTypeOf(flow: Flow): string | null {
  if (flow.state === 'failed') return '_OTHER';
  if (flow.response !== null && flow.status >= 400) return String(flow.status);
  const grpc = grpcOutcome(flow);
  if (grpc !== null && grpc !== 'OK') return grpc;
  const error = applicationErrorOf(flow);
  return error === null ? null : (error.code?.toString() ?? ERROR_TYPES[error.type]);
}

/** The types of errors without a code; the convention for MCP names that of a tool's own. */
const ERROR_TYPES: Readonly<Record<ApplicationError['type'], string>> = {
  graphql: 'graphql_error',
  'json-rpc': '_OTHER',
  mcp: 'tool_error',
};

function http(flow: Flow, shown: Shown): Attributes {
  const { method, request, response, target } = flow;
  const isKnown = METHODS.has(method);
  return {
    'http.request.method': isKnown ? method : '_OTHER',
    'http.request.method_original': isKnown ? undefined : method,
    'url.full': shown(flow.url),
    'url.scheme': target.scheme,
    'server.address': target.host,
    'server.port': target.port,
    'http.request.body.size': request?.size ?? flow.tunnelSent,
    'http.response.status_code': response === null ? undefined : flow.status,
    'http.response.body.size': response?.size ?? flow.tunnelReceived,
    'user_agent.original': shownOrNone(request?.header('user-agent'), shown),
    'error.type': errorTypeOf(flow) ?? undefined,
  };
}

function connection({ request, remoteAddress, client, app, tls }: Flow): Attributes {
  const version = / HTTP\/(\d(?:\.\d)?)$/.exec(request?.startLine ?? '')?.[1];
  const [, address, port] = /^\[?(.+?)\]?:(\d+)$/.exec(remoteAddress ?? '') ?? [];
  return {
    'network.protocol.name': version === undefined ? undefined : 'http',
    'network.protocol.version': version,
    'network.peer.address': address,
    'network.peer.port': port === undefined ? undefined : Number(port),
    'client.address': client.address,
    'process.executable.name': app ?? undefined,
    'tls.protocol.name': tls === null ? undefined : 'tls',
    'tls.protocol.version': tls?.version.replace(/^TLSv?\s*/i, ''),
    'tls.cipher': tls?.cipher,
    'tls.next_protocol': tls?.alpn ?? undefined,
  };
}

function own({ id, decrypted, notDecrypted, tags, matchedRules, repairs }: Flow): Attributes {
  return {
    'proxyctl.id': id,
    'proxyctl.decrypted': decrypted,
    'proxyctl.not_decrypted': notDecrypted?.text,
    'proxyctl.tools': tags.length === 0 ? undefined : [...tags],
    'proxyctl.rules': matchedRules.length === 0 ? undefined : matchedRules.map(({ name }) => name),
    'proxyctl.repairs': repairs.length === 0 ? undefined : repairs.map(({ text }) => text),
  };
}

/** Milliseconds of each phase. */
function timings(timing: FlowTiming | undefined): Attributes {
  return {
    'proxyctl.timing.blocked': timing?.blocked,
    'proxyctl.timing.dns': timing?.dns,
    'proxyctl.timing.connect': timing?.connect,
    'proxyctl.timing.tls': timing?.tls,
    'proxyctl.timing.send': timing?.send,
    'proxyctl.timing.wait': timing?.wait,
    'proxyctl.timing.receive': timing?.receive,
  };
}

function rpc(flow: Flow): Described | null {
  if (flow.request?.header('content-type')?.startsWith('application/grpc') !== true) return null;
  const [, method] = /^\/([^/?]+\/[^/?]+)$/.exec(flow.path) ?? [];
  const attributes = {
    'rpc.system.name': 'grpc',
    'rpc.method': method,
    'rpc.response.status_code': grpcOutcome(flow) ?? undefined,
  };
  return method === undefined ? null : { name: method, attributes };
}

async function operation(flow: Flow): Promise<Described | null> {
  const found = operationOf(flow);
  switch (found?.type) {
    case 'graphql':
      return { name: flow.method, attributes: { 'graphql.operation.name': found.name || undefined } };
    case 'json-rpc':
      return {
        name: found.name,
        attributes: { 'rpc.system.name': 'jsonrpc', 'rpc.method': found.name, ...rpcStatus(flow) },
      };
    case 'mcp':
      return mcp(flow, found.name);
    case 'ai':
      return genAi(flow, found.name);
    case undefined:
      return null;
  }
}

/** The code of an error; nothing without one. */
function rpcStatus(flow: Flow): Attributes {
  return { 'rpc.response.status_code': applicationErrorOf(flow)?.code?.toString() };
}

function mcp(flow: Flow, name: string): Described {
  const { request } = flow;
  const [method = '', subject] = name.split(' ');
  const attributes = {
    'mcp.method.name': method,
    'mcp.protocol.version': request?.header('mcp-protocol-version'),
    'gen_ai.tool.name': method === 'tools/call' ? subject : undefined,
    'gen_ai.prompt.name': method === 'prompts/get' ? subject : undefined,
    ...rpcStatus(flow),
  };
  return { name: name === '' ? 'POST' : name, attributes };
}

async function genAi(flow: Flow, model: string): Promise<Described> {
  const call = await aiExchange(flow);
  const operation = call?.operation ?? 'chat';
  const attributes = {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': call?.provider,
    'gen_ai.request.model': call?.requestModel ?? model,
    'gen_ai.response.model': call?.responseModel ?? undefined,
    'gen_ai.response.finish_reasons': typeof call?.finish === 'string' ? [call.finish] : undefined,
    'gen_ai.usage.input_tokens': call?.inputTokens ?? undefined,
    'gen_ai.usage.output_tokens': call?.outputTokens ?? undefined,
    'gen_ai.usage.cache_read.input_tokens': call?.cachedInput ?? undefined,
    'gen_ai.usage.cache_creation.input_tokens': call?.cacheWrite ?? undefined,
  };
  return { name: `${operation} ${model}`, attributes };
}

function shownOrNone(text: string | undefined, shown: Shown): string | undefined {
  return text === undefined ? undefined : shown(text);
}

/** Leaves out what is not known, and cuts long texts. */
function cut(attributes: Attributes): Attributes {
  const known: Attributes = {};
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) known[name] = typeof value === 'string' ? value.slice(0, MAX_CHARS) : value;
  return known;
}
