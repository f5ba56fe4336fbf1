// Captured large bodies: byte for byte what passed, although their memory is reused and most of it moves to a
// file.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import tls from 'node:tls';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/flow/message.ts';
import { arenaForEach, type Arena } from '../helpers/arena.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { Raw, rawOrigin, type RawOrigin } from '../helpers/raw.ts';
import { sampled } from '../helpers/scale.ts';

const authority = trustedAuthority();
const MIB = 1024 * 1024;

interface Ends {
  readonly client: Raw;
  readonly server: Raw;
}

/** Sends a request head from a client inside TLS to an origin inside TLS. */
async function begin(arena: Arena, origin: RawOrigin, head: string): Promise<Ends> {
  const outer = await arena.client();
  outer.write(`CONNECT localhost:${origin.port} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await outer.head();
  outer.stream.removeAllListeners('data');
  const socket = tls.connect({
    socket: outer.stream,
    servername: 'localhost',
    ca: arena.proxy.engine.ca.certPem,
  });
  await once(socket, 'secureConnect');
  const secured = new Raw(socket);
  const next = origin.next();
  secured.write(head);
  const server = await next;
  expect(await server.head()).toBe(head);
  return { client: secured, server };
}

/** Reads the next `length` bytes as a buffer, without decoding them. */
function take(raw: Raw, length: number): Promise<Buffer> {
  const pieces: Buffer[] = [Buffer.from(raw.unread, 'latin1')];
  let size = pieces[0]!.length;
  raw.stream.removeAllListeners('data');
  return new Promise((resolve) => {
    const look = (): void => {
      if (size >= length) resolve(Buffer.concat(pieces));
    };
    raw.stream.on('data', (bytes: Buffer) => {
      pieces.push(bytes);
      size += bytes.length;
      look();
    });
    look();
  });
}

describe.each(
  sampled(
    [
      ['in memory', 256 * MIB],
      ['in a file', 3 * MIB],
      ['in a file at once', 1],
    ],
    2,
  ),
)('bodies kept %s', (_what, memoryBudgetBytes) => {
  const arena = arenaForEach({ memoryBudgetBytes });

  test.each(sampled(['length', 'chunked', 'close'], 1))(
    'downloads of 12 MiB, several at once, framed by %s',
    async (framing) => {
      await using origin = await rawOrigin('127.0.0.1', authority.issue('localhost'));
      const ends = await beginAll(
        arena(),
        origin,
        (path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      );
      const sent = await Promise.all(
        ends.map(async ({ client, server }, n) => {
          const payload = randomBytes(12 * MIB);
          server.write(`HTTP/1.1 200 OK\r\n${fieldFor(framing, payload)}\r\n`);
          await client.head();
          const received = take(client, framing === 'length' ? payload.length : Infinity);
          await sendAll(server, payload, framing);
          if (framing === 'length') expect((await received).equals(payload)).toBe(true);
          return { payload, flow: await arena().flow(PATHS[n]!) };
        }),
      );
      for (const { payload, flow } of sent) expectKept(flow.response, payload);
    },
  );

  test('uploads of 12 MiB, several at once', async () => {
    await using origin = await rawOrigin('127.0.0.1', authority.issue('localhost'));
    const ends = await beginAll(
      arena(),
      origin,
      (path) => `PUT ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${12 * MIB}\r\n\r\n`,
    );
    const sent = await Promise.all(
      ends.map(async ({ client, server }, n) => {
        const payload = randomBytes(12 * MIB);
        const received = take(server, payload.length);
        await sendAll(client, payload, 'length');
        expect((await received).equals(payload)).toBe(true);
        server.write('HTTP/1.1 204 No Content\r\n\r\n');
        await client.head();
        return { payload, flow: await arena().flow(PATHS[n]!) };
      }),
    );
    for (const { payload, flow } of sent) expectKept(flow.request, payload);
  });
});

const PATHS = ['/1', '/2', '/3', '/4'];

/** Runs one exchange for each path. */
async function beginAll(arena: Arena, origin: RawOrigin, head: (path: string) => string): Promise<Ends[]> {
  const ends: Ends[] = [];
  for (const path of PATHS) ends.push(await begin(arena, origin, head(path)));
  return ends;
}

function expectKept(message: Message | null, payload: Buffer): void {
  const body = message!.body;
  expect(body).toMatchObject({ size: 12 * MIB, omitted: 2 * MIB });
  expect(body.bytes().equals(payload.subarray(0, 10 * MIB))).toBe(true);
}

function fieldFor(framing: string, payload: Buffer): string {
  if (framing === 'length') return `Content-Length: ${payload.length}\r\n`;
  return framing === 'chunked' ? 'Transfer-Encoding: chunked\r\n' : '';
}

/** Splits bytes into chunks of uneven sizes. */
async function sendAll(raw: Raw, payload: Buffer, framing: string): Promise<void> {
  for (let at = 0, step = 1; at < payload.length; at += step, step = (step * 7 + 13) % 99_991) {
    const piece = payload.subarray(at, at + step);
    if (framing === 'chunked') raw.write(`${piece.length.toString(16)}\r\n`);
    if (!raw.stream.write(piece)) await once(raw.stream, 'drain');
    if (framing === 'chunked') raw.write('\r\n');
  }
  if (framing === 'chunked') raw.write('0\r\n\r\n');
  if (framing === 'close') raw.end();
}
