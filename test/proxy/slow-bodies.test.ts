// Slow bodies: the proxy forwards bytes at once, and no faster than the other side reads.
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { drained } from '../../src/base/streams.ts';
import { arenaForEach, type Arena, type Exchange } from '../helpers/arena.ts';
import type { Raw } from '../helpers/raw.ts';
import { steady } from '../helpers/waiting.ts';
import { scaled } from '../helpers/scale.ts';

const arena = arenaForEach();

const MIB = 1024 * 1024;

describe('at once', () => {
  test.each([
    [
      'chunked',
      'Transfer-Encoding: chunked\r\n',
      (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`,
      '0\r\n\r\n',
    ],
    ['until the end', '', (text: string) => text, ''],
    ['with a length', 'Content-Length: 36\r\n', (text: string) => text, ''],
  ])('a client has an event before the next is sent: %s', async (_what, framing, framed, last) => {
    const { client, server } = await arena().begin('/events', { fields: ['Accept: text/event-stream'] });
    server.write(`HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n${framing}\r\n`);
    expect(await client.head()).toContain('text/event-stream');
    for (const n of [1, 2, 3, 4]) {
      server.write(framed(`data: ${n}\n\n`));
      await client.until(`data: ${n}\n\n`);
    }
    server.write(last);
    server.end();
    const flow = await arena().flow('/events');
    expect(flow.state).toBe('completed');
    expect(flow.response?.body.bytes().toString()).toBe('data: 1\n\ndata: 2\n\ndata: 3\n\ndata: 4\n\n');
  });

  test('an event stream that its reader has had enough of is complete', async () => {
    const { client, server } = await arena().begin('/events');
    server.write(
      'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nx\n\n\r\n',
    );
    await client.until('x\n\n');
    client.reset();
    await server.over();
    expect((await arena().flow('/events')).state).toBe('completed');
  });

  test('the head of a long poll is there before its body', async () => {
    const { client, server } = await arena().begin('/poll');
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n');
    expect(await client.head()).toBe('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n');
    expect(arena().proxy.engine.flows.list().at(-1)).toMatchObject({ state: 'pending', status: 200 });
    server.write('done');
    expect(await client.exactly(4)).toBe('done');
  });
});

describe('no faster than it is taken', () => {
  const total = scaled({ quick: 100, full: 200 }) * MIB;
  /** A bound for such a body: the socket buffers on both sides of the proxy, and some more. */
  const maxUnderway = 60 * MIB;

  test('a large download by a client that reads nothing for a while', { tags: ['full'] }, async () => {
    const { client, server } = await arena().begin('/download');
    client.pause();
    server.write(`HTTP/1.1 200 OK\r\nContent-Length: ${total}\r\n\r\n`);
    const before = process.memoryUsage().rss;
    const sending = send(server, total);
    expect(await standstill(sending)).toBeLessThan(maxUnderway);
    expect(process.memoryUsage().rss - before).toBeLessThan(maxUnderway);
    const received = hashOf(client, total, '\r\n\r\n');
    client.resume();
    expect(await received).toBe(await sending.hash);
    const flow = await arena().flow('/download');
    expect(flow).toMatchObject({ state: 'completed' });
    expect(flow.response?.body).toMatchObject({ size: total, omitted: total - 10 * MIB });
  });

  test('a large upload to an origin that reads nothing for a while', { tags: ['full'] }, async () => {
    const { client, server } = await begunUpload(arena(), total);
    server.pause();
    const before = process.memoryUsage().rss;
    const sending = send(client, total);
    expect(await standstill(sending)).toBeLessThan(maxUnderway);
    expect(process.memoryUsage().rss - before).toBeLessThan(maxUnderway);
    const received = hashOf(server, total);
    server.resume();
    expect(await received).toBe(await sending.hash);
    server.write('HTTP/1.1 204 No Content\r\n\r\n');
    expect(await client.head()).toMatch(/^HTTP\/1.1 204 /);
    expect((await arena().flow('/upload')).request?.body).toMatchObject({
      size: total,
      omitted: total - 10 * MIB,
    });
  });

  test('a client that goes away while the origin has stopped reading: the flow fails', async () => {
    const { client, server } = await begunUpload(arena(), total);
    server.pause();
    await standstill(send(client, total));
    client.reset();
    server.resume();
    await server.over();
    expect((await arena().flow('/upload')).error).toMatch(/^The client closed the connection/);
  });

  test(
    'a client that reads slowly gets the end, though its connection is closed behind it',
    { tags: ['full'] },
    async () => {
      // Sizes around the capacity of the sockets between us: the rest is still at the proxy when the origin is
      // done.
      const sizes = await Promise.all(
        [0, 1, 2, 3].map((n) =>
          stalledDownload(arena(), `/fill-${n}`, 40 * MIB).then(({ taken }) => taken - n * 20_000),
        ),
      );
      const downloads = await Promise.all(
        sizes.map((size, n) => stalledDownload(arena(), `/slow-${n}`, size)),
      );
      // Longer than the proxy waits for a client that has nothing more to receive.
      await new Promise((resolve) => setTimeout(resolve, 2500));
      for (const [n, { client, size }] of downloads.entries()) {
        client.resume();
        await client.until('\r\n\r\n');
        expect((await client.rest()).length).toBe(size);
        expect((await arena().flow(`/slow-${n}`)).state).toBe('completed');
      }
    },
  );
});

async function begunUpload(at: Arena, length: number): Promise<Exchange> {
  return at.begin('/upload', { method: 'POST', fields: [`Content-Length: ${length}`] });
}

/**
 * Starts a download by a client that does not read; resolves with the bytes that the proxy has taken once
 * nothing moves.
 */
async function stalledDownload(
  at: Arena,
  path: string,
  size: number,
): Promise<{ client: Raw; size: number; taken: number }> {
  const client = await at.client();
  client.pause();
  client.write(`GET http://${at.origin.authority}${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  const server = await at.origin.next();
  await server.head();
  server.write(
    `HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n`,
    Buffer.alloc(size, 'x'),
  );
  const taken = (): number =>
    at.proxy.engine.flows.list().findLast((flow) => flow.path === path)?.response?.body.size ?? 0;
  return { client, size, taken: await steady(taken, 10, () => taken() > 0) };
}

interface Sending {
  sent: number;
  readonly hash: Promise<string>;
}

/** Sends random bytes as fast as they are read. */
function send(raw: Raw, total: number): Sending {
  const block = randomBytes(MIB);
  const hash = createHash('sha256');
  const sending: Sending & { hash: Promise<string> } = { sent: 0, hash: Promise.resolve('') };
  sending.hash = (async () => {
    while (sending.sent < total) {
      hash.update(block);
      sending.sent += block.length;
      if (!raw.stream.write(block)) await drained(raw.stream);
      if (raw.closed) break;
    }
    return hash.digest('hex');
  })();
  return sending;
}

/** Resolves with the number of sent bytes once it no longer changes. */
function standstill(sending: Sending): Promise<number> {
  return steady(
    () => sending.sent,
    10,
    () => sending.sent > 0,
  );
}

/** Resolves with the hash of the next `total` bytes after `mark`; `raw` no longer keeps received bytes. */
function hashOf(raw: Raw, total: number, mark = ''): Promise<string> {
  const hash = createHash('sha256');
  let left = total;
  let pending = mark === '' ? null : Buffer.from(raw.unread, 'latin1');
  raw.stream.removeAllListeners('data');
  return new Promise((resolve) => {
    raw.stream.on('data', (bytes: Buffer) => {
      let data = bytes;
      if (pending !== null) {
        pending = Buffer.concat([pending, bytes]);
        const at = pending.indexOf(mark);
        if (at < 0) return;
        data = pending.subarray(at + mark.length);
        pending = null;
      }
      hash.update(data);
      left -= data.length;
      if (left <= 0) resolve(hash.digest('hex'));
    });
  });
}
