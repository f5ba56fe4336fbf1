// Connections of the API client's window over RPC, against real servers of each protocol.
import { once } from 'node:events';
import { createServer } from 'node:http';
import net from 'node:net';
import { Aedes } from 'aedes';
import { Server as SocketIoServer } from 'socket.io';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { startTestApp } from '../helpers/app.ts';
import { ClientConsole, type ConsoleEvent } from '../helpers/client-console.ts';
import { chatServer } from '../helpers/grpc.ts';
import { listening } from '../helpers/listening.ts';

const app = await startTestApp();
let client: ClientConsole;

beforeEach(() => {
  client = new ClientConsole(app).follow();
});
afterEach(() => client[Symbol.asyncDispose]());
afterAll(() => app.close());

const direct = { throughProxy: false };
const received = (text: string) => (event: ConsoleEvent) =>
  event['direction'] === 'received' && event['text'] === text;
const messages = (channel: string): readonly string[] =>
  client
    .of(channel)
    .filter(({ type }) => type === 'message')
    .map(({ direction, name, text }) => `${direction} ${name} ${text}`);

async function webSocketServer(): Promise<{ server: WebSocketServer; url: string }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    server.clients.forEach((each) => each.terminate());
    server.close();
  });
  await once(server, 'listening');
  return { server, url: `ws://127.0.0.1:${(server.address() as net.AddressInfo).port}` };
}

test('a WebSocket whose server the proxy cannot reach fails by its own reason', async () => {
  const { server, url } = await webSocketServer();
  server.close();
  await once(server, 'close');
  const { channel } = await client.call('client.connect', {
    window: client.window,
    tab: 'gone',
    request: { type: 'websocket', url },
  });
  const end = await client.until(channel, 'end');
  expect(end).toMatchObject({ outcome: 'failed', phase: 'connect', mayHaveActed: false });
  expect(end['reason']).toContain('connection refused');
  expect(end['reason']).not.toContain('external proxy');
});

test('a WebSocket takes its steps, stays open, and is closed with a code', async () => {
  const { server, url } = await webSocketServer();
  const closed = Promise.withResolvers<number>();
  server.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
    socket.on('close', closed.resolve);
  });
  const request = {
    type: 'websocket',
    url,
    websocket: { messages: [{ text: 'first' }], listenMs: 0 },
    variables: [{ name: 'third', value: 'of a variable' }],
  };
  const channel = await client.connect(request, direct);
  expect(await client.until(channel, 'open')).toMatchObject({ can: ['send'] });
  await client.until(channel, received('first'));
  await client.call('client.connection_send', { channel, text: 'second' });
  await client.call('client.connection_send', { channel, text: '{{third}}' });
  await client.until(channel, received('of a variable'));
  await client.call('client.connection_send', { channel, text: '00 ff', kind: 'hex' });
  const binary = await client.until(
    channel,
    ({ direction, kind }) => direction === 'received' && kind === 'binary',
  );
  expect(binary).toMatchObject({ base64: 'AP8=', size: 2 });
  expect(await app.rpc('client.connection_send', { channel, text: 'x', kind: 'hex' })).toMatchObject({
    status: 422,
  });
  expect(await app.rpc('client.subscribe', { channel, name: 'x' })).toMatchObject({ status: 422 });
  await client.call('client.close', { channel, code: 4001, reason: 'done' });
  expect(await closed.promise).toBe(4001);
  const end = await client.until(channel, 'end');
  expect(end['response']).toMatchObject({
    status: 101,
    trailers: [{ name: 'close-code', value: '4001' }, {}],
  });
  expect(await app.rpc('client.connection_send', { channel, text: 'x' })).toMatchObject({
    status: 422,
    error: expect.stringContaining('has ended'),
  });
});

test('a flood stays within the bounds of the log, and the reader learns what is gone', async () => {
  const { server, url } = await webSocketServer();
  server.on('connection', (socket) => {
    for (let n = 0; n < 120_000; n += 1) socket.send(String(n));
  });
  const channel = await client.connect({ type: 'websocket', url, websocket: { compression: false } }, direct);
  await client.until(channel, received('119999'));
  const { dropped } = await client.call('client.channel_events', { channel, after: 0, limit: 1 });
  expect(dropped).toBeGreaterThan(0);
  await client.call('client.cancel', { channel });
  expect(await client.until(channel, 'end')).toMatchObject({ outcome: 'stopped' });
}, 30_000);

test('a server that does not open says why', async () => {
  const http = createServer((_, response) => response.writeHead(403).end());
  const port = await listening(http);
  const channel = await client.connect({ type: 'websocket', url: `ws://127.0.0.1:${port}` }, direct);
  expect(await app.rpc('client.connection_send', { channel, text: 'x' })).toMatchObject({ status: 422 });
  expect(await client.until(channel, 'end')).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('403'),
  });
});

