// HTTP/2 origins that break its rules, or never end: each leaves one failed flow with the reason, nothing
// stays pending, memory stays bounded, and other exchanges continue.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { answerOn, connectHttp2, http2Origin, type Http2Client, type Http2Origin } from '../helpers/http2.ts';
import {
  block,
  CODE,
  data,
  frame,
  goaway,
  headers,
  integer,
  literal,
  rstStream,
  SETTING,
  settings,
  TYPE,
  uint32,
  windowUpdate,
  type FramePeer,
  type Line,
} from '../helpers/http2-frames.ts';
import { frameOrigin, response } from '../helpers/http2-frame-origin.ts';
import { rawOrigin } from '../helpers/raw.ts';
import { flowAt, settled } from '../helpers/settled.ts';
import { steady, until } from '../helpers/waiting.ts';

const MIB = 1024 * 1024;
const authority = trustedAuthority();
const credentials = authority.issue('localhost');
let proxy: TestEngine;
let healthy: Http2Origin;
let bystander: Http2Client;

beforeAll(async () => {
  proxy = await startTestEngine();
  healthy = await http2Origin((stream) => {
    stream.respond({ ':status': 200 });
    stream.end('ok');
  }, credentials);
  bystander = await connectHttp2(proxy.engine.port, healthy.authority, proxy.engine.ca.certPem);
});
afterAll(async () => {
  await bystander[Symbol.asyncDispose]();
  await healthy[Symbol.asyncDispose]();
  await proxy.close();
});
afterEach(async () => {
  expect(await bystander.ask()).toMatchObject({ status: 200, body: 'ok' });
  await settled(proxy.engine.flows);
  proxy.engine.flows.clear();
});

const OK: Line = [':status', '200'];
type Act = (peer: FramePeer, stream: number) => void;

