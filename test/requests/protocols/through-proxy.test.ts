// Requests over TLS through a running proxy that decrypts them, and through proxies that refuse.
import { writeFileSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import { join } from 'node:path';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { flowSummary } from '../../../src/flow/summary.ts';
import { throughProxy } from '../../../src/runs/runner/recording-proxy.ts';
import { trustedAuthority } from '../../helpers/authority.ts';
import { startTestEngine } from '../../helpers/engine.ts';
import { CHAT_PROTO, chatServer } from '../../helpers/grpc.ts';
import { temporaryHome } from '../../helpers/home.ts';
import { listening } from '../../helpers/listening.ts';
import { failures, receivedTexts, sendOne } from '../../helpers/sent-requests.ts';

// Before the first connection, when the roots are read.
const authority = trustedAuthority();
const keys = authority.issue('127.0.0.1');

async function decryptingProxy() {
  const proxy = await startTestEngine();
  onTestFinished(() => proxy.close());
  const { port, ca } = proxy.engine;
  const urls = (): readonly string[] => proxy.engine.flows.list().map((flow) => flowSummary(flow).url);
  return { urls, options: throughProxy({ port, caPem: ca.certPem }) };
}

test('a WebSocket over TLS is decrypted on its way', async () => {
  const server = https.createServer(keys);
  new WebSocketServer({ server }).on('connection', (socket) => socket.send('secret'));
  const port = await listening(server);
  const { urls, options } = await decryptingProxy();
  const run = await sendOne(
    {
      type: 'websocket',
      url: `wss://127.0.0.1:${port}/chat`,
      websocket: { messages: [{ action: 'expect', text: 'secret' }], listenMs: 0 },
    },
    options,
  );
  expect(failures(run)).toEqual([]);
  expect(urls()).toEqual([`https://127.0.0.1:${port}/chat`]);
});

test('Socket.IO over TLS, by both transports', async () => {
  const server = https.createServer(keys);
  const io = new Server(server);
  onTestFinished(() => io.close());
  io.on('connection', (socket) => socket.emit('hello', 'secret'));
  const port = await listening(server);
  const { urls, options } = await decryptingProxy();
  const run = await sendOne(
    { type: 'socketio', url: `https://127.0.0.1:${port}`, socketio: { listenMs: 200 } },
    options,
  );
  expect(failures(run)).toEqual([]);
  expect(receivedTexts(run)).toEqual(['secret']);
  expect(urls().every((url) => url.startsWith(`https://127.0.0.1:${port}/socket.io/`))).toBe(true);
});

test('gRPC over TLS', async () => {
  using home = temporaryHome();
  using chat = await chatServer(authority.issue('localhost'));
  writeFileSync(join(home.path, 'chat.proto'), CHAT_PROTO);
  const { urls, options } = await decryptingProxy();
  const run = await sendOne(
    {
      type: 'grpc',
      url: `grpcs://localhost:${chat.port}`,
      grpc: {
        service: 'chat.v1.Chat',
        method: 'Say',
        messages: ['{"text": "hi"}'],
        protoFiles: ['chat.proto'],
      },
    },
    { ...options, fileRoots: [home.path] },
  );
  expect([failures(run), run.response?.status]).toEqual([[], 0]);
  expect(urls()).toEqual([`https://localhost:${chat.port}/chat.v1.Chat/Say`]);
});

test.each([
  ['that refuses', 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n', '403 Forbidden'],
  ['that hangs up', '', 'it has closed the connection'],
])('a proxy %s is named', async (_, answer, reason) => {
  const proxy = net.createServer((socket) => socket.once('data', () => socket.end(answer)));
  const address = `http://127.0.0.1:${await listening(proxy)}`;
  const run = await sendOne(
    { type: 'websocket', url: 'ws://shop.test/' },
    { processEnvironment: { http_proxy: address } },
  );
  expect(run.error).toContain(address);
  expect(run.error).toContain(reason);
});

test('gRPC names a proxy of a kind that it cannot use', async () => {
  const run = await sendOne(
    { type: 'grpc', url: 'grpc://shop.test', grpc: { service: 'a.B', method: 'C' } },
    { processEnvironment: { all_proxy: 'socks5://127.0.0.1:9' } },
  );
  expect(run.error).toContain('socks5://127.0.0.1:9 is none: name the server in NO_PROXY');
});
