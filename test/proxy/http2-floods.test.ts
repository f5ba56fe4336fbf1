// HTTP/2 clients that attack the proxy with floods of frames: each flood ends its own connection or is
// absorbed, in bounded memory, while another client is served.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { drained } from '../../src/base/streams.ts';
import { openTunnel } from '../helpers/ask.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { connectHttp2, http2Origin, secured, type Http2Client, type Http2Origin } from '../helpers/http2.ts';
import {
  block,
  CODE,
  data,
  FLAG,
  frame,
  FramePeer,
  headers,
  literal,
  rstStream,
  settings,
  SETTING,
  TYPE,
  windowUpdate,
  type Line,
} from '../helpers/http2-frames.ts';
import { settled } from '../helpers/settled.ts';

const MIB = 1024 * 1024;
const authority = trustedAuthority();
let proxy: TestEngine;
let origin: Http2Origin;
let other: Http2Client;

beforeAll(async () => {
  proxy = await startTestEngine();
  origin = await http2Origin(
    (stream, fields) => {
      if (fields[':path'] === '/hold') return;
      stream.respond({ ':status': 200 });
      stream.end('ok');
    },
    authority.issue('localhost'),
    { settings: { maxConcurrentStreams: 10_000 } },
  );
  other = await connectHttp2(proxy.engine.port, origin.authority, proxy.engine.ca.certPem);
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await origin[Symbol.asyncDispose]();
  await proxy.close();
});
afterEach(async () => {
  await settled(proxy.engine.flows);
  proxy.engine.flows.clear();
  origin.received.length = 0;
});

const GET = (path: string): Line[] => [
  [':method', 'GET'],
  [':scheme', 'https'],
  [':authority', 'flood.test'],
  [':path', path],
];

interface Flood {
  readonly name: string;
  /** Returns the frames of the nth round; null when there are no more. */
  readonly round: (at: number) => Buffer | null;
  /** True when the flood must end the connection. */
  readonly ends: boolean;
}

/** Repeats the same frames, `bytes` in all. */
function again(frames: Buffer, bytes: number): Flood['round'] {
  const round = Buffer.concat(
    Array.from({ length: Math.max(1, Math.floor(65_536 / frames.length)) }, () => frames),
  );
  return (at) => (at * round.length < bytes ? round : null);
}

/** Sends `first` once before the other rounds. */
function after(first: Buffer, rest: Flood['round']): Flood['round'] {
  return (at) => (at === 0 ? first : rest(at - 1));
}

const bombed = Buffer.concat([
  block(GET('/')),
  literal('x-a', 'a'.repeat(4000), 0x40),
  Buffer.alloc(12_000, 0x80 | 62),
]);

