// Requests of the type `websocket` against servers of the package ws, and against servers that misbehave.
import { createServer } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { trustedAuthority, untrustedAuthority } from '../../helpers/authority.ts';
import { listening } from '../../helpers/listening.ts';
import { failures, receivedTexts, sendOne } from '../../helpers/sent-requests.ts';

// Before the first connection, when the roots are read.
const authority = trustedAuthority();

interface Heard {
  headers: Record<string, unknown>;
  extensions: string;
}

/** A server that answers `hello` with its subprotocol, and echoes everything. */
async function echo(onOpen: (socket: WebSocket) => void = () => undefined) {
  const heard: Heard = { headers: {}, extensions: '' };
  const http = createServer();
  const server = new WebSocketServer({ server: http, perMessageDeflate: { threshold: 0 } });
  server.on('connection', (socket, request) => {
    Object.assign(heard, { headers: request.headers, extensions: socket.extensions });
    socket.send(JSON.stringify({ hello: socket.protocol }));
    socket.on('message', (data: Buffer, isBinary) => socket.send(data, { binary: isBinary }));
    socket.on('error', () => undefined);
    onOpen(socket);
  });
  return { port: await listening(http), heard };
}

test('steps are taken in order, with variables, authorization, subprotocol and compression', async () => {
  const { port, heard } = await echo();
  const run = await sendOne(
    {
      type: 'websocket',
      url: 'ws://{{host}}/chat',
      headers: [{ name: 'X-Room', value: '{{room}}' }],
      auth: { type: 'bearer', token: '{{token}}' },
      websocket: {
        protocols: ['other', 'v2.chat'],
        messages: [
          { action: 'expect', kind: 'json', text: '{"hello":"other"}' },
          { text: '{"say":"{{word}}"}' },
          { action: 'expect', text: 'hi there' },
          { kind: 'hex', text: '00 ff' },
          { action: 'expect', kind: 'hex', text: '00ff' },
          { action: 'close', code: 4001, text: 'bye' },
        ],
      },
      scripts: {
        test: `pm.test('answers', () => {
          pm.response.to.have.statusCode(101);
          pm.response.to.be.ok;
          pm.expect(pm.response.messages.count()).to.equal(3);
          pm.expect(pm.response.messages.idx(1).data.say).to.equal('hi there');
          pm.response.messages.to.include({ say: 'hi there' });
          pm.response.to.have.message({ hello: 'other' });
          pm.response.to.have.trailer('close-code', '4001');
          pm.expect(pm.response.sentMessages.count()).to.equal(2);
          pm.expect(pm.response.json()).to.have.length(3);
        });`,
      },
    },
    { variables: { host: `127.0.0.1:${port}`, room: 'r1', token: 't0', word: 'hi there' } },
  );
  expect(failures(run)).toEqual([]);
  expect(run).toMatchObject({ method: 'WebSocket', url: `ws://127.0.0.1:${port}/chat` });
  expect(heard.headers).toMatchObject({ 'x-room': 'r1', authorization: 'Bearer t0' });
  expect(heard.extensions).toBe('permessage-deflate');
  expect(receivedTexts(run)).toEqual(['{"hello":"other"}', '{"say":"hi there"}', 'AP8=']);
});

test('compression can be turned off', async () => {
  const { port, heard } = await echo();
  await sendOne({
    type: 'websocket',
    url: `ws://127.0.0.1:${port}`,
    websocket: { compression: false, listenMs: 0 },
  });
  expect(heard.extensions).toBe('');
});

test('listening ends when the server closes', async () => {
  const { port } = await echo((socket) => socket.close(1001, 'going'));
  const run = await sendOne({
    type: 'websocket',
    url: `127.0.0.1:${port}`,
    websocket: { listenMs: 600_000 },
  });
  expect(run.error).toBeNull();
  expect(run.response?.trailers).toEqual([
    { name: 'close-code', value: '1001' },
    { name: 'close-reason', value: 'going' },
  ]);
});

