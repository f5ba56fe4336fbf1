// A cassette in place of a server of MCP over HTTP, asked by the official client, which keeps a stream open beside its
// requests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startProxy, type TrafficProxy } from '../../src/index.ts';
import { temporaryHome } from '../helpers/home.ts';

const CLIENT = `
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
const client = new Client({ name: 'tester', version: '1' });
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
const { tools } = await client.listTools();
const sum = async (a, b) => (await client.callTool({ name: 'add', arguments: { a, b } })).content[0].text;
console.log(tools[0].name, await sum(1, 2), await sum(3, 4));
await client.close();
`;

const home = temporaryHome();
const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'cassette-mcp-'));
let proxy: TrafficProxy;
let server: Server;

beforeAll(async () => {
  writeFileSync(join(folder, 'client.mjs'), CLIENT);
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const calculator = new McpServer({ name: 'calculator', version: '1' });
    const inputSchema = { a: z.number(), b: z.number() };
    calculator.registerTool('add', { inputSchema }, ({ a, b }) => ({
      content: [{ type: 'text', text: String(a + b) }],
    }));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => 'session-of-the-test',
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await calculator.connect(transport);
    return transport;
  };
  server = createServer((request, response) => {
    void (async () => {
      const known = sessions.get(String(request.headers['mcp-session-id']));
      await (known ?? (await open())).handleRequest(request, response);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startProxy({ home: home.path });
});
afterAll(async () => {
  await proxy.close();
  rmSync(folder, { recursive: true });
  home.remove();
});

async function ask(url: string): Promise<string> {
  const child = spawn(process.execPath, [join(folder, 'client.mjs'), url], {
    env: await proxy.env(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return said;
}

test('the same client gets the same answers when the server is gone', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const file = join(home.path, 'mcp.har');
  const first = await proxy.cassette(file);
  expect(await ask(url)).toBe('add 3 7\n');
  expect(await first.close()).toMatchObject({ leftOut: [] });
  server.closeAllConnections();
  server.close();
  const second = await proxy.cassette(file, { mode: 'replay' });
  expect(await ask(url)).toBe('add 3 7\n');
  expect(await second.close()).toMatchObject({ unknown: [], unused: 0 });
});
