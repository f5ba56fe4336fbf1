// Premature ends of HTTP/2 streams and connections: each end is passed on as such, requests that no server
// has processed are sent again, and all others continue.
import type http2 from 'node:http2';
import { type ServerHttp2Stream } from 'node:http2';
import { once } from 'node:events';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine } from '../helpers/engine.ts';
import {
  answerOn,
  connectHttp2,
  http2Origin,
  type Answer,
  type Http2Client,
  type Http2Origin,
} from '../helpers/http2.ts';
import { CODE, data, goaway, headers, rstStream, type Line } from '../helpers/http2-frames.ts';
import { frameOrigin, response } from '../helpers/http2-frame-origin.ts';
import { flowAt, settled } from '../helpers/settled.ts';
import { until } from '../helpers/waiting.ts';

const authority = trustedAuthority();
const credentials = authority.issue('localhost');
const proxy = await startTestEngine();
const { port, flows, ca } = proxy.engine;

afterAll(() => proxy.close());

let answer: Answer = () => undefined;
let origin: Http2Origin;
let client: Http2Client;

async function start(options: http2.ServerOptions = {}): Promise<void> {
  origin = await http2Origin((stream, headers, raw) => answer(stream, headers, raw), credentials, options);
  client = await connectHttp2(port, origin.authority, ca.certPem);
}

beforeEach(async () => {
  answer = (stream, headers) => {
    stream.respond({ ':status': 200 });
    stream.end(headers[':path']);
  };
  await start();
});

afterEach(async () => {
  expect(await client.ask({ path: '/well' })).toMatchObject({ status: 200, body: '/well' });
  await client[Symbol.asyncDispose]();
  await origin[Symbol.asyncDispose]();
  await settled(flows);
  flows.clear();
});

/** Responds to `/well` as before, and lets `other` handle all other requests. */
function answerElse(other: Answer): void {
  const well = answer;
  answer = (stream, headers, raw) => (headers[':path'] === '/well' ? well : other)(stream, headers, raw);
}

/** Resolves with the stream of the next request. */
function nextStream(): Promise<ServerHttp2Stream> {
  return new Promise((resolve) => answerElse((stream) => resolve(stream)));
}

const CODES = Array.from({ length: 14 }, (_, code) => code);

describe('a client that resets', () => {
  test.each(CODES)('with %i before the answer: the server gets CANCEL', async (code) => {
    const arrived = nextStream();
    const stream = client.begin({ path: '/reset' });
    const server = await arrived;
    const closed = once(server, 'close');
    stream.close(code);
    await closed;
    expect(server.rstCode).toBe(8);
    expect(await flowAt(flows, '/reset')).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('The client closed the connection') as string,
    });
  });

  test('in the middle of the answer', async () => {
    const arrived = nextStream();
    const stream = client.begin({ path: '/middle' });
    const server = await arrived;
    server.respond({ ':status': 200 });
    server.write('half');
    await once(stream, 'data');
    const closed = once(server, 'close');
    stream.close(8);
    await closed;
    expect(server.rstCode).toBe(8);
    expect(await flowAt(flows, '/middle')).toMatchObject({ state: 'failed', status: 200 });
  });

  test.each([0, 5, 100_000])('once it has %i announced bytes: the answer is complete', async (length) => {
    const arrived = nextStream();
    const stream = client.begin({ path: '/announced' });
    const server = await arrived;
    server.respond({ ':status': 200, 'content-length': length });
    server.write(Buffer.alloc(length, 'a'));
    let received = 0;
    for await (const piece of stream) if ((received += (piece as Buffer).length) >= length) break;
    stream.close(8);
    const flow = await flowAt(flows, '/announced');
    expect(flow).toMatchObject({ state: 'completed', error: null, response: { complete: true } });
    expect(flow.response?.body.size).toBe(length);
  });

  test('before the last announced byte', async () => {
    const arrived = nextStream();
    const stream = client.begin({ path: '/announced' });
    const server = await arrived;
    server.respond({ ':status': 200, 'content-length': 5 });
    server.write('hell');
    await once(stream, 'data');
    stream.close(8);
    expect(await flowAt(flows, '/announced')).toMatchObject({ state: 'failed', status: 200 });
  });

  test('in the middle of its upload', async () => {
    const arrived = nextStream();
    const stream = client.begin({ method: 'POST', path: '/upload' }, { endStream: false });
    stream.write('half');
    const server = await arrived;
    await once(server, 'data');
    const closed = once(server, 'close');
    stream.close(8);
    await closed;
    expect(server.rstCode).toBe(8);
    expect((await flowAt(flows, '/upload')).state).toBe('failed');
  });

  test('by hanging up: every stream of it is cancelled', async () => {
    const streams: ServerHttp2Stream[] = [];
    answerElse((stream) => void streams.push(stream));
    const other = await connectHttp2(port, origin.authority, ca.certPem);
    for (let at = 0; at < 5; at += 1) other.begin({ path: `/gone/${at}` });
    await until('five streams at the server', () => streams.length === 5);
    const closed = Promise.all(streams.map((stream) => once(stream, 'close')));
    other.session.destroy();
    await closed;
    expect(streams.map(({ rstCode }) => rstCode)).toEqual([8, 8, 8, 8, 8]);
  });
});