test('messages are passed on while the connection is open', async () => {
  const { port } = await echo();
  const order: string[] = [];
  await sendOne(
    {
      type: 'websocket',
      url: `ws://127.0.0.1:${port}`,
      websocket: {
        messages: [{ action: 'expect' }, { text: 'a' }, { action: 'expect', text: 'a' }],
        listenMs: 0,
      },
    },
    { onMessage: ({ direction, data }) => order.push(`${direction} ${data.toString()}`) },
  );
  expect(order).toEqual(['received {"hello":""}', 'sent a', 'received a']);
});

test.each([
  [
    { messages: [{ action: 'expect' as const, text: 'never', ms: 50 }] },
    'a message with "never" was expected, and none arrived within 50 ms',
  ],
  [{ messages: [{ kind: 'hex' as const, text: 'xyz' }] }, 'the message "xyz" is not hexadecimal'],
  [
    { messages: [{ action: 'expect' as const, kind: 'json' as const, text: '{' }] },
    'the expected message "{" is not valid JSON',
  ],
])('%j fails', async (websocket, reason) => {
  const { port } = await echo();
  const run = await sendOne({ type: 'websocket', url: `ws://127.0.0.1:${port}`, websocket });
  expect(run.error).toContain(reason);
});

test('the time-out of the request ends everything', async () => {
  const { port } = await echo();
  const run = await sendOne(
    { type: 'websocket', url: `ws://127.0.0.1:${port}`, websocket: { listenMs: 600_000 } },
    { timeoutMs: 200 },
  );
  expect(run.error).toBe('it was not complete within 200 ms');
});

test('a run that is interrupted ends it too', async () => {
  const stop = new AbortController();
  const { port } = await echo(() => stop.abort(new Error('it was interrupted')));
  const run = await sendOne(
    { type: 'websocket', url: `ws://127.0.0.1:${port}`, websocket: { listenMs: 600_000 } },
    { signal: stop.signal },
  );
  expect(run.error).toBe('it was interrupted');
});

test('wss: a certificate is verified unless the request says otherwise', async () => {
  const serve = async (keys: { key: string; cert: string }) => {
    const server = https.createServer(keys);
    new WebSocketServer({ server }).on('connection', (socket) => socket.send('secret'));
    return listening(server);
  };
  const trusted = await serve(authority.issue('127.0.0.1'));
  const untrusted = await serve(untrustedAuthority().issue('127.0.0.1'));
  const send = (port: number, verifyTls: boolean) =>
    sendOne({
      type: 'websocket',
      url: `wss://127.0.0.1:${port}`,
      websocket: { messages: [{ action: 'expect', text: 'secret' }], listenMs: 0 },
      settings: { verifyTls },
    });
  expect((await send(untrusted, true)).error).toContain('Add its issuer to NODE_EXTRA_CA_CERTS');
  expect((await send(untrusted, false)).error).toBeNull();
  expect((await send(trusted, true)).error).toBeNull();
});

test('a server that refuses is an error with its status', async () => {
  const port = await listening(
    createServer((_, response) => response.writeHead(403).end()).on('upgrade', (_, socket) =>
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'),
    ),
  );
  const run = await sendOne({ type: 'websocket', url: `ws://127.0.0.1:${port}` });
  expect(run.error).toBe('the server answered 403 Forbidden instead of opening a WebSocket');
});

test('a server that says nothing is left when the time is over', async () => {
  const port = await listening(net.createServer());
  const run = await sendOne({ type: 'websocket', url: `ws://127.0.0.1:${port}` }, { timeoutMs: 100 });
  expect(run.error).toBe('it was not complete within 100 ms');
});

test('frames that are not valid end it with an error', async () => {
  const { port } = await echo((socket) => {
    const raw = (socket as unknown as { _socket: net.Socket })._socket;
    raw.write(Buffer.from([0xff, 0xff, 0xff]));
  });
  const run = await sendOne({ type: 'websocket', url: `ws://127.0.0.1:${port}` });
  expect(run.error).toContain('Invalid WebSocket frame');
});

test('a URL of another scheme is refused', async () => {
  expect((await sendOne({ type: 'websocket', url: 'ftp://a' })).error).toContain('ftp://a');
});
