// Exchanges as spans, encoded as they are sent and decoded by the published message types.
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { expect, test } from 'vitest';
import { decodedSpans, type DecodedSpan } from '../../../test/helpers/collector.ts';
import {
  capturedFlow,
  STARTED_AT,
  type Captured,
  type CapturedMessage,
} from '../../../test/helpers/flows.ts';
import { spanOf } from './span.ts';

const RESOURCE = resourceFromAttributes({ 'service.name': 'test' });

async function spanFor(captured: Captured): Promise<DecodedSpan> {
  const flow = capturedFlow(captured);
  flow.remoteAddress = '[2001:db8::1]:443';
  const span = await spanOf(flow, RESOURCE, (text) => text.replace('s3cret', '…'));
  return decodedSpans(ProtobufTraceSerializer.serializeRequest([span])!)[0]!;
}

const post = (path: string, body: object, ...fields: string[]): CapturedMessage => ({
  head: [`POST ${path} HTTP/1.1`, 'Content-Type: application/json', ...fields],
  body: JSON.stringify(body),
});
const answer = (body: object): CapturedMessage => ({
  head: ['HTTP/1.1 200 OK', 'Content-Type: application/json'],
  body: JSON.stringify(body),
});

test('an exchange is a span of a client with the attributes of HTTP and the ends of its phases', async () => {
  const span = await spanFor({
    id: 7,
    app: 'curl',
    target: { scheme: 'https', host: 'api.example.test', port: 8443 },
    request: { head: ['GET /a?key=s3cret HTTP/2', 'user-agent: curl/8'] },
    response: { head: ['HTTP/2 404'], body: 'none' },
    timestamps: { dns: 1, connect: 2, tls: 3, connected: 1007, sent: 1008, firstByte: 1010, end: 1012.5 },
  });
  expect(span).toMatchObject({
    name: 'GET',
    kind: 3,
    parentSpanId: '',
    start: STARTED_AT,
    end: STARTED_AT + 12.5,
    status: { code: 2 },
    resource: { 'service.name': 'test' },
    events: [
      { name: 'dns.resolved', at: STARTED_AT + 2 },
      { name: 'tcp.connected', at: STARTED_AT + 4 },
      { name: 'tls.established', at: STARTED_AT + 7 },
      { name: 'request.sent', at: STARTED_AT + 8 },
      { name: 'response.first_byte', at: STARTED_AT + 10 },
    ],
    attributes: {
      'http.request.method': 'GET',
      'url.full': 'https://api.example.test:8443/a?key=…',
      'url.scheme': 'https',
      'server.address': 'api.example.test',
      'server.port': 8443,
      'network.protocol.name': 'http',
      'network.protocol.version': '2',
      'network.peer.address': '2001:db8::1',
      'network.peer.port': 443,
      'http.response.status_code': 404,
      'http.response.body.size': 4,
      'user_agent.original': 'curl/8',
      'error.type': '404',
      'process.executable.name': 'curl',
      'proxyctl.id': 7,
      'proxyctl.timing.tls': 3,
    },
  });
  expect(span.traceId).toMatch(/^[\da-f]{32}$/);
});

const PARENT = '4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7';

