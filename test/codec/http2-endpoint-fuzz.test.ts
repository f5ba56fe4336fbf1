// Endpoints of HTTP/2 in memory: random exchanges between two of ours in any pieces, the same with node:http2 on the
// other side, and mutated frames. HTTP2_SEED and HTTP2_COUNT choose others, or repeat one.
import http2 from 'node:http2';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { ERROR_CODE } from '../../src/codec/http2/error-codes.ts';
import type { Http2Endpoint } from '../../src/codec/http2/endpoint.ts';
import type { Http2Stream } from '../../src/codec/http2/stream.ts';
import { conversation, spoilt } from '../fuzz/http2.ts';
import { pieces, seeded, type Random } from '../fuzz/random.ts';
import { memoryEndpoint, type MemoryEndpoint } from '../helpers/http2-endpoint.ts';
import { data, headers, rstStream, settings } from '../helpers/http2-frames.ts';
import { scaled } from '../helpers/scale.ts';

const firstSeed = Number(process.env['HTTP2_SEED'] ?? 1);
const count = scaled({ quick: 1500, full: 20_000 }, 'HTTP2_COUNT');
/** Conversations between two endpoints that follow the protocol. */
const exchanges = scaled({ quick: 10, full: 40 });
/** Seeds in one task. */
const EACH = 100;

/** Answers each request with its fields, its body and its trailers. */
function echo(stream: Http2Stream, fields: readonly string[]): void {
  const body: Buffer[] = [];
  const answer = (trailers: readonly string[]): void => {
    stream.sendHead(
      [':status', '200'],
      fields.filter((_, at) => fields[at - (at % 2)]?.startsWith('x-')),
      false,
    );
    stream.write(Buffer.concat(body));
    stream.end(trailers);
  };
  stream.handler = {
    data: (bytes, start, end) => void body.push(Buffer.from(bytes.subarray(start, end))),
    ended: answer,
    drained: () => undefined,
    over: () => undefined,
  };
  if (stream.endDelivered) answer([]);
}

interface Got {
  fields: string[];
  body: string;
  trailers: readonly string[];
  code: number;
}

/** Sends a request; the result is filled as the response arrives. */
function ask(client: Http2Endpoint, random: Random): { readonly sent: Got; readonly got: Got } {
  const stream = client.open();
  const body = 'b'.repeat(random.pick([0, 1, 100, 20_000, 200_000]));
  const fields = ['x-a', 'v'.repeat(random.int(300)), 'x-b', String(random.int(3))];
  const trailers = body !== '' && random.oneIn(3) ? ['x-sum', '1'] : [];
  const got: Got = { fields: [], body: '', trailers: [], code: -1 };
  stream.handler = {
    head: (head) => {
      got.fields = head.slice(2);
      stream.headReceived = true;
      if (random.oneIn(3)) {
        stream.pause();
        setImmediate(() => stream.resume());
      }
    },
    data: (bytes, start, end) => (got.body += bytes.toString('latin1', start, end)),
    ended: (received) => (got.trailers = received),
    drained: () => undefined,
    over: ({ code }) => (got.code = code),
  };
  stream.sendHead(
    [':method', 'POST', ':scheme', 'http', ':authority', 'a.test', ':path', '/'],
    fields,
    body === '',
  );
  if (body !== '') {
    stream.write(Buffer.from(body.slice(0, 50_000)));
    stream.write(Buffer.from(body.slice(50_000)));
    stream.end(trailers);
  }
  return { sent: { fields, body, trailers, code: ERROR_CODE.NO_ERROR }, got };
}

/** Carries bytes both ways, in pieces, until nobody has more to say. */
async function carry(one: MemoryEndpoint, other: MemoryEndpoint, random: Random): Promise<void> {
  for (let idle = 0; idle < 3;) {
    const there = one.sent();
    const back = other.sent();
    for (const piece of pieces(there, random)) other.endpoint.receive(piece);
    for (const piece of pieces(back, random)) one.endpoint.receive(piece);
    await new Promise((resolve) => setImmediate(resolve));
    idle = there.length + back.length === 0 ? idle + 1 : 0;
  }
}

test('exchanges between two endpoints arrive as they were sent', { tags: ['full'] }, async () => {
  for (let seed = firstSeed; seed < firstSeed + exchanges; seed += 1) {
    const random = seeded(seed);
    const windows = {
      streamWindow: random.pick([65_535, 100_000]),
      connectionWindow: random.pick([70_000, 500_000]),
    };
    const server = memoryEndpoint(true, { request: (stream, { fields }) => echo(stream, fields) }, windows);
    const client = memoryEndpoint(false, {}, windows);
    await carry(client, server, random);
    const asked = Array.from({ length: 1 + random.int(8) }, () => ask(client.endpoint, random));
    await carry(client, server, random);
    expect(
      asked.map(({ got }) => got),
      `HTTP2_SEED=${seed}`,
    ).toEqual(asked.map(({ sent }) => sent));
    expect([client.over, server.over]).toEqual([undefined, undefined]);
    expect(client.endpoint.streams.size + server.endpoint.streams.size).toBe(0);
  }
});