/** The misbehaviour of an origin when a request arrives. */
const ANSWERS: readonly (readonly [what: string, act: Act])[] = [
  ['DATA before HEADERS', (peer, stream) => peer.send(data(stream, 'x'))],
  ['no :status', (peer, stream) => peer.send(headers(stream, [['x-a', '1']]))],
  ['an empty head', (peer, stream) => peer.send(headers(stream, []))],
  ['a :status of letters', (peer, stream) => peer.send(headers(stream, [[':status', 'abc']]))],
  ['a :status of two digits', (peer, stream) => peer.send(headers(stream, [[':status', '20']]))],
  ['a :status of four digits', (peer, stream) => peer.send(headers(stream, [[':status', '2000']]))],
  ['two :status', (peer, stream) => peer.send(headers(stream, [OK, OK]))],
  ['101, which HTTP/2 has not', (peer, stream) => peer.send(headers(stream, [[':status', '101']], 0))],
  ['control data of a request', (peer, stream) => peer.send(headers(stream, [OK, [':path', '/']]))],
  ['control data behind a field', (peer, stream) => peer.send(headers(stream, [['x-a', '1'], OK]))],
  ['a name in upper case', (peer, stream) => peer.send(headers(stream, [OK, ['X-A', '1']]))],
  ['Connection', (peer, stream) => peer.send(headers(stream, [OK, ['connection', 'close']]))],
  ['Transfer-Encoding', (peer, stream) => peer.send(headers(stream, [OK, ['transfer-encoding', 'chunked']]))],
  ['100 with the end of the stream', (peer, stream) => peer.send(headers(stream, [[':status', '100']]))],
  [
    'a body that is too short',
    (peer, stream) => peer.send(headers(stream, [OK, ['content-length', '9']], 0), data(stream, 'x')),
  ],
  [
    'a body that is too long',
    (peer, stream) => peer.send(headers(stream, [OK, ['content-length', '1']], 0), data(stream, 'xyz')),
  ],
  ['a length and no body', (peer, stream) => peer.send(headers(stream, [OK, ['content-length', '9']]))],
  [
    'two lengths',
    (peer, stream) =>
      peer.send(
        headers(stream, [OK, ['content-length', '1'], ['content-length', '2']], 0),
        data(stream, 'x'),
      ),
  ],
  [
    'a length that is none',
    (peer, stream) => peer.send(headers(stream, [OK, ['content-length', '-1']], 0), data(stream, 'x')),
  ],
  [
    'a second head',
    (peer, stream) => peer.send(headers(stream, [OK], 0), headers(stream, [OK], 0), data(stream, 'x')),
  ],
  [
    'trailers without the end',
    (peer, stream) =>
      peer.send(headers(stream, [OK], 0), data(stream, 'x', 0), headers(stream, [['x-a', '1']], 0)),
  ],
  [
    'trailers with control data',
    (peer, stream) => peer.send(headers(stream, [OK], 0), data(stream, 'x', 0), headers(stream, [OK])),
  ],
  [
    'a push',
    (peer, stream) =>
      peer.send(frame(TYPE.pushPromise, 4, stream, Buffer.concat([uint32(2), block([[':method', 'GET']])]))),
  ],
  ['a head on a stream of its own', (peer) => peer.send(headers(2, [OK]))],
  ['a head on a stream that was not asked', (peer) => peer.send(headers(99, [OK]))],
  ['index 0', (peer, stream) => peer.send(frame(TYPE.headers, 5, stream, Buffer.from([0x80])))],
  [
    'an index that is not there',
    (peer, stream) => peer.send(frame(TYPE.headers, 5, stream, Buffer.from([0xff, 0x7f]))),
  ],
  [
    'padding longer than the frame',
    (peer, stream) => peer.send(headers(stream, [OK], 0), frame(TYPE.data, 9, stream, Buffer.from([9, 0]))),
  ],
  [
    'a frame that is too large',
    (peer, stream) => peer.send(headers(stream, [OK], 0), frame(TYPE.data, 1, stream, '', 0xffffff)),
  ],
  ['a window past the most', (peer) => peer.send(windowUpdate(0, 0x7fffffff))],
  ['a window of 0', (peer) => peer.send(windowUpdate(0, 0))],
  ['SETTINGS that cannot be', (peer) => peer.send(settings([SETTING.initialWindowSize, 0x80000000]))],
  ['PING on a stream', (peer, stream) => peer.send(frame(TYPE.ping, 0, stream, Buffer.alloc(8)))],
  ['CONTINUATION of nothing', (peer, stream) => peer.send(frame(TYPE.continuation, 4, stream, 'x'))],
  ['HTTP/1.1', (peer) => peer.stream.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')],
  ['half a frame, and the end', (peer) => peer.stream.end(Buffer.from([0, 0, 9, 1]))],
  ['the end, in order', (peer) => peer.stream.end()],
  ['the end, without', (peer) => peer.stream.destroy()],
  ['a refusal, each time', (peer, stream) => peer.send(rstStream(stream, CODE.refusedStream))],
  ['GOAWAY before it has looked, each time', (peer) => peer.send(goaway(0, CODE.noError))],
  ['GOAWAY with an error', (peer) => peer.send(goaway(0, CODE.calm))],
  ['a thousand GOAWAY', (peer) => peer.send(...Array.from({ length: 1000 }, () => goaway(0, CODE.noError)))],
  [
    'fields without end',
    (peer, stream) =>
      endless(
        peer,
        frame(TYPE.headers, 0, stream, block([OK])),
        frame(TYPE.continuation, 0, stream, block([['x-a', 'a'.repeat(16_000)]])),
      ),
  ],
  [
    'empty CONTINUATION without end',
    (peer, stream) =>
      endless(peer, frame(TYPE.headers, 0, stream, block([OK])), frame(TYPE.continuation, 0, stream)),
  ],
  ['fields that unfold to hundreds of MiB', (peer, stream) => peer.send(...bomb(stream))],
  [
    '1xx without end',
    (peer, stream) =>
      endless(
        peer,
        Buffer.alloc(0),
        headers(
          stream,
          [
            [':status', '103'],
            ['link', '</a.css>'],
          ],
          0,
        ),
      ),
  ],
  [
    'SETTINGS without end',
    (peer) => endless(peer, Buffer.alloc(0), settings([SETTING.maxFrameSize, 16_384])),
  ],
  ['PING without end', (peer) => endless(peer, Buffer.alloc(0), frame(TYPE.ping, 0, 0, 'abcdefgh'))],
];

/** Writes as long as the other side reads. */
function endless(peer: FramePeer, first: Buffer, again: Buffer): void {
  peer.polite = false;
  peer.send(first);
  const many = Buffer.concat(Array.from({ length: Math.ceil(65_536 / again.length) }, () => again));
  const more = (): void => {
    while (!peer.over && peer.stream.writable)
      if (!peer.stream.write(many)) {
        peer.stream.once('drain', more);
        return;
      }
  };
  more();
}

function large(stream: number): Buffer[] {
  const pieces = Array.from({ length: 17 }, (_, at) => block([[`x-${at}`, 'a'.repeat(15_400)]]));
  return [
    frame(TYPE.headers, 1, stream, block([OK])),
    ...pieces.map((piece, at) => frame(TYPE.continuation, at === pieces.length - 1 ? 4 : 0, stream, piece)),
  ];
}

/** One table entry, referenced as often as a frame has room for. */
function bomb(stream: number): Buffer[] {
  const entry = literal('x-a', 'a'.repeat(4000), 0x40);
  const named = Buffer.alloc(12_000, integer(62, 7, 0x80));
  const many = Array.from({ length: 6 }, (_, at) =>
    frame(TYPE.continuation, at === 5 ? 4 : 0, stream, Buffer.alloc(16_384, 0xbe)),
  );
  return [frame(TYPE.headers, 1, stream, Buffer.concat([block([OK]), entry, named])), ...many];
}

describe('an origin that answers with', () => {
  test.each(ANSWERS)('%s', async (what, act) => {
    const before = process.memoryUsage().rss;
    await using origin = await frameOrigin(credentials, act);
    await using client = await connectHttp2(proxy.engine.port, origin.authority, proxy.engine.ca.certPem);
    const path = `/${encodeURIComponent(what)}`;
    const got = await client.ask({ path });
    if (got.code === 0) expect(got.status).toBe(502);
    const flow = await flowAt(proxy.engine.flows, path);
    expect(flow.state).toBe('failed');
    expect(flow.error).toMatch(/^The (?:server|response of the server)/);
    expect(origin.asked.length).toBeLessThanOrEqual(2);
    // The client's connection remains usable.
    expect(client.session.destroyed).toBe(false);
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * MIB);
  });
});

