// Sends of the API client's window over RPC: phases, exchanges, messages, and ends.
import { createServer, type RequestListener, type Server } from 'node:http';
import net from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { ClientConsole } from '../helpers/client-console.ts';

const app = await startTestApp();
let client: ClientConsole;
const servers: net.Server[] = [];

beforeEach(() => {
  client = new ClientConsole(app).follow();
});

afterEach(async () => {
  await client[Symbol.asyncDispose]();
  for (const server of servers.splice(0)) {
    (server as Partial<Server>).closeAllConnections?.();
    server.close();
  }
});

afterAll(() => app.close());

async function listen(server: net.Server): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}

async function serve(listener: RequestListener): Promise<string> {
  return `http://${await listen(createServer(listener))}`;
}

const direct = { throughProxy: false };

test('what the screen has is sent, and every step is told', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/old') response.writeHead(302, { Location: '/new', 'Set-Cookie': 'a=1' }).end();
    else response.writeHead(200, { 'Content-Type': 'text/plain' }).end(`hello ${request.headers.cookie ?? ''}`);
  });
  const channel = await client.send(
    {
      url: `${url}/old`,
      headers: [{ name: 'X-Typed', value: '1' }],
      auth: { type: 'bearer', token: 'very-secret' },
      scripts: {
        preRequest: "pm.request.headers.add({ key: 'X-Script', value: '2' }); console.log('before')",
        test: "pm.test('is fine', () => pm.response.to.have.status(200))",
      },
    },
    direct,
  );
  const end = await client.until(channel, 'end');
  expect(end).toMatchObject({
    outcome: 'received',
    response: { status: 200, body: { size: 9, isText: true } },
    tests: [{ name: 'is fine', passed: true }],
  });
  expect(client.phases(channel)).toEqual(['scripts', 'connect', 'sent', 'body', 'sent', 'body', 'tests']);
  const begun = client.of(channel).filter(({ step }) => step === 'begun');
  expect(begun.map(({ purpose }) => purpose)).toEqual(['request', 'redirect']);
  const sources = Object.fromEntries(
    begun[1]!['headers'].map((each: { name: string; source: string }) => [each.name, each.source]),
  );
  expect(sources).toMatchObject({
    'X-Typed': 'typed',
    'X-Script': 'script',
    Authorization: 'auth',
    Cookie: 'cookie jar',
    Host: 'default',
    'User-Agent': 'default',
  });
  expect(JSON.stringify(client.of(channel))).not.toContain('very-secret');
  expect(client.of(channel).find(({ type }) => type === 'script')).toMatchObject({
    console: [{ level: 'log', text: 'before' }],
  });
  expect((await client.body(channel)).toString()).toBe('hello a=1');
});