/** A socket whose other end is an endpoint. */
class EndpointSocket extends Duplex {
  readonly #peer: MemoryEndpoint;

  constructor(peer: MemoryEndpoint) {
    super();
    this.#peer = peer;
    setImmediate(() => this.deliver());
  }

  deliver(): void {
    const bytes = this.#peer.sent();
    if (bytes.length > 0) this.push(bytes);
  }

  override _read(): void {
    // Bytes are pushed as they come.
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#peer.endpoint.receive(bytes);
    setImmediate(() => this.deliver());
    done();
  }
}

test('node:http2 as a server answers what our endpoint asks', async () => {
  const random = seeded(firstSeed);
  const client = memoryEndpoint(false, {});
  const socket = new EndpointSocket(client);
  const session = http2.performServerHandshake(socket);
  session.on('stream', (stream, fields, _flags, raw) => {
    const body: Buffer[] = [];
    let trailers: string[] = [];
    stream.on('data', (bytes: Buffer) => body.push(bytes));
    stream.on('trailers', (_trailers, _trailerFlags, list: string[]) => (trailers = list));
    stream.on('end', () => {
      stream.respond([':status', '200', ...raw.filter((_, at) => raw[at - (at % 2)]?.startsWith('x-'))], {
        waitForTrailers: trailers.length > 0,
      });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '1' }));
      stream.end(Buffer.concat(body));
      expect(fields[':path']).toBe('/');
    });
  });
  const asked = Array.from({ length: 30 }, () => ask(client.endpoint, random));
  await expect
    .poll(() => {
      socket.deliver();
      return asked.filter(({ got }) => got.code < 0).length;
    })
    .toBe(0);
  const withoutDate = ({ fields, ...rest }: Got) => ({ ...rest, fields: fields.slice(0, 4) });
  expect(asked.map(({ got }) => withoutDate(got))).toEqual(asked.map(({ sent }) => sent));
  session.destroy();
});

test('node:http2 as a client gets what our endpoint answers', async () => {
  const server = memoryEndpoint(true, { request: (stream, { fields }) => echo(stream, fields) });
  const socket = new EndpointSocket(server);
  const session = http2.connect('http://a.test', { createConnection: () => socket });
  const bodies = [0, 1, 16_384, 100_000, 300_000];
  const got = await Promise.all(
    bodies.map(
      (length) =>
        new Promise<number>((resolve, reject) => {
          const stream = session.request({ ':method': 'POST', ':path': '/', 'x-a': 'b' });
          let size = 0;
          stream.on('data', (bytes: Buffer) => {
            size += bytes.length;
            setImmediate(() => socket.deliver());
          });
          stream.on('error', reject);
          stream.on('close', () => resolve(size));
          stream.end(Buffer.alloc(length));
        }),
    ),
  );
  expect(got).toEqual(bodies);
  session.destroy();
});

/** The frames of a server that answers some requests. */
function answers(random: Random): Buffer[] {
  const frames = [settings()];
  for (let stream = 1; stream < 12; stream += 2)
    if (random.oneIn(6)) frames.push(rstStream(stream, random.int(14)));
    else
      frames.push(
        headers(
          stream,
          [
            [':status', random.pick(['200', '204', '103'])],
            ['x-a', 'b'],
          ],
          0,
        ),
        data(stream, 'x'.repeat(random.int(300)), 0),
        random.oneIn(2) ? data(stream, 'end') : headers(stream, [['x-sum', '1']]),
      );
  return frames;
}

test(
  'mutated frames end a stream or a connection, and never throw',
  { timeout: 3_600_000, tags: ['full'] },
  async () => {
    const outcomes = { alive: 0, over: 0, streams: 0 };
    for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
      // Ends of streams are reported in later tasks.
      if (seed % EACH === 0) await new Promise((resolve) => setImmediate(resolve));
      const random = seeded(seed);
      const isServer = random.oneIn(2);
      const peer = memoryEndpoint(isServer, {
        request: (stream, { fields }) => {
          outcomes.streams += 1;
          echo(stream, fields);
        },
      });
      if (!isServer) for (let at = 0; at < 6; at += 1) ask(peer.endpoint, random);
      const bytes = spoilt(isServer ? conversation('a.test', random) : answers(random), random);
      for (const piece of pieces(bytes, random)) {
        peer.endpoint.receive(piece);
        // A reaction is never out of proportion.
        expect(peer.sent().length, `HTTP2_SEED=${seed}`).toBeLessThan(2_000_000);
      }
      outcomes[peer.over === undefined ? 'alive' : 'over'] += 1;
      peer.endpoint.ended(null);
      expect(peer.endpoint.streams.size, `HTTP2_SEED=${seed}`).toBe(0);
    }
    expect(Math.min(outcomes.alive, outcomes.over, outcomes.streams)).toBeGreaterThan(count / 20);
  },
);