/** The misbehaviour of an origin as soon as a connection is open. */
const OPENINGS: readonly (readonly [what: string, open: (peer: FramePeer) => void])[] = [
  ['HTTP/1.1', (peer) => peer.stream.write('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')],
  ['another protocol', (peer) => peer.stream.write('220 mail.test ESMTP\r\n')],
  ['zeros', (peer) => peer.stream.write(Buffer.alloc(1000))],
  ['HEADERS', (peer) => peer.send(headers(1, [OK]))],
  ['GOAWAY', (peer) => peer.send(settings(), goaway(0, CODE.noError))],
  ['GOAWAY and nothing before it', (peer) => peer.send(goaway(0, CODE.noError))],
  ['SETTINGS that cannot be', (peer) => peer.send(settings([SETTING.maxFrameSize, 1]))],
  ['an acknowledgement', (peer) => peer.send(frame(TYPE.settings, 1, 0))],
  ['the end, in order', (peer) => peer.stream.end()],
  ['the end behind its SETTINGS', (peer) => peer.stream.end(settings())],
  ['the end, without', (peer) => peer.stream.destroy()],
];

test.each(OPENINGS)('an origin that begins with %s', async (what, open) => {
  await using origin = await frameOrigin(credentials, () => undefined, open);
  await using client = await connectHttp2(proxy.engine.port, origin.authority, proxy.engine.ca.certPem);
  const path = `/${encodeURIComponent(what)}`;
  expect(await client.ask({ path })).toMatchObject({ status: 502, code: 0 });
  expect(await flowAt(proxy.engine.flows, path)).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/^The server/) as string,
  });
  expect(origin.peers.length).toBeLessThanOrEqual(2);
});

