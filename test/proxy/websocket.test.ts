// WebSockets through the proxy, between real peers: messages pass unchanged, and are recorded in the flow.
import { randomBytes } from 'node:crypto';
import { constants, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebSocketMessageDetail } from '../../src/flow/web-socket-log.ts';
import { writeFrame } from '../../src/codec/websocket/frame-writer.ts';
import { arenaForEach, type Exchange } from '../helpers/arena.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import type { Peer } from '../helpers/web-socket.ts';
import { connectSocket, startSocketOrigin, type SocketOrigin } from '../helpers/web-socket.ts';
import { until, within } from '../helpers/waiting.ts';

const TAKEOVER = { threshold: 0 };
const NO_TAKEOVER = { ...TAKEOVER, clientNoContextTakeover: true, serverNoContextTakeover: true };

async function detailOf(
  proxy: TestEngine,
  path: string,
): Promise<{ webSocketMessages: WebSocketMessageDetail[] } & Record<string, unknown>> {
  const flow = proxy.engine.flows.list().findLast((found) => found.path === path);
  return (await (await proxy.api(`/api/flows/${flow?.id ?? 0}`)).json()) as Awaited<
    ReturnType<typeof detailOf>
  >;
}

function said(messages: readonly WebSocketMessageDetail[]): string[] {
  return messages.map(({ direction, kind, text, size }) => `${direction} ${kind} ${text} ${size}`);
}

async function finished(proxy: TestEngine, path: string): Promise<void> {
  const done = (): boolean =>
    proxy.engine.flows.list().findLast((flow) => flow.path === path)?.finished === true;
  await until(`the end of the flow of ${path}`, done);
}

