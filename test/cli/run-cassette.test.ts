// `proxyctl run --cassette`: an agent with a model over an event stream, a tool over pipes and an HTTP API is recorded once,
// and runs again without any of them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launcher, runCli, type CliResult } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { startPiped } from '../helpers/piped-cli.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';

const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

const SERVER = `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
process.stderr.write('the server runs\\n');
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
const [origin, question, command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'agent', version: '1' });
await client.connect(new StdioClientTransport({ command, args, env: { ...process.env, SHOP: origin } }));
const ask = async (messages) => {
  const body = JSON.stringify({ user: 'user ' + Math.random(), stream: true, messages, model: 'gpt-5-mini' });
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer sk-proj-' + 'k3y'.repeat(16) };
  const response = await fetch(origin + '/v1/chat/completions', { method: 'POST', headers, body });
  if (!response.ok) throw new Error((await response.json()).error.message);
  const stream = await response.text();
  return [...stream.matchAll(/^data: (\\{.*)$/gm)].map(([, json]) => JSON.parse(json).choices[0].delta);
};
const user = { role: 'user', content: question + '\\nNow it is ' + new Date().toISOString() };
const first = await ask([user]);
const call = first.find(({ tool_calls }) => tool_calls).tool_calls[0];
const { content: [{ text }] } = await client.callTool({ name: 'refund', arguments: JSON.parse(call.function.arguments) });
const said = { role: 'tool', tool_call_id: call.id, content: text };
const last = await ask([user, { role: 'assistant', tool_calls: [call] }, said]);
const status = async () => (await (await fetch(origin + '/status?b=2&a=1&ts=' + Date.now())).json()).state;
console.log(text, last.map(({ content }) => content ?? '').join(''), await status(), await status());
await client.close();
`;

let polls = 0;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('X-Request-Id', String(Math.random()));
  if (request.url?.startsWith('/orders/') === true) return void response.end('refunded 7');
  if (request.url?.startsWith('/status') === true) {
    const key = 'ghp_' + 'Z9kQ4mT7xW2b'.repeat(3);
    response.setHeader('Content-Type', 'application/json');
    return void response.end(JSON.stringify({ state: (polls += 1) % 2 === 1 ? 'busy' : 'done', key }));
  }
  const body = await text(request);
  const call = { id: 'call_7', type: 'function', function: { name: 'refund', arguments: '{"order":7}' } };
  const deltas = body.includes('"role":"tool"')
    ? [{ content: 'It ' }, { content: 'is ' }, { content: 'done.' }]
    : [{ tool_calls: [call] }];
  response.setHeader('Content-Type', 'text/event-stream');
  for (const delta of deltas) response.write(`data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`);
  response.end('data: [DONE]\n\n');
}

describe('a cassette', () => {
  let home: TemporaryHome;
  let origin: Origin;
  // Below the project, so that its packages are found.
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'cassette-'));
  const file = join(folder, 'agent.har');
  const [agent, shop] = ['agent.mjs', 'shop.mjs'].map((name) => join(folder, name));

  const run = (options: readonly string[], question = 'Refund order 7'): Promise<CliResult> => {
    const bridge = [process.execPath, launcher, 'run', '--mcp', 'shop', '--', process.execPath, shop!];
    const command = [process.execPath, agent!, origin.http, question, ...bridge];
    return runCli(['run', '--port', '0', '--quiet', ...options, '--', ...command], { home: home.path });
  };
  const recording = (): string => readFileSync(file, 'utf8');

  beforeAll(async () => {
    home = temporaryHome();
    writeFileSync(agent!, AGENT);
    writeFileSync(shop!, SERVER);
    origin = await startOrigin((request, response) => void answer(request, response));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
    home.remove();
  });

  const SAID = 'refunded 7 It is done. busy done\n';

  test('is recorded while it is unknown, without secrets, and the same again', async () => {
    const first = await run(['--cassette', file]);
    expect(first.stderr).toContain('the server runs');
    expect(first).toMatchObject({ code: 0, stdout: SAID });
    const written = recording();
    expect(written).not.toMatch(/sk-proj|k3yk3y|ghp_|x-request-id/i);
    expect(written).toContain('mcp://shop/tools/call/refund');
    expect(first.stderr).toMatch(/^Cassette node_modules.*agent\.har: 0 answered, 4 recorded$/m);
    const again = await run(['--cassette', file, '--cassette-mode', 'record']);
    expect(again).toMatchObject({ code: 0, stdout: SAID });
    expect(recording()).toBe(written);
  });

  test('answers calls of tools beside a server that runs', { tags: ['full'] }, async () => {
    const { code, stdout, stderr } = await run(['--cassette', file]);
    expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: SAID });
    expect(stderr).toContain('the server runs');
    expect(stderr).toMatch(/: 1 answered, 0 recorded$/m);
    expect(stderr).toMatch(/: 4 answered, 0 recorded$/m);
  });

  test('answers when servers are gone, and starts no server on pipes', async () => {
    await origin.close();
    const written = recording();
    const { code, stdout, stderr } = await run(['--cassette', file, '--cassette-mode', 'replay']);
    expect(stderr).not.toContain('the server runs');
    expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: SAID });
    expect(recording()).toBe(written);
  });

  test('refuses an unknown call of a tool as an error, without the program of the server', async () => {
    const options = ['--mcp', 'shop', '--cassette', file, '--cassette-mode', 'replay'];
    await using piped = startPiped(['run', '--port', '0', ...options, '--', 'no-such-program'], home.path);
    const call = (id: number, order: number): void =>
      piped.write(
        `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'refund', arguments: { order } } })}\n`,
      );
    call(31, 7);
    await piped.saying('"id":31');
    call(32, 8);
    await piped.saying('"id":32');
    expect(await piped.end()).toBe(1);
    const [known, unknown] = piped
      .output()
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(known).toMatchObject({ id: 31, result: { content: [{ text: 'refunded 7' }] } });
    expect(unknown).toMatchObject({
      id: 32,
      error: {
        message: expect.stringMatching(/^POST mcp:shop\/tools\/call\/refund is not in.*-\s+"order": 7/s),
      },
    });
  });

  test('refuses an unknown prompt, and shows how it differs from the nearest', async () => {
    const { code, stderr } = await run(['--cassette', file, '--cassette-mode', 'replay'], 'Refund order 8');
    expect(code).toBe(1);
    expect(stderr).toContain('chat/completions is not in the cassette');
    expect(stderr).toMatch(/message 1 \(user\) differs:\n\s+- Refund order 7\n\s+\+ Refund order 8\n/);
    expect(stderr).toContain('--cassette: 1 unknown request: ');
  });
});
