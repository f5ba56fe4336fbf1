// End-to-end flow control of HTTP/2: a peer that does not read stops the peer that writes, within bounds, and
// nobody else.
import type { ClientHttp2Stream, ServerHttp2Stream } from 'node:http2';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTunnel } from '../helpers/ask.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { answerOn, connectHttp2, http2Origin, type Http2Client, type Http2Origin } from '../helpers/http2.ts';
import { PROTOCOL_PAIRS, openPair, type ProtocolPair } from '../helpers/http2-protocol-pairs.ts';
import { flowAt, settled } from '../helpers/settled.ts';
import { steady, until } from '../helpers/waiting.ts';
import { sampled } from '../helpers/scale.ts';

const MIB = 1024 * 1024;
/**
 * The maximum in transit between the two ends: the windows of both sides, and the socket buffers of loopback.
 */
const MAX_BETWEEN = 24 * MIB;
const authority = trustedAuthority();
let proxy: TestEngine;

beforeAll(async () => {
  proxy = await startTestEngine();
});
afterAll(() => proxy.close());
afterEach(async () => {
  await settled(proxy.engine.flows);
  proxy.engine.flows.clear();
});

describe.each(sampled(PROTOCOL_PAIRS, 2))('%s: 10 MiB', (name) => {
  let pair: ProtocolPair;
  beforeAll(async () => {
    const { engine } = proxy;
    pair = await openPair(
      name,
      () => engine.port,
      authority,
      () => engine.ca.certPem,
      (request, response) => {
        if (request.method === 'GET') {
          response.end(Buffer.alloc(10 * MIB, 'down'));
          return;
        }
        let bytes = 0;
        request.on('data', (piece: Buffer) => (bytes += piece.length));
        request.on('end', () => response.end(String(bytes)));
      },
    );
  });
  afterAll(() => pair[Symbol.asyncDispose]());

  test('down', async () => {
    const got = await pair.ask({ path: '/down' });
    expect(got).toMatchObject({ status: 200, bytes: 10 * MIB, code: 0 });
    expect(got.body.slice(-8)).toBe('downdown');
    const flow = await flowAt(proxy.engine.flows, '/down');
    expect(flow.response?.body.size).toBe(10 * MIB);
  });

  test('up, with and without a length', async () => {
    const body = Buffer.alloc(10 * MIB, 'up');
    for (const fields of [['content-length', String(body.length)], []])
      expect(await pair.ask({ method: 'POST', path: '/up', body, fields })).toMatchObject({
        status: 200,
        body: String(body.length),
      });
  });
});