test('an origin that does not respond: its client may cancel, which ends the exchange', async () => {
  await using origin = await frameOrigin(credentials, () => undefined);
  await using client = await connectHttp2(proxy.engine.port, origin.authority, proxy.engine.ca.certPem);
  const stream = client.begin({ path: '/silent' });
  await until('a request at the origin', () => origin.asked.length > 0);
  stream.close(CODE.cancel);
  await answerOn(stream);
  expect((await flowAt(proxy.engine.flows, '/silent')).state).toBe('failed');
  const reset = await origin.peers[0]!.next(({ type }) => type === TYPE.rstStream);
  expect(reset?.payload.readUInt32BE(0)).toBe(CODE.cancel);
});

test('an origin that never opens its window: uploads are bounded, and a reset frees them', async () => {
  await using origin = await frameOrigin(
    credentials,
    () => undefined,
    (peer) => peer.send(settings([SETTING.initialWindowSize, 0])),
  );
  await using client = await connectHttp2(proxy.engine.port, origin.authority, proxy.engine.ca.certPem);
  let written = 0;
  const piece = Buffer.alloc(65_536);
  const streams = Array.from({ length: 4 }, () => {
    const stream = client.begin({ method: 'POST', path: '/window' }, { endStream: false });
    const more = (): void => {
      while (written < 64 * MIB && stream.write(piece)) written += piece.length;
      stream.once('drain', more);
    };
    more();
    return stream;
  });
  expect(await steady(() => written)).toBeLessThan(16 * MIB);
  expect(origin.peers[0]!.frames.filter(({ type }) => type === TYPE.data)).toEqual([]);
  for (const stream of streams) stream.close(CODE.cancel);
  await Promise.all(streams.map(answerOn));
  await settled(proxy.engine.flows);
  const resets = () => origin.peers[0]!.frames.filter(({ type }) => type === TYPE.rstStream);
  await until('a reset of each of the four streams', () => resets().length >= 4);
  expect(resets()).toHaveLength(4);
});

test('a window that opens byte by byte lets a body through', async () => {
  await using origin = await frameOrigin(
    credentials,
    (peer, stream) => {
      let got = 0;
      peer.stream.on('data', () => {
        const sent = peer.frames.filter(({ type }) => type === TYPE.data);
        const bytes = sent.reduce((sum, { payload }) => sum + payload.length, 0);
        if (sent.some(({ flags }) => (flags & 1) === 1)) peer.send(response(stream, 200, String(bytes)));
        else if (bytes > got || got === 0) peer.send(windowUpdate(stream, 1));
        got = bytes;
      });
      peer.send(windowUpdate(stream, 1));
    },
    (peer) => peer.send(settings([SETTING.initialWindowSize, 0])),
  );
  await using client = await connectHttp2(proxy.engine.port, origin.authority, proxy.engine.ca.certPem);
  const got = await client.ask({ method: 'POST', path: '/drops', body: 'x'.repeat(200) });
  expect(got).toMatchObject({ status: 200, body: '200' });
});

test('an origin of HTTP/1.1 that keeps sending 1xx', async () => {
  await using origin = await rawOrigin('127.0.0.1', { ...credentials, ALPNProtocols: ['http/1.1'] });
  await using client = await connectHttp2(
    proxy.engine.port,
    `localhost:${origin.port}`,
    proxy.engine.ca.certPem,
  );
  const stream = client.begin({ path: '/hints' });
  const server = await origin.next();
  const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'.repeat(10_000);
  server.write(hints);
  expect(await answerOn(stream)).toMatchObject({ status: 502 });
  expect((await flowAt(proxy.engine.flows, '/hints')).error).toContain('interim responses');
  await server.over();
});

test('more fields than are taken, from an origin that has acknowledged how many are', async () => {
  await using origin = await frameOrigin(credentials, (peer, stream) => {
    if (stream === 1) peer.send(response(stream, 200, 'ok'));
    else peer.send(...large(stream));
  });
  await using client = await connectHttp2(proxy.engine.port, origin.authority, proxy.engine.ca.certPem);
  expect(await client.ask({ path: '/first' })).toMatchObject({ status: 200 });
  expect(await client.ask({ path: '/large' })).toMatchObject({ status: 502 });
  expect((await flowAt(proxy.engine.flows, '/large')).state).toBe('failed');
});
