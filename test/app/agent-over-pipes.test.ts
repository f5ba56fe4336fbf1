// An agent that asks a model over HTTP and calls a tool over pipes, and whose tool asks a server: one run with all of it,
// equal to what the agent logged itself. The agent uses the official client of MCP, the server the official library.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { launcher } from '../helpers/cli.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

const SERVER = `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
const server = new McpServer({ name: 'shop', version: '1' });
server.registerTool('refund', { description: 'Refunds', inputSchema: { order: z.number() } }, async ({ order }) => {
  const response = await fetch(process.env.SHOP + '/orders/' + order);
  return { content: [{ type: 'text', text: await response.text() }] };
});
await server.connect(new StdioServerTransport());
`;

const AGENT = `
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
const [origin, command, ...args] = process.argv.slice(2);
const log = [];
const client = new Client({ name: 'agent', version: '1' });
await client.connect(new StdioClientTransport({ command, args, env: { ...process.env, SHOP: origin } }));
const ask = async (messages) => {
  const body = JSON.stringify({ model: 'gpt-5-mini', messages });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(origin + '/v1/chat/completions', { method: 'POST', headers, body });
  const { choices: [{ message }], usage } = await response.json();
  log.push({ type: 'model', input: usage.prompt_tokens, output: usage.completion_tokens });
  return message;
};
const messages = [{ role: 'user', content: 'Refund order 7' }];
const message = await ask(messages);
const { id, function: called } = message.tool_calls[0];
const { content: [{ text }] } = await client.callTool({ name: called.name, arguments: JSON.parse(called.arguments) });
log.push({ type: 'tool', name: called.name, result: text });
await ask([...messages, message, { role: 'tool', tool_call_id: id, content: text }]);
await client.close();
console.log(JSON.stringify(log));
`;

let app: TestApp;
let origin: Origin;
// Below the project, so that its packages are found.
const folder = mkdtempSync(join(project, 'node_modules', '.cache', 'agent-'));

beforeAll(async () => {
  app = await startTestApp();
  for (const [name, code] of [
    ['shop.mjs', SERVER],
    ['agent.mjs', AGENT],
  ] as const)
    writeFileSync(join(folder, name), code);
  origin = await startOrigin((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.method === 'GET') return void response.end('{"refunded":7}');
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const isLast = body.includes('"role":"tool"');
      const call = { id: 'call_7', type: 'function', function: { name: 'refund', arguments: '{"order":7}' } };
      const message = isLast
        ? { role: 'assistant', content: 'Done.' }
        : { role: 'assistant', content: null, tool_calls: [call] };
      const usage = { prompt_tokens: isLast ? 150 : 100, completion_tokens: 20 };
      const choices = [{ index: 0, message, finish_reason: isLast ? 'stop' : 'tool_calls' }];
      response.end(JSON.stringify({ model: 'gpt-5-mini', choices, usage }));
    });
  });
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await origin.close();
  await app.close();
});

test('models, tools, messages on pipes and requests of a tool are one run', async () => {
  const bridge = [process.execPath, launcher, 'run', '--mcp', 'shop', '--'];
  const args = [
    join(folder, 'agent.mjs'),
    origin.http,
    ...bridge,
    process.execPath,
    join(folder, 'shop.mjs'),
  ];
  const agent = spawn(process.execPath, args, {
    env: {
      ...process.env,
      PROXYCTL_HOME: app.home,
      HTTP_PROXY: `http://127.0.0.1:${app.port()}`,
      NO_PROXY: '',
      NODE_USE_ENV_PROXY: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await Promise.all([text(agent.stdout), once(agent, 'close')]);
  const log = JSON.parse(said) as readonly { readonly type: string }[];
  expect(log).toMatchObject([
    { type: 'model' },
    { type: 'tool', result: '{"refunded":7}' },
    { type: 'model' },
  ]);

  interface Run {
    readonly id: number;
    readonly totals: object;
    readonly steps: readonly {
      readonly kind: string;
      readonly what: string;
      readonly depth: number;
      readonly exchange: number | null;
    }[];
  }
  const list = (await app.result('insights', { section: 'agents' })) as { readonly runs: readonly Run[] };
  expect(list.runs).toHaveLength(1);
  const { run } = (await app.result('insights', { section: 'agents', run: list.runs[0]!.id })) as {
    readonly run: Run;
  };
  expect(run.totals).toMatchObject({ models: 2, tools: 1, input: 250, output: 40, errors: 0 });
  expect(run.steps.map(({ depth, kind, what }) => `${depth} ${kind} ${what}`)).toEqual([
    '0 mcp stdio: initialize',
    '0 mcp stdio: notifications/initialized',
    '0 model calls refund',
    '1 tool {"order":7}',
    '2 mcp stdio: tools/call refund',
    '2 http GET /orders/7',
    expect.stringContaining('0 model'),
  ]);

  // The filter for it finds the same exchanges, and none of another program.
  await app.via(`${origin.http}/other`);
  const steps = run.steps.flatMap(({ exchange }) => exchange ?? []);
  const { id } = list.runs[0]!;
  for (const filter of [`run:${id}`, 'run:last', 'run:"refund order"', `run:* run:${id}`]) {
    const found = await app.api(`/api/flows?filter=${encodeURIComponent(filter)}`);
    const ids = (JSON.parse(found.text) as readonly { readonly id: number }[]).map((flow) => flow.id);
    expect(
      ids.toSorted((a, b) => a - b),
      filter,
    ).toEqual(steps.toSorted((a, b) => a - b));
    const { text: lines } = await app.api(`/api/search?filter=${encodeURIComponent(filter)}`);
    expect(lines.match(/"id":/g), filter).toHaveLength(steps.length);
  }
  expect((await app.api(`/api/flows?filter=${encodeURIComponent(`run:${id + 1000}`)}`)).text).toBe('[]');
  const insight = await app.result('insights', { section: 'endpoints', filter: '-run:last' });
  expect(JSON.stringify(insight)).toContain('/other');
  expect(JSON.stringify(insight)).not.toContain('/orders/');
});
