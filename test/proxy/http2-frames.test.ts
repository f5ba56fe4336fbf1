// Raw frames sent to the proxy: each case gets the frame, or the closed connection, that RFC 9113 requires,
// and other connections continue.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTunnel } from '../helpers/ask.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { connectHttp2, http2Origin, secured, type Http2Client, type Http2Origin } from '../helpers/http2.ts';
import { CASES, type Case, type Expected } from './http2-cases/index.ts';
import {
  CODE,
  FramePeer,
  headers,
  SETTING,
  settings,
  statusOf,
  TYPE,
  windowUpdate,
  type Frame,
} from '../helpers/http2-frames.ts';
import { settled } from '../helpers/settled.ts';

const authority = trustedAuthority();
let proxy: TestEngine;
let origin: Http2Origin;
let bystander: Http2Client;

beforeAll(async () => {
  proxy = await startTestEngine();
  origin = await http2Origin(
    (stream, headers) => {
      const answer = (): void => {
        if (stream.destroyed) return;
        stream.respond({ ':status': 200 });
        stream.end('ok');
      };
      if (headers[':path'] === '/wait') stream.resume().on('end', answer);
      else if (headers[':path'] !== '/hold') answer();
    },
    authority.issue('localhost'),
    { settings: { maxConcurrentStreams: 1000 } },
  );
  bystander = await connectHttp2(proxy.engine.port, origin.authority, proxy.engine.ca.certPem);
});

afterAll(async () => {
  await bystander[Symbol.asyncDispose]();
  await origin[Symbol.asyncDispose]();
  await proxy.close();
});

test('the cases are many, and each is one of its own', () => {
  const names = new Set(CASES.map(({ section, name }) => `${section}: ${name}`));
  expect(names.size).toBe(CASES.length);
  expect(CASES.length).toBeGreaterThanOrEqual(300);
});

describe.each([...Map.groupBy(CASES, ({ section }) => section)])('%s', (_section, group) => {
  test.each(group.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const seen = await played(one);
    expect(verdict(one.expected, seen), shown(seen)).toBe('as expected');
    for (const fields of origin.received.splice(0))
      expect(fields.filter((text) => /[\0\r\n]|evil/.test(text) || text === 'x-a ')).toEqual([]);
    expect(await bystander.ask({ path: '/bystander' })).toMatchObject({ status: 200, body: 'ok' });
    await settled(proxy.engine.flows);
    proxy.engine.flows.clear();
  });
});

test('no more is sent on a stream than its window, and the rest when that opens', async () => {
  const { peer, leave } = await connect();
  const lines = [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':authority', 'a.test'],
    [':path', '/'],
  ] as const;
  peer.open(settings([SETTING.initialWindowSize, 1]), headers(1, lines));
  const sent = (): string =>
    Buffer.concat(
      peer.frames.filter(({ type }) => type === TYPE.data).map(({ payload }) => payload),
    ).toString();
  await peer.next(({ type }) => type === TYPE.data);
  for (let at = 0; at < 3; at += 1) await peer.answersPing();
  expect(sent()).toBe('o');
  peer.send(windowUpdate(1, 10));
  await peer.next(({ type, flags }) => type === TYPE.data && (flags & 1) === 1);
  expect(sent()).toBe('ok');
  leave();
});

test('fields beyond 64 KiB are refused on their stream, once the client has acknowledged the bound', async () => {
  const { ca, flows } = { ca: proxy.engine.ca.certPem, flows: proxy.engine.flows };
  await using client = await connectHttp2(proxy.engine.port, origin.authority, ca, {
    maxSendHeaderBlockLength: 200_000,
  });
  expect(await client.ask()).toMatchObject({ status: 200 });
  const large = [1, 2, 3].flatMap((at) => [`x-${at}`, 'a'.repeat(30_000)]);
  const got = await client.ask({ path: '/large', fields: large });
  expect(got.status === 431 || got.code !== 0).toBe(true);
  expect(await client.ask()).toMatchObject({ status: 200 });
  await settled(flows);
  flows.clear();
});

interface Seen {
  readonly frames: readonly Frame[];
  /** True when the proxy has closed the connection. */
  readonly closed: boolean;
}

/**
 * Sends a case, and checks the received frames when the expected last one has arrived, or the connection is
 * closed.
 */
async function played({ bytes, isBare, ends, expected }: Case): Promise<Seen> {
  const { peer, leave } = await connect();
  if (isBare) peer.send(...bytes);
  else peer.open(...bytes);
  if (ends) peer.stream.end();
  if (isBare || ends) await peer.ended();
  else await Promise.race([peer.ended(), last(peer, expected)]);
  const seen = { frames: [...peer.frames], closed: peer.over };
  leave();
  return seen;
}

async function connect(): Promise<{ readonly peer: FramePeer; readonly leave: () => void }> {
  const tunnel = await openTunnel(proxy.engine.port, origin.authority);
  const stream = await secured(tunnel, 'localhost', proxy.engine.ca.certPem);
  const leave = (): void => {
    stream.destroy();
    tunnel.destroy();
  };
  return { peer: new FramePeer(stream), leave };
}

/** A PING is acknowledged when all before it has been processed; a response takes the way to the origin. */
async function last(peer: FramePeer, expected: Expected): Promise<void> {
  await peer.answersPing();
  if (expected.type === 'connection') await new Promise((resolve) => setTimeout(resolve, 50));
  else if (expected.type === 'status') await peer.status(expected.stream);
  else if (expected.type === 'stream')
    await peer.next(
      ({ type, stream }) => stream === expected.stream && (type === TYPE.rstStream || type === TYPE.headers),
    );
}

function verdict(expected: Expected, { frames, closed }: Seen): string {
  const away = frames.find(({ type }) => type === TYPE.goaway)?.payload.readUInt32BE(4) ?? null;
  const failed = closed && away !== CODE.noError;
  if (expected.type === 'connection') {
    // Section 5.4.1: GOAWAY should be sent, and the connection must be closed.
    if (!closed) return 'the connection is open';
    return away === null || expected.codes.includes(away) ? 'as expected' : 'another code';
  }
  if (expected.type === 'stream') {
    const { stream, codes, orRefused } = expected;
    const reset = frames.find((frame) => frame.type === TYPE.rstStream && frame.stream === stream);
    if (reset !== undefined)
      return codes.includes(reset.payload.readUInt32BE(0)) ? 'as expected' : 'another code';
    if (orRefused && statusOn(frames, stream) === 400) return 'as expected';
    // Section 5.4.1: an error of a stream may be treated as one of the connection.
    if (!failed) return 'no error';
    return away === null || codes.includes(away) ? 'as expected' : 'another code of the connection';
  }
  if (failed) return 'the connection has failed';
  if (expected.type === 'frame') return frames.some(expected.is) ? 'as expected' : 'no such frame';
  return statusOn(frames, expected.stream) === expected.status ? 'as expected' : 'no such answer';
}

function statusOn(frames: readonly Frame[], stream: number): number | null {
  const answer = frames.find((frame) => frame.type === TYPE.headers && frame.stream === stream);
  return answer === undefined ? null : statusOf(answer.payload);
}

function shown({ frames, closed }: Seen): string {
  const lines = frames.map(
    ({ type, flags, stream, payload }) =>
      `type ${type} flags ${flags} stream ${stream}: ${payload.toString('hex', 0, 40)}`,
  );
  return [closed ? 'closed' : 'open', ...lines].join('\n');
}