describe('a server that resets', () => {
  // REFUSED_STREAM and HTTP_1_1_REQUIRED let the request be repeated.
  test.each(CODES.filter((code) => ![7, 13].includes(code)))(
    'with %i before its answer: 502',
    async (code) => {
      answerElse((stream) => stream.close(code));
      const got = await client.ask({ path: '/reset' });
      expect(got).toMatchObject({ status: 502, code: 0 });
      expect(got.body).toContain('before it sent a response');
      expect(await flowAt(flows, '/reset')).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('HTTP/2 stream') as string,
      });
      expect(origin.received.length).toBe(1);
    },
  );

  // Node treats a reset with NO_ERROR as an end: only a length shows that something is missing.
  test.each(CODES)('with %i in the middle of its answer: so does ours', async (code) => {
    const length: Line[] = code === CODE.noError ? [['content-length', '10']] : [];
    await using raw = await frameOrigin(credentials, (peer, stream) => {
      const head = headers(stream, [[':status', '200'], ...length], 0);
      peer.send(head, data(stream, 'half', 0), rstStream(stream, code));
    });
    await using other = await connectHttp2(port, raw.authority, ca.certPem);
    const got = await other.ask({ path: '/middle' });
    expect(got).toMatchObject({ status: 200, code: code === CODE.noError ? CODE.internal : code });
    expect(await flowAt(flows, '/middle')).toMatchObject({ state: 'failed', status: 200 });
  });

  test('with NO_ERROR behind its answer, as it needs no more of the request', async () => {
    answerElse((stream) => {
      stream.respond({ ':status': 413 });
      stream.end('enough', () => stream.close(0));
    });
    const stream = client.begin({ method: 'POST', path: '/enough' }, { endStream: false });
    stream.write('half');
    const got = await answerOn(stream);
    expect(got).toMatchObject({ status: 413, body: 'enough' });
    expect(await flowAt(flows, '/enough')).toMatchObject({ state: 'completed', status: 413 });
  });
});

describe('a server that refuses a stream', () => {
  test.each(['GET', 'POST'])('is asked once more: %s', async (method) => {
    let asked = 0;
    answerElse((stream) => {
      asked += 1;
      if (asked === 1) stream.close(7);
      else {
        stream.respond({ ':status': 200 });
        stream.end('then');
      }
    });
    const got = await client.ask({ method, path: '/refused' });
    expect(got).toMatchObject({ status: 200, body: 'then' });
    expect(asked).toBe(2);
    expect(await flowAt(flows, '/refused')).toMatchObject({ state: 'completed', error: null });
  });

  test('is not asked a third time', async () => {
    let asked = 0;
    answerElse((stream) => {
      asked += 1;
      stream.close(7);
    });
    expect(await client.ask({ path: '/refused' })).toMatchObject({ status: 502 });
    expect(asked).toBe(2);
  });

  test('is not asked again when part of a body is gone', async () => {
    let asked = 0;
    answerElse((stream) => {
      asked += 1;
      stream.once('data', () => stream.close(7));
    });
    expect(await client.ask({ method: 'POST', path: '/refused', body: 'x' })).toMatchObject({ status: 502 });
    expect(asked).toBe(1);
  });
});