describe.each([
  ['plain', 'ws', false],
  ['compressed', 'ws', TAKEOVER],
  ['compressed without takeover', 'ws', NO_TAKEOVER],
  ['encrypted', 'wss', false],
  ['encrypted and compressed', 'wss', TAKEOVER],
] as const)('%s', (_what, scheme, perMessageDeflate) => {
  let peers: SocketOrigin;
  let proxy: TestEngine;
  beforeAll(async () => {
    peers = await startSocketOrigin({ perMessageDeflate });
    proxy = await startTestEngine();
  });
  afterAll(async () => {
    await proxy.close();
    await peers[Symbol.asyncDispose]();
  });

  async function open(path: string): Promise<{ client: Peer; server: Peer }> {
    const { httpPort, httpsPort } = peers.origin;
    const host = scheme === 'wss' ? `localhost:${httpsPort}` : `127.0.0.1:${httpPort}`;
    const { port, ca } = proxy.engine;
    const client = await connectSocket(port, `${scheme}://${host}${path}`, ca.certPem, { perMessageDeflate });
    return { client, server: await peers.accepted() };
  }

  test('everything that is said passes, and stands in the flow', async () => {
    const { client, server } = await open('/talk');
    client.socket.send('hello');
    await client.hears('text hello');
    client.socket.send(Buffer.from([0, 1, 255]));
    await client.hears('binary 0001ff');
    client.socket.send('tschüß, hello');
    await client.hears('text tschüß, hello');
    client.socket.ping('are you there');
    await client.hears('pong are you there');
    server.socket.ping();
    await server.hears('pong ');
    const before = await detailOf(proxy, '/talk');
    expect(before).toMatchObject({ state: 'pending', status: 101 });
    expect(before['webSocketError']).toBeUndefined();
    client.socket.close(4000, 'enough');
    await server.hears('close 4000 enough');
    await finished(proxy, '/talk');
    const detail = await detailOf(proxy, '/talk');
    expect(detail).toMatchObject({ state: 'completed', status: 101, decrypted: scheme === 'wss' });
    const expected = [
      'text hello 5',
      'binary AAH/ 3',
      'text tschüß, hello 15',
      'ping are you there 13',
      'pong  0',
      'close 4000 enough 8',
    ];
    const all = said(detail.webSocketMessages);
    expect(all.filter((line) => line.startsWith('sent ')).map((line) => line.slice(5))).toEqual(expected);
    expect(all.filter((line) => line.startsWith('received ')).map((line) => line.slice(9))).toEqual(
      expected.map((line) => (line.startsWith('pong') ? 'ping  0' : line.replace('ping', 'pong'))),
    );
    expect(Date.parse(detail.webSocketMessages[0]!.time)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('fragments are put together, and pings between them stand before', async () => {
    const { client } = await open('/fragments');
    client.socket.send('one, ', { fin: false });
    client.socket.ping('now');
    client.socket.send('two, ', { fin: false });
    client.socket.send('three', { fin: true });
    await client.hears('text one, two, three');
    client.socket.terminate();
    await finished(proxy, '/fragments');
    const { webSocketMessages, state } = await detailOf(proxy, '/fragments');
    expect(said(webSocketMessages).filter((line) => line.startsWith('sent'))).toEqual([
      'sent ping now 3',
      'sent text one, two, three 15',
    ]);
    // It ended without a close frame, so none is among the messages.
    expect(state).toBe('completed');
  });

  test('large messages are whole in the flow, up to its bounds', async () => {
    const { client } = await open('/large');
    const bytes = randomBytes(700_000);
    const text = 'all work and no play '.repeat(50_000);
    client.socket.send(bytes);
    client.socket.send(text);
    await client.hears(`text ${text}`);
    client.socket.close();
    await finished(proxy, '/large');
    const { webSocketMessages } = await detailOf(proxy, '/large');
    const sent = webSocketMessages.filter(({ direction }) => direction === 'sent');
    expect(Buffer.from(sent[0]!.text, 'base64').equals(bytes)).toBe(true);
    expect(sent[1]).toMatchObject({ text, size: text.length });
  });

  test('of many messages the last 200 are remembered', { tags: ['full'] }, async () => {
    const { client } = await open('/many');
    for (let n = 0; n < 1000; n += 1) client.socket.send(`message ${n}`);
    await client.hears('text message 999');
    client.socket.terminate();
    const { webSocketMessages } = await detailOf(proxy, '/many');
    expect(webSocketMessages).toHaveLength(200);
    const last = webSocketMessages.filter(({ direction }) => direction === 'received').at(-1);
    expect(last?.text).toBe('message 999');
  });

  test('messages are put in on both sides', async () => {
    const { client, server } = await open('/inject');
    client.socket.send('first');
    await client.hears('text first');
    const socket = proxy.engine.flows.list().findLast(({ path }) => path === '/inject')!.webSocket!;
    expect(socket.send('received', 'text', 'from nobody')).toBe(true);
    await client.hears('text from nobody');
    expect(socket.send('sent', 'binary', Buffer.from([7]))).toBe(true);
    await server.hears('binary 07');
    expect(socket.send('sent', 'ping', 'there?')).toBe(true);
    await server.hears('ping there?');
    // The compression context is unchanged.
    client.socket.send('first');
    await client.hears('text first');
    expect(socket.send('sent', 'text', Buffer.from([0xff]))).toBe(false);
    expect(socket.send('sent', 'ping', 'x'.repeat(126))).toBe(false);
    expect(socket.send('sent', 'close', '1005 no')).toBe(false);
    expect(socket.send('received', 'close', '1001 going')).toBe(true);
    await client.hears('close 1001 going');
    await finished(proxy, '/inject');
    expect(socket.send('sent', 'text', 'too late')).toBe(false);
    expect(said((await detailOf(proxy, '/inject')).webSocketMessages)).toContain(
      'received text from nobody 11',
    );
  });
});

const arena = arenaForEach();
const ASKING = [
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
];

async function opened(path: string, ...fields: readonly string[]): Promise<Exchange> {
  const exchange = await arena().begin(path, { fields: ASKING });
  const head = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    ...fields,
    '',
    '',
  ].join('\r\n');
  exchange.server.write(head);
  expect(await exchange.client.head()).toBe(head);
  return exchange;
}

async function spoken(path: string): Promise<string[]> {
  await arena().flow(path);
  return said((await detailOf(arena().proxy, path)).webSocketMessages);
}

const DEFLATE =
  'Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover';

describe('between peers that say what they like', () => {
  test('frames right behind the 101, and sent ahead of it, are read', async () => {
    const { client, server } = await arena().begin('/behind', { fields: ASKING, body: '\x81\x82\0\0\0\0hi' });
    server.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n\r\n\x81\x02yo',
    );
    expect(await client.until('yo')).toMatch(/^HTTP\/1.1 101 /);
    expect(await server.exactly(8)).toBe('\x81\x82\0\0\0\0hi');
    client.end();
    server.end();
    expect((await spoken('/behind')).sort()).toEqual(['received text yo 2', 'sent text hi 2']);
  });

  test('bytes that are no WebSocket pass, and the flow says so', async () => {
    const { client, server } = await opened('/invalid');
    server.write('\x81\x02ok\xf1\x02no and more');
    expect(await client.exactly(17)).toBe('\x81\x02ok\xf1\x02no and more');
    client.write('\x81\x02not masked');
    expect(await server.exactly(12)).toBe('\x81\x02not masked');
    const flow = arena().proxy.engine.flows.list().at(-1)!;
    expect(flow.webSocket?.send('sent', 'text', 'x')).toBe(false);
    client.end();
    server.end();
    expect(await spoken('/invalid')).toEqual(['received text ok 2']);
    expect((await detailOf(arena().proxy, '/invalid'))['webSocketError']).toMatch(
      /^received: a reserved bit is set/,
    );
  });

  test('an extension that nobody here knows is left alone', async () => {
    const { client, server } = await opened('/unknown', 'Sec-WebSocket-Extensions: x-other');
    server.write('\xf1\x02no');
    expect(await client.exactly(4)).toBe('\xf1\x02no');
    client.write('\x71');
    expect(await server.exactly(1)).toBe('\x71');
    client.end();
    server.end();
    expect(await spoken('/unknown')).toEqual([]);
    expect((await detailOf(arena().proxy, '/unknown'))['webSocketError']).toMatch(
      /"x-other" is not known here/,
    );
  });

  test('a protocol that is no WebSocket is not read', async () => {
    const { client, server } = await arena().begin('/other', {
      fields: ['Upgrade: chat', 'Connection: Upgrade'],
    });
    server.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: Upgrade\r\n\r\n\x81\x02hi',
    );
    await client.until('hi');
    client.end();
    server.end();
    expect((await arena().flow('/other')).webSocket).toBeNull();
  });

  test('one byte at a time, in both directions', async () => {
    const { client, server } = await opened('/slices', DEFLATE);
    const frames = Buffer.concat([
      writeFrame(1, Buffer.from('plain'), { key: 0x01020304 }),
      writeFrame(1, Buffer.from('f248cdc9c90700', 'hex'), { key: 5, rsv1: true }),
      writeFrame(2, Buffer.alloc(300, 'x'), { key: 6, fin: false }),
      writeFrame(9, Buffer.from('p'), { key: 7 }),
      writeFrame(0, Buffer.alloc(5, 'y'), { key: 8 }),
    ]);
    for (const byte of frames) {
      client.write(Buffer.from([byte]));
      expect(await server.exactly(1)).toBe(String.fromCharCode(byte));
    }
    client.end();
    server.end();
    const payload = Buffer.concat([Buffer.alloc(300, 'x'), Buffer.alloc(5, 'y')]).toString('base64');
    expect(await spoken('/slices')).toEqual([
      'sent text plain 5',
      'sent text Hello 5',
      'sent ping p 1',
      `sent binary ${payload} 305`,
    ]);
  });

  test('a message waits with being put in until the one in progress has ended', async () => {
    const { client, server } = await opened('/between');
    const { webSocket } = arena().proxy.engine.flows.list().at(-1)!;
    server.write('\x01\x03abc');
    await client.exactly(5);
    expect(webSocket?.send('received', 'text', 'in')).toBe(true);
    server.write('\x89\x00', '\x00\x02de');
    await client.exactly(6);
    // The end of the message, and the beginning of another, in one chunk.
    server.write('\x80\x01f\x82\x03x');
    expect(await client.until('x')).toBe('\x80\x01f\x81\x02in\x82\x03x');
    server.write('yz');
    await client.exactly(2);
    expect(webSocket?.send('received', 'text', 'again')).toBe(true);
    expect(await client.exactly(7)).toBe('\x81\x05again');
    client.end();
    server.end();
    expect(await spoken('/between')).toEqual([
      'received ping  0',
      'received text abcdef 6',
      'received text in 2',
      'received binary eHl6 3',
      'received text again 5',
    ]);
  });

  test('no more is put in than a peer takes', async () => {
    const { client, server } = await opened('/flood');
    const { webSocket } = arena().proxy.engine.flows.list().at(-1)!;
    client.pause();
    let taken = 0;
    while (webSocket?.send('received', 'binary', Buffer.alloc(100_000)) === true) taken += 1;
    expect(taken).toBeGreaterThan(10);
    // The capacity of the sockets between us, and 4 MiB.
    expect(taken).toBeLessThan(250);
    client.resume();
    await client.exactly(taken * 100_010);
    client.end();
    server.end();
  });

  test.each(['client', 'server'] as const)(
    'a %s that is gone in the middle of a message ends the flow',
    async (who) => {
      const { client, server } = await opened('/gone');
      client.write(writeFrame(1, Buffer.from('whole'), { key: 1 }), '\x81\xff');
      await server.exactly(13);
      const [leaves, stays] = who === 'client' ? [client, server] : [server, client];
      leaves.reset();
      await stays.over();
      expect(await arena().flow('/gone')).toMatchObject({ state: 'completed', status: 101, error: null });
      expect(await spoken('/gone')).toEqual(['sent text whole 5']);
    },
  );

  test('a side that has ended still hears', async () => {
    const { client, server } = await opened('/half');
    client.write(writeFrame(8, Buffer.from('\x03\xe8', 'latin1'), { key: 1 }));
    client.end();
    await server.over();
    server.write('\x81\x02so', '\x88\x02\x03\xe8');
    server.end();
    expect(await client.rest()).toBe('\x81\x02so\x88\x02\x03\xe8');
    expect(await spoken('/half')).toEqual([
      'sent close 1000 2',
      'received text so 2',
      'received close 1000 2',
    ]);
  });

  test('readers of the flow are told of messages while it is open', async () => {
    const { client, server } = await opened('/told');
    const { flows } = arena().proxy.engine;
    const told = new Promise<void>((resolve) => {
      const stop = flows.subscribe((flow, change) => {
        if (change !== 'updated' || flow.path !== '/told' || flow.webSocket?.messages.length !== 1) return;
        stop();
        resolve();
      });
    });
    server.write('\x81\x02so');
    await within('an update of the flow', told);
    expect(flows.list().at(-1)).toMatchObject({ path: '/told', state: 'pending' });
    client.end();
    server.end();
  });
});