test('MQTT publishes, subscribes and unsubscribes while it is open', async () => {
  const aedes = await Aedes.createBroker();
  onTestFinished(() => new Promise<void>((resolve) => aedes.close(resolve)));
  const port = await listening(net.createServer(aedes.handle));
  const channel = await client.connect({
    type: 'mqtt',
    url: `mqtt://127.0.0.1:${port}`,
    mqtt: { subscribe: [{ topic: 'news' }] },
  });
  expect(await client.until(channel, 'open')).toMatchObject({ subscriptions: ['news'] });
  await client.call('client.subscribe', { channel, name: 'rooms/+', qos: 1 });
  await client.call('client.connection_send', { channel, name: 'rooms/1', text: 'hello', qos: 1 });
  expect(await client.until(channel, received('hello'))).toMatchObject({ name: 'rooms/1' });
  await client.call('client.unsubscribe', { channel, name: 'rooms/+' });
  expect(await client.until(channel, 'subscribed')).toMatchObject({ name: 'rooms/+' });
  expect(await client.until(channel, 'unsubscribed')).toMatchObject({ name: 'rooms/+' });
  await client.call('client.connection_send', { channel, name: 'rooms/1', text: 'unheard', qos: 1 });
  await client.call('client.close', { channel });
  expect(await client.until(channel, 'end')).toMatchObject({ outcome: 'received' });
  expect(messages(channel)).toEqual(['sent rooms/1 hello', 'received rooms/1 hello', 'sent rooms/1 unheard']);
});

test('Socket.IO emits, gets acknowledgements, and hears what it subscribes to', async () => {
  const http = createServer();
  const server = new SocketIoServer(http);
  onTestFinished(() => server.close());
  server.on('connection', (socket) => {
    socket.on('add', (a: number, b: number, answer: (sum: number) => void) => answer(a + b));
    socket.on('echo', (value: unknown) => socket.emit('echoed', value));
  });
  const port = await listening(http);
  const channel = await client.connect(
    { type: 'socketio', url: `http://127.0.0.1:${port}`, socketio: { listen: ['nothing'] } },
    direct,
  );
  await client.until(channel, 'open');
  await client.call('client.connection_send', { channel, name: 'echo', text: 'unheard' });
  await client.call('client.subscribe', { channel, name: 'echoed' });
  const sum = { channel, name: 'add', text: '[1, 2]', kind: 'json', acknowledged: true };
  await client.call('client.connection_send', sum);
  await client.until(channel, received('3'));
  await client.call('client.connection_send', { channel, name: 'echo', text: '{"a":1}', kind: 'json' });
  expect(await client.until(channel, received('{"a":1}'))).toMatchObject({ name: 'echoed' });
  await client.call('client.close', { channel });
  expect(await client.until(channel, 'end')).toMatchObject({ outcome: 'received' });
});

test('TCP ends its side, and hears the rest', async () => {
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined);
    let all = '';
    socket.on('data', (bytes) => (all += String(bytes)));
    socket.on('end', () => socket.end(`got ${all}`));
  });
  const port = await listening(server);
  const channel = await client.connect({ type: 'tcp', url: `tcp://127.0.0.1:${port}` });
  expect(await client.until(channel, 'open')).toMatchObject({ can: ['send', 'halfClose'] });
  await client.call('client.connection_send', { channel, text: 'ping' });
  await client.call('client.half_close', { channel });
  await client.until(channel, received('got ping'));
  expect(await client.until(channel, 'end')).toMatchObject({ outcome: 'received' });
});

test('a stream of gRPC sends until it is half-closed', async () => {
  using server = await chatServer(null);
  const grpc = { service: 'chat.v1.Chat', method: 'Talk', messages: [] };
  const channel = await client.connect(
    { type: 'grpc', url: `grpc://127.0.0.1:${server.port}`, grpc },
    direct,
  );
  expect(await client.until(channel, 'open')).toMatchObject({ can: ['send', 'halfClose'] });
  await client.call('client.connection_send', { channel, text: '{"who":"me","text":"hi"}', kind: 'json' });
  await client.until(channel, ({ direction, text }) => direction === 'received' && text.includes('hi'));
  expect(await app.rpc('client.connection_send', { channel, text: '{"whom":1}' })).toMatchObject({
    status: 422,
    error: expect.stringContaining('chat.v1.Line'),
  });
  await client.call('client.half_close', { channel });
  expect(await client.until(channel, 'end')).toMatchObject({
    outcome: 'received',
    response: { reason: 'OK' },
  });
});

test('a connection ends with its tab, and is not for requests without one', async () => {
  const { server, url } = await webSocketServer();
  const tab = { ...direct, tab: 'one' };
  const first = await client.connect({ type: 'websocket', url }, tab);
  await client.until(first, 'open');
  const second = await client.connect({ type: 'websocket', url }, tab);
  await client.until(first, 'end');
  await client.until(second, 'open');
  await client.call('client.close_channel', { channel: second });
  await expect.poll(() => server.clients.size).toBe(0);
  const refused = { window: client.window, tab: '', request: { url: 'http://a.test' } };
  expect(await app.rpc('client.connect', refused)).toMatchObject({ status: 422, field: 'request' });
});
