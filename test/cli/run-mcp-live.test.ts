// `run -- SERVER` while the app runs: its messages are in the list of the app, whose rules apply to them.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FlowDetail } from '../../src/flow/detail.ts';
import type { FlowSummary } from '../../src/flow/summary.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { startPiped, type PipedCli } from '../helpers/piped-cli.ts';

const SCRIPT = `
  let rest = '';
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  process.stdin.on('data', (bytes) => {
    const lines = (rest + bytes).split('\\n');
    rest = lines.pop();
    for (const { id, method, params } of lines.map((line) => JSON.parse(line))) {
      console.error('got ' + method + ' ' + JSON.stringify(params ?? null));
      if (method === 'tools/call' && params.name === 'fetch') {
        void fetch(params.arguments.url).then(() => send({ id, result: { content: [{ type: 'text', text: 'fetched' }] } }));
      } else if (id !== undefined && method)
        send({ id, result: { content: [{ type: 'text', text: 'real ' + id }] } });
    }
  });
  process.stdin.on('end', () => process.exit(0));
`;

let app: TestApp;
let origin: Server;
let script: string;

beforeAll(async () => {
  app = await startTestApp();
  origin = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(origin, 'listening');
  script = join(app.home, 'shop.mjs');
  writeFileSync(script, SCRIPT);
});

afterAll(async () => {
  origin.close();
  await app.close();
});

const start = (): PipedCli => startPiped(['run', '--', process.execPath, script], app.home);
const call = (id: number, name: string, args: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })}\n`;

/** Returns the answer with this id, once it is there. */
async function answer(server: PipedCli, id: number): Promise<unknown> {
  for (;;) {
    const found = server
      .output()
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map(
        (line) =>
          JSON.parse(line) as { readonly id: number; readonly result: unknown; readonly error: unknown },
      )
      .find((each) => each.id === id);
    if (found !== undefined) return found.error ?? found.result;
    await server.saying(`"id":${id}`);
  }
}

const flows = async (filter: string): Promise<readonly FlowSummary[]> =>
  JSON.parse((await app.api(`/api/flows?filter=${encodeURIComponent(filter)}`)).text) as FlowSummary[];

test('messages and the requests of a tool are in one list', async () => {
  await using server = start();
  server.write('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":{"name":"Editor"}}}\n');
  await answer(server, 1);
  const url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/stock`;
  server.write(call(2, 'fetch', { url }));
  expect(await answer(server, 2)).toMatchObject({ content: [{ text: 'fetched' }] });
  expect(await server.end()).toBe(0);
  expect(server.errors()).toContain('got initialize');
  const urls = (await flows('scheme:mcp OR path:/stock')).map((flow) => flow.url);
  expect(urls).toEqual(['mcp://shop/initialize', 'mcp://shop/console', 'mcp://shop/tools/call/fetch', url]);
  const [first, called] = await flows('is:mcp');
  expect(first).toMatchObject({
    app: 'Editor',
    state: 'completed',
    operation: { type: 'mcp', name: 'initialize' },
  });
  // The client of this server is this process.
  expect(app.app.find(first!.id)?.client.process).toMatch(new RegExp(`^${process.pid}(?:@|$)`));
  const detail = JSON.parse((await app.api(`/api/flows/${called!.id}`)).text) as FlowDetail;
  expect(JSON.stringify(detail)).toContain('/stock');
});

