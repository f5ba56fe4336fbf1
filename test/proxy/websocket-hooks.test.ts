// Tools that intercept messages of an open WebSocket: they change, drop and inject messages of any form.
import { constants, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeFrame } from '../../src/codec/websocket/frame-writer.ts';
import type { HeldMessage, ProxyHooks } from '../../src/proxy/hooks.ts';
import { arenaForEach, type Exchange } from '../helpers/arena.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { connectSocket, startSocketOrigin, type Peer, type SocketOrigin } from '../helpers/web-socket.ts';
import { until } from '../helpers/waiting.ts';

const MIB = 1024 * 1024;

/** Obeys the texts of messages, as a tool would. */
const seen: string[] = [];
const hooks: ProxyHooks = {
  watchesWebSocket: ({ path }) => {
    if (path.startsWith('/unwatched/failing')) throw new Error('a tool that fails');
    return !path.startsWith('/unwatched');
  },
  webSocketMessage: (_flow, message) => {
    const { kind, data, direction } = message;
    const text = data.toString();
    seen.push(`${direction} ${kind} ${text.slice(0, 40)}`);
    if (text.startsWith('drop')) return null;
    if (text.startsWith('throw')) throw new Error('a tool that fails');
    if (text.startsWith('reject')) return Promise.reject(new Error('a tool that fails later'));
    if (text.startsWith('nonsense')) return { kind: 'text', data: 7 } as unknown as HeldMessage;
    if (text.startsWith('binary')) return { direction, kind: 'binary', data: Buffer.from(text.slice(7)) };
    if (text.startsWith('late'))
      return new Promise((resolve) =>
        setTimeout(resolve, 30, { direction, kind: 'text', data: text.slice(5) }),
      );
    if (text.startsWith('never')) return new Promise(() => undefined);
    if (text.startsWith('change')) return { direction, kind: 'text', data: `changed: ${text}` };
    return message;
  },
};

beforeEach(() => {
  seen.length = 0;
});