describe('who does not read', () => {
  const flood = Buffer.alloc(64 * 1024, 'x');
  const MAX = 96 * MIB;
  let written = 0;
  let held: ServerHttp2Stream[] = [];
  let origin: Http2Origin;
  let client: Http2Client;

  beforeAll(async () => {
    origin = await http2Origin((stream, headers) => {
      const path = headers[':path'];
      if (path === '/flood') {
        stream.respond({ ':status': 200 });
        pump(stream, (bytes) => (written += bytes));
      } else if (path === '/deaf') {
        stream.pause();
        held.push(stream);
      } else {
        stream.respond({ ':status': 200 });
        stream.end('ok');
      }
    }, authority.issue('localhost'));
    client = await connectHttp2(proxy.engine.port, origin.authority, proxy.engine.ca.certPem);
  });
  afterEach(() => {
    written = 0;
    held = [];
  });
  afterAll(async () => {
    await client[Symbol.asyncDispose]();
    await origin[Symbol.asyncDispose]();
  });

  /** Writes as long as the other side reads, and counts the bytes. */
  function pump(stream: ServerHttp2Stream | ClientHttp2Stream, count: (bytes: number) => number): void {
    const more = (): void => {
      while (!stream.destroyed && written < MAX) {
        count(flood.length);
        if (!stream.write(flood)) {
          stream.once('drain', more);
          return;
        }
      }
    };
    more();
  }

  /** Resolves with the number of written bytes once it no longer changes. */
  const stalled = (): Promise<number> => steady(() => written);

  test(
    'a client: the server stops, other streams go on, and then so does this one',
    { tags: ['full'] },
    async () => {
      const stream = client.begin({ path: '/flood' });
      expect(await stalled()).toBeLessThan(MAX_BETWEEN);
      for (let at = 0; at < 20; at += 1)
        expect(await client.ask({ path: '/other' })).toMatchObject({ status: 200, body: 'ok' });
      const before = written;
      stream.resume();
      await until('the server to write all', () => written >= MAX);
      expect(before).toBeLessThan(MAX);
      stream.close(8);
      await answerOn(stream);
    },
  );

  test('a client on many streams: the server stops on all, other streams go on', async () => {
    const streams = Array.from({ length: 40 }, () => client.begin({ path: '/flood' }));
    // A window for each stream, besides the bytes in transit.
    expect(await stalled()).toBeLessThan(MAX_BETWEEN + 40 * MIB);
    const before = process.memoryUsage().rss;
    for (let at = 0; at < 20; at += 1)
      expect(await client.ask({ path: '/other' })).toMatchObject({ status: 200, body: 'ok' });
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * MIB);
    for (const stream of streams) stream.close(8);
    await Promise.all(streams.map(answerOn));
    expect(await client.ask()).toMatchObject({ status: 200 });
  });

  test(
    'a client that takes back what it has asked for, again and again, is served on',
    { tags: ['full'] },
    async () => {
      const { engine } = proxy;
      await using own = await connectHttp2(engine.port, origin.authority, engine.ca.certPem);
      for (let at = 0; at < 600; at += 1) {
        const stream = own.begin({ path: '/flood' });
        await new Promise<void>((resolve) => {
          stream.once('data', () => resolve());
          stream.once('close', () => resolve());
        });
        expect(stream.rstCode).toBe(0);
        stream.close(8);
        await answerOn(stream);
        written = 0;
      }
      expect(await own.ask({ path: '/other' })).toMatchObject({ status: 200 });
    },
  );

  test('a server: the client stops, other streams go on, and its reset frees it', async () => {
    const stream = client.begin({ method: 'POST', path: '/deaf' }, { endStream: false });
    pump(stream, (bytes) => (written += bytes));
    expect(await stalled()).toBeLessThan(MAX_BETWEEN);
    for (let at = 0; at < 20; at += 1)
      expect(await client.ask({ path: '/other' })).toMatchObject({ status: 200, body: 'ok' });
    const told = new Promise<number | undefined>((resolve) => {
      held[0]?.on('close', () => resolve(held[0]?.rstCode));
      held[0]?.resume();
    });
    stream.close(8);
    await answerOn(stream);
    expect(await told).toBe(8);
    const flow = await flowAt(proxy.engine.flows, '/deaf');
    expect(flow).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('The client closed') as string,
    });
  });

  test('a server that reads again is sent the rest', { tags: ['full'] }, async () => {
    const stream = client.begin({ method: 'POST', path: '/deaf' }, { endStream: false });
    pump(stream, (bytes) => (written += bytes));
    await stalled();
    let got = 0;
    held[0]!.on('data', (piece: Buffer) => (got += piece.length));
    held[0]!.on('end', () => {
      held[0]!.respond({ ':status': 200 });
      held[0]!.end(String(got));
    });
    held[0]!.resume();
    await until('the client to write all', () => written >= MAX);
    stream.end();
    const answer = await answerOn(stream);
    expect(answer.body).toBe(String(written));
  });
});

test('a client of HTTP/1.1 that does not read stops a server of HTTP/2', async () => {
  let written = 0;
  const pair = await openPair(
    'h1 to h2',
    () => proxy.engine.port,
    authority,
    () => proxy.engine.ca.certPem,
    (_, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (written < 96 * MIB && !response.stream.destroyed) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536))) {
            response.once('drain', more);
            return;
          }
        }
      };
      more();
    },
  );
  const socket = await openTunnel(proxy.engine.port, pair.authority);
  const stream = tls.connect({ socket, ca: proxy.engine.ca.certPem, servername: 'localhost' });
  stream.write(`GET /flood HTTP/1.1\r\nHost: ${pair.authority}\r\n\r\n`);
  const sent = await steady(
    () => written,
    8,
    () => written > 0,
  );
  expect(sent).toBeLessThan(MAX_BETWEEN);
  socket.destroy();
  await pair[Symbol.asyncDispose]();
});

test('a server of HTTP/2 that does not read stops a client of HTTP/1.1', async () => {
  const held: ServerHttp2Stream[] = [];
  await using origin = await http2Origin(
    (stream) => void held.push(stream.pause()),
    authority.issue('localhost'),
  );
  const socket = await openTunnel(proxy.engine.port, origin.authority);
  const stream = tls.connect({ socket, ca: proxy.engine.ca.certPem, servername: 'localhost' });
  stream.on('error', () => undefined);
  const length = 64 * MIB;
  stream.write(`POST /up HTTP/1.1\r\nHost: ${origin.authority}\r\nContent-Length: ${length}\r\n\r\n`);
  let written = 0;
  const more = (): void => {
    while (written < length) {
      written += 65_536;
      if (!stream.write(Buffer.alloc(65_536))) {
        stream.once('drain', more);
        return;
      }
    }
  };
  more();
  const sent = await steady(
    () => written,
    8,
    () => held.length > 0,
  );
  expect(sent).toBeLessThan(MAX_BETWEEN);
  const closed = new Promise<void>((resolve) => held[0]!.on('close', () => resolve()));
  held[0]!.resume();
  stream.destroy();
  socket.destroy();
  await closed;
  expect((await flowAt(proxy.engine.flows, '/up')).state).toBe('failed');
});
