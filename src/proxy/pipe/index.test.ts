import { expect, test } from 'vitest';
import { flowHome } from '../../../test/helpers/flows.ts';
import { applicationErrorOf } from '../../flow/application-error.ts';
import { Client } from '../../flow/client.ts';
import type { Flow } from '../../flow/flow.ts';
import { operationOf } from '../../flow/operation.ts';
import { FlowStore } from '../../flow/store.ts';
import { mcp } from '../../flow/views/mcp.ts';
import type { ExchangeHook, ProxyHooks } from '../hooks.ts';
import { McpPipe } from './index.ts';

const line = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);
const call = (id: unknown, method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const result = (id: unknown, value: unknown): object => ({ jsonrpc: '2.0', id, result: value });

function start(hooks: ProxyHooks = {}, maxBodyBytes = Infinity) {
  const { captures } = flowHome(maxBodyBytes);
  const flows = new FlowStore(captures);
  const pipe = new McpPipe({ name: 'shop', client: new Client('127.0.0.1', 0), flows, captures, hooks });
  return { pipe, flows: () => flows.list() };
}

const shown = ({ path, state, status, response }: Flow): unknown => [
  path,
  state,
  status,
  response?.body.bytes().toString() ?? null,
];

test('batches, both eras of the protocol, and requests of the server', () => {
  const { pipe, flows } = start();
  pipe.passed(
    'sent',
    line([call(1, 'tools/list'), call(2, 'ping'), { jsonrpc: '2.0', method: 'notifications/x' }]),
  );
  pipe.passed('received', line(result(2, {})));
  pipe.passed('received', line([result(1, { tools: [] }), result(8, {})]));
  const meta = { 'io.modelcontextprotocol/clientInfo': { name: 'Modern', title: 'Modern client' } };
  pipe.passed('sent', line(call(1, 'server/discover', { _meta: meta })));
  pipe.passed('received', line(result(1, { supportedVersions: ['2026-07-28'] })));
  pipe.passed('received', line(call(1, 'elicitation/create', { message: 'Sure?' })));
  pipe.passed('sent', line({ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } }));
  pipe.end(0);
  expect(flows().map(shown)).toEqual([
    [
      '/tools/list',
      'completed',
      200,
      `${JSON.stringify(result(2, {}))}\n${JSON.stringify([result(1, { tools: [] }), result(8, {})])}`,
    ],
    ['/server/discover', 'completed', 200, JSON.stringify(result(1, { supportedVersions: ['2026-07-28'] }))],
    ['/elicitation/create', 'completed', 200, expect.stringContaining('"no"')],
  ]);
  const [, discover, elicited] = flows();
  expect(discover?.app).toBe('Modern client');
  expect(operationOf(elicited!)).toEqual({ type: 'mcp', name: 'elicitation/create' });
  expect(applicationErrorOf(elicited!)).toMatchObject({ code: -1, message: '-1 no' });
});

test('the conversation names who speaks, and the progress', () => {
  const { pipe, flows } = start();
  pipe.passed('received', line(call('a', 'sampling/createMessage', { _meta: { progressToken: 't' } })));
  const report = { progressToken: 't', progress: 1, total: 4 };
  pipe.passed('sent', line({ jsonrpc: '2.0', method: 'notifications/progress', params: report }));
  pipe.passed('sent', line(result('a', { role: 'assistant' })));
  const [flow] = flows();
  const view = (side: 'request' | 'response') => {
    const message = flow![side]!;
    const bytes = message.body.bytes();
    const { headers, size } = { headers: message.headers, size: bytes.length };
    const context = {
      contentType: message.header('content-type')!,
      side,
      url: flow!.url,
      headers,
      complete: true,
      size,
    };
    expect(mcp.matches(bytes, context)).toBe(true);
    const seen = mcp.view(bytes, context);
    return seen.type === 'conversation' ? seen.conversation : null;
  };
  expect(view('request')).toMatchObject({ facts: [], turns: [{ role: 'server' }] });
  expect(view('response')?.turns).toMatchObject([
    { role: 'client', parts: [{ type: 'progress', value: 1, total: 4 }] },
    { role: 'client', about: 'response a' },
  ]);
});

test('of a message of any length, a part is captured', () => {
  const { pipe, flows } = start({}, 1000);
  const text = 'ä'.repeat(2_000_000);
  const request = line(call(5, 'tools/call', { arguments: { text }, name: 'big' }));
  for (let at = 0; at < request.length; at += 65_536) pipe.passed('sent', request.subarray(at, at + 65_536));
  pipe.passed('received', line({ result: { content: [{ type: 'text', text }] }, jsonrpc: '2.0', id: 5 }));
  const [flow] = flows();
  expect(flow).toMatchObject({ path: '/tools/call/big', state: 'completed', status: 200 });
  for (const message of [flow!.request!, flow!.response!]) {
    expect(message.body.size).toBeGreaterThan(4_000_000);
    expect(message.capturedSize).toBe(1000);
  }
});