test.each([
  ['the trace of the request', `00-${PARENT}-01`, true],
  ['a later version with more fields', `01-${PARENT}-00-more`, true],
  ['more fields than the version has', `00-${PARENT}-01-more`, false],
  ['a version that is not allowed', `ff-${PARENT}-01`, false],
  ['a trace of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, false],
  ['anything else', 'x', false],
])('joins the trace that the client names: %s', async (_, traceParent, isJoined) => {
  const head = ['GET / HTTP/1.1', `traceparent: ${traceParent}`, 'tracestate: a=1'];
  const span = await spanFor({ request: { head } });
  const [traceId, parentSpanId] = PARENT.split('-');
  if (isJoined) expect(span).toMatchObject({ traceId, parentSpanId, traceState: 'a=1' });
  else
    expect({ parent: span.parentSpanId, isNew: span.traceId !== traceId }).toEqual({
      parent: '',
      isNew: true,
    });
  expect(span.spanId).not.toBe(parentSpanId);
});

const special: readonly (readonly [what: string, captured: Captured, name: string, attributes: object])[] = [
  [
    'a call of a language model',
    {
      target: { scheme: 'https', host: 'api.openai.com', port: 443 },
      request: post('/v1/chat/completions', {
        model: 'gpt-5-mini',
        messages: [{ role: 'user', content: 'Hi' }],
      }),
      response: answer({
        model: 'gpt-5-mini-2026',
        choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 9, completion_tokens: 12 },
      }),
    },
    'chat gpt-5-mini',
    {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-5-mini',
      'gen_ai.response.model': 'gpt-5-mini-2026',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 9,
      'gen_ai.usage.output_tokens': 12,
    },
  ],
  [
    'a call whose tokens of the cache are counted apart',
    {
      target: { scheme: 'https', host: 'gateway.example.test', port: 443 },
      request: post('/v1/messages', { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }),
      response: answer({
        type: 'message',
        model: 'm',
        content: [],
        usage: { input_tokens: 5, cache_read_input_tokens: 100, output_tokens: 3 },
      }),
    },
    'chat m',
    {
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.usage.input_tokens': 105,
      'gen_ai.usage.output_tokens': 3,
    },
  ],
  [
    'a call of a tool over MCP',
    {
      request: post(
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_weather' } },
        'mcp-protocol-version: 2025-11-25',
      ),
    },
    'tools/call get_weather',
    {
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'get_weather',
      'mcp.protocol.version': '2025-11-25',
    },
  ],
  [
    'an operation of GraphQL',
    { request: post('/graphql', { query: 'query Cart { items }' }) },
    'POST',
    { 'graphql.operation.name': 'Cart' },
  ],
  [
    'a gRPC call that fails in its trailers',
    {
      request: { head: ['POST /shop.Cart/Add HTTP/2', 'content-type: application/grpc'] },
      response: { head: ['HTTP/2 200', 'content-type: application/grpc'], trailers: 'grpc-status: 5\r\n' },
    },
    'shop.Cart/Add',
    {
      'rpc.system.name': 'grpc',
      'rpc.method': 'shop.Cart/Add',
      'rpc.response.status_code': 'NOT_FOUND',
      'error.type': 'NOT_FOUND',
    },
  ],
  [
    'a failed request with a method of its own',
    { request: { head: ['PURGE /x HTTP/1.1'] }, response: null, state: 'failed', error: 'It broke' },
    'HTTP',
    { 'http.request.method': '_OTHER', 'http.request.method_original': 'PURGE', 'error.type': '_OTHER' },
  ],
  [
    'a tunnel',
    { request: null },
    'CONNECT',
    { 'http.request.method': 'CONNECT', 'proxyctl.decrypted': false },
  ],
];

test.each(special)('%s', async (_, captured, name, attributes) => {
  expect(await spanFor(captured)).toMatchObject({ name, attributes });
});

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_weather' } };
const toolError = { isError: true, content: [{ type: 'text', text: 'no s3cret city' }] };

test.each([
  [
    'GraphQL',
    '/graphql',
    { query: '{ a }' },
    { errors: [{ message: 'no field a' }] },
    'graphql_error',
    'no field a',
  ],
  [
    'JSON-RPC',
    '/rpc',
    { ...call, method: 'sum' },
    { jsonrpc: '2.0', id: 1, error: { code: -32_601, message: 'none' } },
    '-32601',
    '-32601 none',
  ],
  ['a tool of MCP', '/mcp', call, { jsonrpc: '2.0', id: 1, result: toolError }, 'tool_error', 'no … city'],
] as const)('an error of %s is one of the span', async (_, path, request, response, type, message) => {
  const span = await spanFor({ request: post(path, request), response: answer(response) });
  expect(span).toMatchObject({ status: { code: 2, message }, attributes: { 'error.type': type } });
});

test('every attribute is one of the conventions, or has our own prefix', async () => {
  const known = new Set<unknown>(
    Object.entries(conventions).flatMap(([key, value]) => (key.startsWith('ATTR_') ? [value] : [])),
  );
  const spans = await Promise.all(special.map(([, captured]) => spanFor(captured)));
  const names = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)));
  expect([...names].filter((name) => !name.startsWith('proxyctl.') && !known.has(name))).toEqual([]);
});

test('long texts are cut, since collectors limit the size of a message', async () => {
  const { attributes } = await spanFor({ request: { head: [`GET /${'a'.repeat(100_000)} HTTP/1.1`] } });
  expect(String(attributes['url.full'])).toHaveLength(4096);
});