const FLOODS: readonly Flood[] = [
  {
    name: 'streams that are opened and reset, 20,000 of them',
    round: (at) =>
      at >= 200
        ? null
        : Buffer.concat(
            Array.from({ length: 100 }, (_, index) => {
              const stream = 2 * (at * 100 + index) + 1;
              return Buffer.concat([headers(stream, GET('/hold')), rstStream(stream, CODE.cancel)]);
            }),
          ),
    ends: true,
  },
  {
    name: 'streams that are opened with errors, 20,000 of them',
    round: (at) =>
      at >= 200
        ? null
        : Buffer.concat(
            Array.from({ length: 100 }, (_, index) => headers(2 * (at * 100 + index) + 1, [[':path', '/']])),
          ),
    ends: true,
  },
  {
    name: 'streams that we are made to reset, 20,000 of them',
    round: (at) =>
      at >= 200
        ? null
        : Buffer.concat(
            Array.from({ length: 100 }, (_, index) => {
              const stream = 2 * (at * 100 + index) + 1;
              return Buffer.concat([headers(stream, GET('/hold')), windowUpdate(stream, 0)]);
            }),
          ),
    ends: true,
  },
  {
    name: 'more streams than may be open, 20,000 of them',
    round: (at) =>
      at >= 200
        ? null
        : Buffer.concat(
            Array.from({ length: 100 }, (_, index) => headers(2 * (at * 100 + index) + 1, GET('/hold'))),
          ),
    ends: true,
  },
  {
    name: 'CONTINUATION',
    round: after(
      frame(TYPE.headers, FLAG.endStream, 1, block(GET('/'))),
      again(frame(TYPE.continuation, 0, 1, block([['x-a', 'a'.repeat(16_000)]])), 64 * MIB),
    ),
    ends: true,
  },
  {
    name: 'CONTINUATION that is empty',
    round: after(
      frame(TYPE.headers, FLAG.endStream, 1, block(GET('/'))),
      again(frame(TYPE.continuation, 0, 1), 4 * MIB),
    ),
    ends: true,
  },
  { name: 'SETTINGS', round: again(settings([SETTING.initialWindowSize, 65_535]), 8 * MIB), ends: false },
  { name: 'SETTINGS that are empty', round: again(settings(), 4 * MIB), ends: false },
  {
    name: 'SETTINGS of many entries',
    round: again(
      frame(
        TYPE.settings,
        0,
        0,
        settings(...Array.from({ length: 2000 }, () => [9, 1] as const)).subarray(9),
      ),
      16 * MIB,
    ),
    ends: false,
  },
  { name: 'PING', round: again(frame(TYPE.ping, 0, 0, 'abcdefgh'), 8 * MIB), ends: false },
  {
    name: 'PRIORITY',
    round: again(frame(TYPE.priority, 0, 1, Buffer.from([0, 0, 0, 0, 9])), 8 * MIB),
    ends: false,
  },
  {
    name: 'PRIORITY of ever other streams',
    round: (at) =>
      at >= 500
        ? null
        : Buffer.concat(
            Array.from({ length: 100 }, (_, index) =>
              frame(TYPE.priority, 0, 2 * (at * 100 + index) + 1, Buffer.from([0, 0, 0, 0, 9])),
            ),
          ),
    ends: false,
  },
  {
    name: 'WINDOW_UPDATE',
    round: after(headers(1, GET('/hold')), again(windowUpdate(1, 1), 8 * MIB)),
    ends: false,
  },
  {
    name: 'DATA that is empty',
    round: after(headers(1, GET('/hold'), 0), again(data(1, '', 0), 8 * MIB)),
    ends: false,
  },
  {
    name: 'DATA of nothing but padding',
    round: after(
      headers(1, GET('/hold'), 0),
      again(frame(TYPE.data, FLAG.padded, 1, Buffer.alloc(256, 255)), 8 * MIB),
    ),
    ends: false,
  },
  {
    name: 'frames that nobody knows',
    round: again(frame(0xfa, 0, 0, Buffer.alloc(1000)), 32 * MIB),
    ends: false,
  },
  {
    name: 'fields that unfold to hundreds of MiB',
    round: (at) => (at >= 300 ? null : frame(TYPE.headers, 5, 2 * at + 1, bombed)),
    ends: false,
  },
  {
    name: 'large fields',
    round: (at) => (at >= 1000 ? null : headers(2 * at + 1, [...GET('/'), ['x-a', 'a'.repeat(15_000)]])),
    ends: false,
  },
];

test.each(FLOODS)('$name', async ({ round, ends }) => {
  const before = process.memoryUsage().rss;
  let max = before;
  const tunnel = await openTunnel(proxy.engine.port, origin.authority);
  const stream = await secured(tunnel, 'localhost', proxy.engine.ca.certPem);
  const peer = new FramePeer(stream);
  peer.polite = false;
  peer.open();
  const ended = peer.ended().catch(() => undefined);
  let asked = 0;
  let sent = 0;
  for (let at = 0; !peer.over && stream.writable; at += 1) {
    const frames = round(at);
    if (frames === null) break;
    sent += frames.length;
    if (!stream.write(frames)) await Promise.race([drained(stream), ended]);
    max = Math.max(max, process.memoryUsage().rss);
    if (at % 20 !== 0 || asked >= 20) continue;
    asked += 1;
    expect(await other.ask({ path: '/other' })).toMatchObject({ status: 200, body: 'ok' });
  }
  if (ends) await peer.ended();
  expect(await other.ask({ path: '/other' })).toMatchObject({ status: 200, body: 'ok' });
  expect(other.session.destroyed).toBe(false);
  expect(max - before, `${sent} bytes sent`).toBeLessThan(200 * MIB);
  // Requests that are cancelled at once reach the origin a few hundred times at most.
  expect(origin.received.length).toBeLessThan(3000);
  stream.destroy();
  tunnel.destroy();
});

test('a client that never reads: what waits for it is bounded', async () => {
  const before = process.memoryUsage().rss;
  const tunnel = await openTunnel(proxy.engine.port, origin.authority);
  const stream = await secured(tunnel, 'localhost', proxy.engine.ca.certPem);
  const peer = new FramePeer(stream);
  peer.open();
  await peer.answersPing();
  tunnel.pause();
  const round = again(frame(TYPE.ping, 0, 0, 'abcdefgh'), 64 * MIB);
  let sent = 0;
  for (let at = 0; sent < 64 * MIB; at += 1) {
    const frames = round(at);
    if (frames === null || peer.over) break;
    sent += frames.length;
    if (stream.write(frames)) continue;
    const isRoom = await Promise.race([
      new Promise<boolean>((resolve) => stream.once('drain', () => resolve(true))),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 300)),
    ]);
    if (!isRoom) break;
  }
  expect(await other.ask()).toMatchObject({ status: 200 });
  expect(process.memoryUsage().rss - before, `${sent} bytes sent`).toBeLessThan(128 * MIB);
  stream.destroy();
  tunnel.destroy();
});