describe.each([
  ['plain', 'ws', false],
  ['compressed', 'ws', { threshold: 0 }],
  [
    'compressed without takeover',
    'ws',
    { threshold: 0, clientNoContextTakeover: true, serverNoContextTakeover: true },
  ],
  ['encrypted and compressed', 'wss', { threshold: 0 }],
] as const)('%s', (_what, scheme, perMessageDeflate) => {
  let peers: SocketOrigin;
  let proxy: TestEngine;
  beforeAll(async () => {
    peers = await startSocketOrigin({ perMessageDeflate, maxPayload: 0 }, false);
    proxy = await startTestEngine({ hooks });
  });
  afterAll(async () => {
    await proxy.close();
    await peers[Symbol.asyncDispose]();
  });

  async function open(path: string): Promise<{ client: Peer; server: Peer }> {
    const { httpPort, httpsPort } = peers.origin;
    const host = scheme === 'wss' ? `localhost:${httpsPort}` : `127.0.0.1:${httpPort}`;
    const { port, ca } = proxy.engine;
    const options = { perMessageDeflate, maxPayload: 0 };
    const client = await connectSocket(port, `${scheme}://${host}${path}`, ca.certPem, options);
    return { client, server: await peers.accepted() };
  }

  test('messages are changed, dropped, and left as they are, in order', async () => {
    const { client, server } = await open('/tools');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      const said = [
        'keep this',
        'change this',
        'drop this',
        'keep this',
        'late: this',
        'binary this',
        'throw this',
        'reject this',
        'nonsense',
        'keep this',
      ];
      for (const text of said) from.socket.send(text);
      from.socket.send(Buffer.from([1, 2, 3]));
      from.socket.ping('p');
      const heard = [
        'text keep this',
        'text changed: change this',
        'text keep this',
        'text  this',
        'binary 74686973',
        'text throw this',
        'text reject this',
        'text nonsense',
        'text keep this',
        'binary 010203',
        'ping p',
      ];
      for (const what of heard) expect(await to.next()).toBe(what);
      expect(await from.next()).toBe('pong p');
    }
    client.socket.close(4001, 'done');
    await server.hears('close 4001 done');
    expect(seen).toHaveLength(22);
    expect(seen[1]).toBe('sent text change this');
    const flow = proxy.engine.flows.list().findLast(({ path }) => path === '/tools')!;
    await until('the end of the flow', () => flow.finished);
    const messages = await flow.webSocket!.detail();
    expect(
      messages
        .filter(({ direction }) => direction === 'sent')
        .slice(0, 3)
        .map(({ text }) => text),
    ).toEqual(['keep this', 'changed: change this', 'keep this']);
  });

  test('fragments are held until the message is whole', async () => {
    const { client, server } = await open('/fragments');
    client.socket.send('change ', { fin: false });
    client.socket.ping('between');
    client.socket.send('this', { fin: true });
    expect(await server.next()).toBe('ping between');
    expect(await server.next()).toBe('text changed: change this');
    client.socket.terminate();
  });

  test('messages are put in, and the compression of the others goes on', async () => {
    const { client, server } = await open('/inject');
    const socket = proxy.engine.flows.list().findLast(({ path }) => path === '/inject')!.webSocket!;
    for (const text of ['keep this in mind', 'drop this', 'keep this in mind']) client.socket.send(text);
    await server.hears('text keep this in mind');
    expect(socket.send('sent', 'text', 'put in')).toBe(true);
    await server.hears('text put in');
    expect(socket.send('received', 'binary', Buffer.from([9]))).toBe(true);
    await client.hears('binary 09');
    client.socket.send('keep this in mind');
    await server.hears('text keep this in mind');
    // Tools do not see messages that they inject.
    expect(seen.some((line) => line.includes('put in'))).toBe(false);
    expect(socket.send('received', 'close', '4002 over')).toBe(true);
    await client.hears('close 4002 over');
    await server.hears('close 4002 over');
  });

  test(
    'a message too long to be held passes, and those after it are seen again',
    { tags: ['full'] },
    async () => {
      const { client, server } = await open('/long');
      const long = 'all work and no play makes long messages '.repeat(1_000_000);
      client.socket.send('drop this');
      client.socket.send(long);
      client.socket.send('change this');
      expect(await server.next()).toBe(`text ${long}`);
      expect(await server.next()).toBe('text changed: change this');
      client.socket.terminate();
      expect(seen).toEqual(['sent text drop this', 'sent text change this']);
    },
  );

  test.each(['/unwatched', '/unwatched/failing'])(
    'a flow that no tool watches is left alone: %s',
    async (path) => {
      const { client, server } = await open(path);
      client.socket.send('drop this');
      await server.hears('text drop this');
      expect(seen).toEqual([]);
      client.socket.terminate();
    },
  );
});

const arena = arenaForEach({ hooks });
const ASKING = [
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
];

async function opened(path: string, ...fields: readonly string[]): Promise<Exchange> {
  const exchange = await arena().begin(path, { fields: ASKING });
  exchange.server.write(
    ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade', ...fields, '', ''].join(
      '\r\n',
    ),
  );
  await exchange.client.head();
  return exchange;
}

const text = (said: string, fin = true): Buffer => writeFrame(1, Buffer.from(said), { fin });