describe('too much', () => {
  const MIB = 1024 * 1024;

  test('a message of a gigabyte passes without being kept', { tags: ['full'] }, async () => {
    const { client, server } = await opened('/giga');
    client.stream.removeAllListeners('data');
    let left = 1024 * MIB + 10;
    const arrived = new Promise<void>((resolve) => {
      client.stream.on('data', (bytes: Buffer) => {
        left -= bytes.length;
        if (left === 0) resolve();
      });
    });
    const before = process.memoryUsage().rss;
    server.write(Buffer.from([0x82, 127, 0, 0, 0, 0, 0x40, 0, 0, 0]));
    const block = Buffer.alloc(MIB, 'g');
    for (let n = 0; n < 1024; n += 1)
      if (!server.stream.write(block)) await new Promise((resolve) => server.stream.once('drain', resolve));
    await arrived;
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MIB);
    client.end();
    server.end();
    await arena().flow('/giga');
    const [message] = (await detailOf(arena().proxy, '/giga')).webSocketMessages;
    expect(message?.size).toBe(1024 * MIB);
    expect(Buffer.from(message?.text ?? '', 'base64').length).toBe(3 * MIB);
  });

  test(
    'a message that swells when it is decompressed is left, those after it are read',
    { tags: ['full'] },
    async () => {
      const { client, server } = await opened('/bomb', DEFLATE);
      const bomb = deflateRawSync(Buffer.alloc(200 * MIB), { finishFlush: constants.Z_SYNC_FLUSH }).subarray(
        0,
        -4,
      );
      const before = process.memoryUsage().rss;
      for (let n = 0; n < 3; n += 1) server.write(writeFrame(2, bomb, { rsv1: true }));
      server.write(writeFrame(1, Buffer.from('f248cdc9c90700', 'hex'), { rsv1: true }));
      await client.until('\x07\x00');
      client.end();
      server.end();
      await arena().flow('/bomb');
      const messages = said((await detailOf(arena().proxy, '/bomb')).webSocketMessages);
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * MIB);
      expect(messages).toHaveLength(4);
      expect(messages[0]).toMatch(/^received binary \[not decompressed: it is more than 67108864 bytes\]/);
      expect(messages[3]).toBe('received text Hello 5');
    },
  );

  test('compressed messages that refer to one that was left are not read either', async () => {
    const { client, server } = await opened('/lost', 'Sec-WebSocket-Extensions: permessage-deflate');
    server.write(writeFrame(1, Buffer.from('ffffff', 'hex'), { rsv1: true }));
    server.write(writeFrame(1, Buffer.from('f248cdc9c90700', 'hex'), { rsv1: true }), '\x81\x05plain');
    await client.until('plain');
    client.end();
    server.end();
    const messages = await spoken('/lost');
    expect(messages[0]).toMatch(/^received text \[not decompressed: /);
    expect(messages[1]).toMatch(/^received text \[not decompressed: /);
    expect(messages[2]).toBe('received text plain 5');
  });
});
