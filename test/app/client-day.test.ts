// A day's work with the operations of the API client's window alone: collections, previews, sends, connections, runs.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { startTestApp } from '../helpers/app.ts';
import { ClientConsole } from '../helpers/client-console.ts';
import { startOrigin } from '../helpers/origin.ts';

const origin = await startOrigin((request, response) => {
  if (request.url === '/slow') response.writeHead(200, { 'Content-Length': 100 }).write('half');
  else response.setHeader('Content-Type', 'application/json').end(`{"url":"${request.url ?? ''}"}`);
});
const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
sockets.on('connection', (socket) =>
  socket.on('message', (data: Buffer) => socket.send(`echo ${data.toString()}`)),
);
await once(sockets, 'listening');
const app = await startTestApp();

afterAll(async () => {
  await app.close();
  sockets.close();
  await origin.close();
});

test('a day', async () => {
  await using client = new ClientConsole(app).follow();
  await client.call('create_collection', { name: 'Shop' });
  await client.call('save_environment', { name: 'Dev', variables: [{ name: 'base', value: origin.http }] });
  await client.call('set_active_environment', { environment: 'Dev' });
  const request = { name: 'List', url: '{{base}}/items', query: [{ name: 'page', value: '{{page}}' }] };
  const scripts = {
    test: "pm.test('is JSON', () => pm.expect(pm.response.json().url).to.include('/items'))",
  };

  // Typing: the name is unknown, until the environment has it.
  expect(await client.call('client.preview', { request, collection: 'Shop' })).toMatchObject({
    url: `${origin.http}/items?page={{page}}`,
    unknown: ['page'],
  });
  await client.call('set_variable', { scope: 'environment', key: 'page', value: '2' });
  const { variables } = await client.call('client.variables', { collection: 'Shop' });
  expect(variables.map(({ name }: { name: string }) => name)).toEqual(['base', 'page']);

  // Sending what is not saved, then saving it.
  const sent = await client.send({ ...request, scripts }, { collection: 'Shop' });
  expect(await client.until(sent, 'end')).toMatchObject({
    outcome: 'received',
    response: { status: 200 },
    tests: [{ name: 'is JSON', passed: true }],
  });
  expect(client.phases(sent)).toEqual(expect.arrayContaining(['connect', 'sent', 'body', 'tests']));
  expect(JSON.parse((await client.body(sent)).toString())).toEqual({ url: '/items?page=2' });
  await client.call('create_request', { collection: 'Shop', name: 'List', url: '{{base}}/items', scripts });

  // A response that does not come to its end.
  const slow = await client.send({ url: '{{base}}/slow' }, { collection: 'Shop' });
  await client.until(slow, ({ step }) => step === 'body');
  await client.call('client.cancel', { channel: slow });
  expect(await client.until(slow, 'end')).toMatchObject({ outcome: 'stopped', received: 4, expected: 100 });
  expect((await client.body(slow)).toString()).toBe('half');

  // A connection, and the run of all that was saved.
  const url = `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`;
  const chat = await client.connect({ type: 'websocket', url });
  await client.until(chat, 'open');
  await client.call('client.connection_send', { channel: chat, text: 'hello' });
  await client.until(chat, ({ text }) => text === 'echo hello');
  await client.call('client.close', { channel: chat });
  await client.until(chat, 'end');
  const { channel: run } = await client.call('client.run', {
    window: client.window,
    tab: 'run',
    collection: 'Shop',
  });
  expect(await client.until(run, 'end')).toMatchObject({ success: true, totals: { requests: 1, tests: 1 } });

  // What is over is kept for the window until it is closed.
  const kept = await client.call('client.channels', { window: client.window });
  expect(kept.map(({ kind, state }: { kind: string; state: string }) => `${kind} ${state}`)).toEqual([
    'send ended',
    'send ended',
    'connection ended',
    'run ended',
  ]);
});