describe('a server that goes away', () => {
  test('what is under way ends, what comes then goes on another connection', async () => {
    const arrived = nextStream();
    const first = client.begin({ path: '/under-way' });
    const answered = answerOn(first);
    const server = await arrived;
    origin.sessions[0]!.goaway(0);
    answer = (stream, headers) => {
      stream.respond({ ':status': 200 });
      stream.end(headers[':path']);
    };
    // The proxy has processed the GOAWAY when a new connection arrives.
    await until('a second connection to the server', async () => {
      expect(await client.ask({ path: '/next' })).toMatchObject({ status: 200, body: '/next' });
      return origin.sessions.length >= 2;
    });
    server.respond({ ':status': 200 });
    server.end('done');
    expect(await answered).toMatchObject({ status: 200, body: 'done' });
    await once(origin.sessions[0]!, 'close');
  });

  test.each(['GET', 'POST'])('what it has not acted on is sent again: %s', async (method) => {
    await using raw = await frameOrigin(credentials, (peer, stream) => {
      if (raw.peers.length === 1) peer.send(goaway(0, CODE.noError));
      else peer.send(response(stream, 200, 'again'));
    });
    await using other = await connectHttp2(port, raw.authority, ca.certPem);
    expect(await other.ask({ method, path: '/again' })).toMatchObject({ status: 200, body: 'again' });
    expect(raw.asked).toEqual([1, 1]);
  });

  test('with an error: what is under way fails and says so', async () => {
    answerElse((stream) => stream.session!.goaway(11));
    const got = await client.ask({ method: 'POST', path: '/calm' });
    expect(got).toMatchObject({ status: 502 });
    expect((await flowAt(flows, '/calm')).error).toContain('ENHANCE_YOUR_CALM');
  });

  test('without a word, before its answer', async () => {
    answerElse((stream) => stream.session!.destroy());
    expect(await client.ask({ method: 'POST', path: '/dies' })).toMatchObject({ status: 502 });
    expect(origin.sessions.length).toBe(1);
    expect((await flowAt(flows, '/dies')).state).toBe('failed');
  });

  test('without a word, in the middle of its answer', async () => {
    answerElse((stream) => {
      stream.respond({ ':status': 200 });
      stream.write('half', () => stream.session!.socket.destroy());
    });
    const got = await client.ask({ path: '/dies' });
    expect(got.status).toBe(200);
    expect(got.code).not.toBe(0);
    expect((await flowAt(flows, '/dies')).state).toBe('failed');
  });

  test('just as a request comes that may be sent twice: it is', async () => {
    await client.ask({ path: '/well' });
    let asked = 0;
    answerElse((stream, headers) => {
      asked += 1;
      if (asked === 1) stream.session!.socket.destroy();
      else {
        stream.respond({ ':status': 200 });
        stream.end(headers[':path']);
      }
    });
    expect(await client.ask({ path: '/race' })).toMatchObject({ status: 200, body: '/race' });
    expect(asked).toBe(2);
  });

  test('just as one comes that may not: it is not', async () => {
    await client.ask({ path: '/well' });
    let asked = 0;
    answerElse((stream) => {
      asked += 1;
      stream.session!.socket.destroy();
    });
    expect(await client.ask({ method: 'POST', path: '/race' })).toMatchObject({ status: 502 });
    expect(asked).toBe(1);
  });
});

describe('settings of a server', () => {
  test('two streams at a time: more connections, then a queue; all are answered', async () => {
    await client[Symbol.asyncDispose]();
    await origin[Symbol.asyncDispose]();
    await start({ settings: { maxConcurrentStreams: 2 } });
    let max = 0;
    const busy = new Map<http2.Http2Session, number>();
    answerElse((stream, headers) => {
      const session = stream.session!;
      const open = (busy.get(session) ?? 0) + 1;
      busy.set(session, open);
      max = Math.max(max, open);
      setTimeout(() => {
        busy.set(session, busy.get(session)! - 1);
        stream.respond({ ':status': 200 });
        stream.end(headers[':path']);
      }, 5);
    });
    const asked = Array.from({ length: 60 }, (_, at) => client.ask({ path: `/${at}` }));
    const got = await Promise.all(asked);
    expect(got.map(({ body }) => body)).toEqual(Array.from({ length: 60 }, (_, at) => `/${at}`));
    expect(max).toBeLessThanOrEqual(2);
    expect(origin.sessions.length).toBeLessThanOrEqual(8);
  });

  test('changed while streams are open', async () => {
    const changes: readonly http2.Settings[] = [
      { initialWindowSize: 0 },
      { initialWindowSize: 100_000, maxFrameSize: 1_000_000 },
      { headerTableSize: 0 },
      { headerTableSize: 65_536, maxConcurrentStreams: 1 },
      { maxConcurrentStreams: 100, maxHeaderListSize: 1000 },
    ];
    answerElse((stream) => {
      stream.respond({ ':status': 200 });
      stream.pipe(stream);
    });
    const stream = client.begin({ method: 'POST', path: '/echo' }, { endStream: false });
    const answered = answerOn(stream);
    for (const settings of changes) {
      stream.write(Buffer.alloc(1000, 'x'));
      await client.ask({ path: '/well' });
      await new Promise<void>((resolve) => origin.sessions[0]!.settings(settings, () => resolve()));
    }
    stream.end();
    expect(await answered).toMatchObject({ status: 200, bytes: 5000, code: 0 });
  });

  test('no push: we have said that we take none', async () => {
    let pushed = true;
    answerElse((stream) => {
      pushed = stream.pushAllowed;
      stream.respond({ ':status': 200 });
      stream.end();
    });
    expect(await client.ask({ path: '/push' })).toMatchObject({ status: 200 });
    expect(pushed).toBe(false);
  });
});