describe('between peers that say what they like', () => {
  test('what is no WebSocket passes from there on, and what came before it', async () => {
    const { client, server } = await opened('/invalid');
    server.write(text('change this'), text('the beginning', false), '\xf1\x02no', text('change this'));
    expect(await client.exactly(13 + 9)).toBe('\x81\x14changed: change this');
    const rest = `\x01\x0dthe beginning\xf1\x02no\x81\x0bchange this`;
    expect(await client.exactly(rest.length)).toBe(rest);
    client.end();
    server.end();
    expect((await arena().flow('/invalid')).webSocket?.error).toMatch(/^received: a reserved bit/);
  });

  test('one byte at a time', async () => {
    const { client, server } = await opened('/slices');
    for (const byte of Buffer.concat([
      text('change', false),
      writeFrame(9, Buffer.from('p')),
      writeFrame(0, Buffer.from('!')),
    ]))
      server.write(Buffer.from([byte]));
    expect(await client.exactly(3 + 18)).toBe('\x89\x01p\x81\x10changed: change!');
    client.end();
    server.end();
    await arena().flow('/slices');
  });

  test('what a peer said before it ended is delivered, however long the tool thinks', async () => {
    const { client, server } = await opened('/ending');
    server.write(text('late: one'), text('late: two'), writeFrame(8, Buffer.alloc(0)));
    server.end();
    expect(await client.rest()).toBe('\x81\x04 one\x81\x04 two\x88\x00');
    client.end();
    expect((await arena().flow('/ending')).state).toBe('completed');
  });

  test(
    'a tool that never answers is waited for 5 s, then the message goes on',
    { tags: ['full'] },
    async () => {
      const { client, server } = await opened('/never');
      server.write(text('never mind'), text('change'));
      expect(await client.exactly(12)).toBe('\x81\x0anever mind');
      expect(await client.exactly(17)).toBe('\x81\x0fchanged: change');
      client.end();
      server.end();
      await arena().flow('/never');
    },
  );

  test('a side that is gone ends the flow though a tool still thinks', async () => {
    const { client, server } = await opened('/gone');
    server.write(text('never mind'));
    await until('a message at the tool', () => seen.length > 0);
    client.reset();
    await server.over();
    expect((await arena().flow('/gone')).state).toBe('completed');
  });

  test('while a tool or the other side is slow, the sender is made to wait', async () => {
    const { client, server } = await opened('/slow');
    client.pause();
    const before = process.memoryUsage().rss;
    const message = writeFrame(2, Buffer.alloc(MIB, 'x'));
    let sent = 0;
    while (sent < 200) {
      sent += 1;
      if (server.stream.write(message)) continue;
      const drained = new Promise<boolean>((resolve) => server.stream.once('drain', () => resolve(true)));
      const stuck = new Promise<boolean>((resolve) => setTimeout(resolve, 300, false));
      if (!(await Promise.race([drained, stuck]))) break;
    }
    expect(sent).toBeLessThan(60);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MIB);
    client.stream.removeAllListeners('data');
    const all = new Promise<void>((resolve) => {
      let left = sent * message.length;
      client.stream.on('data', (bytes: Buffer) => {
        left -= bytes.length;
        if (left === 0) resolve();
      });
    });
    client.resume();
    await all;
    client.end();
    server.end();
  });

  test(
    'a bomb passes as it is, or, where it would not be understood, decompressed no faster than it is taken',
    { tags: ['full'] },
    async () => {
      const bomb = writeFrame(
        2,
        deflateRawSync(Buffer.alloc(100 * MIB), { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4),
        { rsv1: true },
      );
      const { client, server } = await opened('/bomb', 'Sec-WebSocket-Extensions: permessage-deflate');
      const before = process.memoryUsage().rss;
      server.write(bomb);
      expect(await client.exactly(bomb.length)).toBe(bomb.toString('latin1'));
      client.end();
      server.end();
      expect((await arena().flow('/bomb')).webSocket?.messages[0]?.note).toMatch(/^not decompressed/);
      const after = await opened('/after', 'Sec-WebSocket-Extensions: permessage-deflate');
      after.server.write(
        writeFrame(1, deflateRawSync('drop', { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4), {
          rsv1: true,
        }),
        bomb,
      );
      after.client.pause();
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * MIB);
      after.client.stream.removeAllListeners('data');
      let received = 0;
      after.client.stream.on('data', (bytes: Buffer) => (received += bytes.length));
      after.client.resume();
      await until('100 MiB at the client', () => received >= 100 * MIB);
      after.client.end();
      after.server.end();
      const { webSocket } = await arena().flow('/after');
      expect(webSocket?.messages[0]).toMatchObject({ kind: 'binary', size: 100 * MIB, note: null });
    },
  );
});