describe('rules', () => {
  afterEach(async () => {
    for (const tool of ['mapLocal', 'blockList', 'networkConditions', 'breakpoint', 'scripting'])
      await app.result('set_tool_enabled', { tool, enabled: false });
  });

  async function rule(tool: string, given: object): Promise<void> {
    await app.result('upsert_rule', { tool, rule: given });
    await app.result('set_tool_enabled', { tool, enabled: true });
  }

  test('a mocked result, a blocked tool, and others that pass', async () => {
    await using server = start();
    server.write(call(1, 'one'));
    await answer(server, 1);
    await rule('mapLocal', {
      pattern: 'mcp://shop/tools/call/weather',
      body: { text: '{"content":[{"type":"text","text":"sunny"}],"structuredContent":{"c":30}}' },
    });
    await rule('mapLocal', { pattern: 'mcp://shop/tools/call/plain', body: { text: 'just text' } });
    await rule('blockList', { name: 'No deletes', pattern: 'mcp://shop/tools/call/delete_*' });
    await rule('blockList', { name: 'Reset', pattern: '*/tools/call/drop', action: 'reset' });
    for (const [at, name] of ['weather', 'plain', 'delete_all', 'drop', 'other'].entries())
      server.write(call(at + 2, name));
    expect(await answer(server, 2)).toEqual({
      content: [{ type: 'text', text: 'sunny' }],
      structuredContent: { c: 30 },
    });
    expect(await answer(server, 3)).toEqual({ content: [{ type: 'text', text: 'just text' }] });
    expect(await answer(server, 4)).toEqual({
      code: -32_000,
      message: 'The rule "No deletes" of the Block List refuses this.',
    });
    expect(await answer(server, 5)).toMatchObject({ message: expect.stringContaining('"Reset"') as string });
    expect(await answer(server, 6)).toMatchObject({ content: [{ text: 'real 6' }] });
    expect(await server.end()).toBe(0);
    expect(server.errors()).not.toContain('weather');
    const [blocked] = await flows('path:delete_all');
    expect(blocked).toMatchObject({ tags: ['Block List'], applicationError: { code: -32_000 } });
    expect(await flows('path:/drop is:failed')).toHaveLength(1);
  });

  test('a script changes arguments and results', async () => {
    await rule('scripting', {
      pattern: 'mcp://shop/tools/call/add',
      code: `function onRequest(context, url, request) {
          request.body.params.arguments.a = 5;
        }
        function onResponse(context, url, request, response) {
          response.body.result.content[0].text += ' changed';
        }`,
    });
    await using server = start();
    server.write(call(1, 'add', { a: 1 }));
    expect(await answer(server, 1)).toEqual({ content: [{ type: 'text', text: 'real 1 changed' }] });
    await server.end();
    expect(server.errors()).toContain('"a":5');
  });

  test('a breakpoint holds a call, and others go on', async () => {
    await rule('breakpoint', { pattern: 'mcp://shop/tools/call/held', stage: 'request' });
    await using server = start();
    server.write(call(1, 'held') + call(2, 'free'));
    expect(await answer(server, 2)).toMatchObject({ content: [{ text: 'real 2' }] });
    const paused = (await app.result('list_paused')) as readonly { readonly id: string }[];
    expect(paused).toHaveLength(1);
    expect(server.errors()).not.toContain('"held"');
    await app.result('resolve_paused', {
      id: paused[0]!.id,
      action: 'send',
      request: { body: call(1, 'edited').trim() },
    });
    expect(await answer(server, 1)).toMatchObject({ content: [{ text: 'real 1' }] });
    await server.end();
    expect(server.errors()).toContain('"edited"');
  });

  test('a delay, and a tool that never answers', async () => {
    await rule('networkConditions', { pattern: '*/tools/call/slow', profile: 'custom', latencyMs: 200 });
    await rule('networkConditions', {
      pattern: '*/tools/call/lost',
      profile: 'offline',
      failureMode: 'timeout',
    });
    await using server = start();
    server.write(call(1, 'lost') + call(2, 'slow'));
    expect(await answer(server, 2)).toMatchObject({ content: [{ text: 'real 2' }] });
    expect((await flows('path:/slow'))[0]!.durationMs).toBeGreaterThanOrEqual(190);
    await server.end();
    expect(server.output().toString()).not.toContain('"id":1');
  });
});

test('messages pass when the app stops', async () => {
  const own = await startTestApp();
  await using server = startPiped(['run', '--', process.execPath, script], own.home);
  server.write(call(1, 'one'));
  await answer(server, 1);
  await own.close();
  server.write(call(2, 'two'));
  expect(await answer(server, 2)).toMatchObject({ content: [{ text: 'real 2' }] });
  expect(await server.end()).toBe(0);
  expect(server.errors()).toContain('The app has stopped');
});
