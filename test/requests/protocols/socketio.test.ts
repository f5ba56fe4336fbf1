// Requests of the type `socketio` against servers of the package socket.io.
import { createServer } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { trustedAuthority } from '../../helpers/authority.ts';
import { listening } from '../../helpers/listening.ts';
import { failures, receivedTexts, sendOne } from '../../helpers/sent-requests.ts';

const authority = trustedAuthority();

async function chat(http: net.Server = createServer()) {
  const server = new Server(http as never, { path: '/live' });
  onTestFinished(() => server.close());
  const room = server.of('/room');
  room.use((socket, next) => {
    const { token } = socket.handshake.auth as { token?: string };
    if (token === 't0') next();
    else next(Object.assign(new Error('not allowed'), { data: { reason: 'token' } }));
  });
  const handshakes: Record<string, unknown>[] = [];
  room.on('connection', (socket) => {
    handshakes.push({ ...socket.handshake.headers, query: socket.handshake.query });
    socket.emit('hello', { you: 'are here' });
    socket.emit('noise', 1);
    socket.on('say', (text: string, more: unknown, answer?: (...values: unknown[]) => void) => {
      if (answer === undefined) socket.emit('said', text, more);
      else answer({ heard: text });
    });
    socket.on('kick', () => socket.disconnect());
  });
  return { port: await listening(http), handshakes };
}

const base = { path: '/live', namespace: '/room', auth: '{"token":"{{token}}"}' };
const options = { variables: { token: 't0' }, timeoutMs: 20_000 };

test.each([['websocket'], ['polling', 'websocket']] as const)(
  'events, acknowledgements and the handshake over %s',
  async (...transports) => {
    const { port, handshakes } = await chat();
    const run = await sendOne(
      {
        type: 'socketio',
        url: `http://127.0.0.1:${port}`,
        query: [{ name: 'v', value: '2' }],
        headers: [{ name: 'X-Room', value: 'r1' }],
        socketio: {
          ...base,
          transports: [...transports],
          listen: ['hello', 'said', 'say'],
          emit: [
            { event: 'say', args: ['hi', '{"n":1}'], acknowledged: true },
            { event: 'say', args: ['hi', '{"n":1}'] },
          ],
          listenMs: 300,
        },
        scripts: {
          test: `pm.test('events', () => {
          pm.expect(pm.response.messages.map(({ name, data }) => [name, data])).to.deep.equal([
            ['hello', { you: 'are here' }], ['say', { heard: 'hi' }], ['said', ['hi', { n: 1 }]],
          ]);
        });`,
        },
      },
      options,
    );
    expect(failures(run)).toEqual([]);
    expect(handshakes[0]).toMatchObject({ 'x-room': 'r1', query: { v: '2' } });
  },
);

test('listening ends when the server disconnects', async () => {
  const { port } = await chat();
  const run = await sendOne(
    {
      type: 'socketio',
      url: `ws://127.0.0.1:${port}`,
      socketio: { ...base, emit: [{ event: 'kick' }], listenMs: 600_000 },
    },
    options,
  );
  expect([run.error, receivedTexts(run)[0]]).toEqual([null, '{"you":"are here"}']);
});

test('a refusal names its reason, bad JSON its place', async () => {
  const { port } = await chat();
  const send = (socketio: object) =>
    sendOne(
      { type: 'socketio', url: `http://127.0.0.1:${port}`, socketio: { ...base, ...socketio } },
      options,
    );
  expect((await send({ auth: '{"token":"other"}' })).error).toBe(
    'the server refused the connection: not allowed: {"reason":"token"}',
  );
  expect((await send({ auth: '{"token":' })).error).toContain('the auth is not valid JSON');
  expect((await send({ emit: [{ event: 'say', args: ['{'] }] })).error).toContain(
    'an argument of say is not valid JSON',
  );
});

test('over TLS', async () => {
  const { port } = await chat(https.createServer(authority.issue('127.0.0.1')));
  const run = await sendOne(
    { type: 'socketio', url: `https://127.0.0.1:${port}`, socketio: { ...base, listenMs: 0 } },
    options,
  );
  expect(run.error).toBeNull();
});

test('servers that are not there, say nothing, or speak something else', async () => {
  const send = (port: number) =>
    sendOne(
      { type: 'socketio', url: `http://127.0.0.1:${port}`, socketio: base },
      { ...options, timeoutMs: 300 },
    );
  expect((await send(1)).error).toContain('ECONNREFUSED');
  expect((await send(await listening(net.createServer()))).error).toBe('it was not complete within 300 ms');
  const other = await listening(createServer((_, response) => response.writeHead(404).end('no')));
  expect((await send(other)).error).not.toBeNull();
});