/** Hooks that intercept calls of a path. */
const hooksFor = (path: string, hook: Partial<ExchangeHook>): ProxyHooks => ({
  exchange: (flow) =>
    flow.path === path
      ? {
          recorded: true,
          request: () => ({ type: 'forward' }),
          response: () => ({ type: 'send' }),
          finished: () => undefined,
          ...hook,
        }
      : null,
});

test('what tools write is one line with the id of the request', async () => {
  const written = JSON.stringify(call(99, 'tools/call', { name: 'b' }), null, 2);
  const { pipe, flows } = start(
    hooksFor('/tools/call/a', {
      request: ({ request }) => {
        request.replaceBody(Buffer.from(written));
        return { type: 'forward' };
      },
      response: (_, response) => {
        response.replaceBody(Buffer.from('no JSON'));
        return { type: 'send' };
      },
    }),
  );
  const sent = line(call(1, 'tools/call', { name: 'a' }));
  expect(await pipe.ask('sent', sent)).toEqual([
    { direction: 'sent', bytes: line(call(1, 'tools/call', { name: 'b' })) },
  ]);
  const received = line(result(1, {}));
  expect(await pipe.ask('received', received)).toEqual([{ direction: 'received', bytes: received }]);
  const [flow] = flows();
  expect(flow!.originalRequest!.body.bytes().toString()).toBe(sent.toString().trim());
  expect(flow!.response!.notes ?? flow!.originalResponse?.notes).toEqual([
    'A rule replaced it by what is not a JSON object: it passed unchanged.',
  ]);
});

test('lines stay behind a notification that waits, and go past a request that does', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<{ type: 'forward' }>((resolve) => {
    release = () => resolve({ type: 'forward' });
  });
  const order: string[] = [];
  const note = (name: string) => (writes: readonly unknown[]) => order.push(`${name} ${writes.length}`);
  const { pipe } = start(hooksFor('/notifications/initialized', { request: () => held }));
  const waits = [
    Promise.resolve(pipe.ask('sent', line({ jsonrpc: '2.0', method: 'notifications/initialized' }))).then(
      note('initialized'),
    ),
    Promise.resolve(pipe.ask('sent', line(call(1, 'tools/list')))).then(note('list')),
    Promise.resolve(pipe.ask('received', line(result(7, {})))).then(note('other way')),
  ];
  await waits[2];
  release();
  await Promise.all(waits);
  expect(order).toEqual(['other way 1', 'initialized 1', 'list 1']);
});

test('a call that is cancelled while tools hold it is not passed on, and a tool that fails changes nothing', async () => {
  const { pipe, flows } = start(
    hooksFor('/tools/call/held', { request: () => new Promise(() => undefined) }),
  );
  void pipe.ask('sent', line(call(3, 'tools/call', { name: 'held' })));
  await pipe.ask(
    'sent',
    line({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } }),
  );
  expect(flows()[0]).toMatchObject({ state: 'failed', error: 'The client cancelled it' });

  const failing = start(
    hooksFor('/ping', {
      request: () => {
        throw new Error('broken');
      },
    }),
  );
  const ping = line(call(1, 'ping'));
  expect(await failing.pipe.ask('sent', ping)).toEqual([{ direction: 'sent', bytes: ping }]);
});

test('a batch is taken apart where tools intercept one of its messages', async () => {
  const { pipe, flows } = start(
    hooksFor('/tools/call/blocked', {
      request: () => ({ type: 'abort', how: 'reset', reason: 'No.' }),
    }),
  );
  const [first, second] = [call(1, 'tools/call', { name: 'blocked' }), call(2, 'ping')];
  expect(await pipe.ask('sent', line([first, second]))).toEqual([
    {
      direction: 'received',
      bytes: line({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'No.' } }),
    },
    { direction: 'sent', bytes: line(second) },
  ]);
  const untouched = line([second, call(3, 'ping')]);
  expect(await pipe.ask('sent', untouched)).toEqual([{ direction: 'sent', bytes: untouched }]);
  expect(flows().map(({ path, state }) => [path, state])).toEqual([
    ['/tools/call/blocked', 'failed'],
    ['/ping', 'pending'],
    ['/ping', 'pending'],
  ]);
});
