// Long-lived HTTP/2 streams: events that arrive at once, and WebSockets by extended CONNECT (RFC 8441).
import { once } from 'node:events';
import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { flowDetail } from '../../src/flow/detail.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { answerOn, connectHttp2, type Http2Client } from '../helpers/http2.ts';
import { openPair, type ProtocolPair } from '../helpers/http2-protocol-pairs.ts';
import { flowAt, settled, when } from '../helpers/settled.ts';
import { startSocketOrigin, type SocketOrigin } from '../helpers/web-socket.ts';
import { within } from '../helpers/waiting.ts';

const authority = trustedAuthority();
let sockets: SocketOrigin;
let proxy: TestEngine;

beforeAll(async () => {
  sockets = await startSocketOrigin();
  proxy = await startTestEngine();
});
afterAll(async () => {
  await proxy.close();
  await sockets[Symbol.asyncDispose]();
});
afterEach(async () => {
  await settled(proxy.engine.flows);
  proxy.engine.flows.clear();
});

describe.each(['h2 to h2', 'h2 to h1'] as const)('events, %s', (name) => {
  let pair: ProtocolPair;
  let emit: (text: string) => void = () => undefined;
  let left: Promise<void>;

  beforeAll(async () => {
    const { engine } = proxy;
    pair = await openPair(
      name,
      () => engine.port,
      authority,
      () => engine.ca.certPem,
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(': hello\n\n');
        emit = (text) => response.write(text);
        left = new Promise((resolve) => response.on('close', () => resolve()));
      },
    );
  });
  afterAll(() => pair[Symbol.asyncDispose]());

  test('each is seen as it is sent; a cancelled stream is no failure, and is passed on to the origin', async () => {
    await using client = await connectHttp2(proxy.engine.port, pair.authority, proxy.engine.ca.certPem);
    const stream = client.begin({ path: '/events' });
    let said = '';
    stream.on('data', (piece: Buffer) => (said += piece.toString()));
    const heard = async (text: string): Promise<void> => {
      while (!said.includes(text)) await within(text, once(stream, 'data'));
    };
    await heard(': hello');
    const { flows } = proxy.engine;
    for (const at of [1, 2, 3]) {
      emit(`id: ${at}\ndata: event ${at}\n\n`);
      await heard(`event ${at}`);
      await when(flows, () => flows.list().at(-1)?.serverSentEvents?.detail().length === at);
    }
    stream.close(8);
    await answerOn(stream);
    const flow = await flowAt(flows, '/events');
    expect(flow).toMatchObject({ state: 'completed', error: null, status: 200 });
    expect((await flowDetail(flow)).serverSentEvents?.map(({ data }) => data)).toEqual([
      'event 1',
      'event 2',
      'event 3',
    ]);
    await within('the origin to see the client leave', left);
  });
});

describe('WebSocket over HTTP/2', () => {
  let client: Http2Client;
  beforeAll(async () => {
    const authority = `localhost:${sockets.origin.httpsPort}`;
    client = await connectHttp2(proxy.engine.port, authority, proxy.engine.ca.certPem);
  });
  afterAll(() => client[Symbol.asyncDispose]());

  function open(path: string, fields: readonly string[] = []): ClientHttp2Stream {
    const stream = client.session.request(
      [
        ':method',
        'CONNECT',
        ':protocol',
        'websocket',
        ':scheme',
        'https',
        ':path',
        path,
        ':authority',
        `localhost:${sockets.origin.httpsPort}`,
        'sec-websocket-version',
        '13',
        ...fields,
      ],
      { endStream: false },
    );
    stream.on('error', () => undefined);
    return stream;
  }

  /** Builds a masked frame (RFC 6455 section 5.2) of less than 126 bytes. */
  function masked(opcode: number, text: string): Buffer {
    const mask = Buffer.from([1, 2, 3, 4]);
    const payload = Buffer.from(text).map((byte, at) => byte ^ mask[at % 4]!);
    return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length]), mask, payload]);
  }

  async function saying(stream: ClientHttp2Stream, bytes: Buffer): Promise<void> {
    let got = Buffer.alloc(0);
    while (!got.includes(bytes)) {
      const [piece] = (await within(bytes.toString('hex'), once(stream, 'data'))) as [Buffer];
      got = Buffer.concat([got, piece]);
    }
  }

  test('opens, echoes, closes, and is recorded', async () => {
    const stream = open('/socket', ['origin', 'https://page.test']);
    const [head] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    expect(head[':status']).toBe(200);
    expect(head['sec-websocket-accept']).toBeUndefined();
    const peer = await sockets.accepted();
    stream.write(masked(1, 'over HTTP/2'));
    await saying(stream, Buffer.from('over HTTP/2'));
    stream.write(masked(8, ''));
    await peer.hears('close 1005 ');
    stream.end();
    stream.resume();
    const flow = await flowAt(proxy.engine.flows, '/socket');
    const detail = await flowDetail(flow);
    expect(detail).toMatchObject({ state: 'completed', method: 'GET', decrypted: true });
    expect(
      detail.webSocketMessages?.map(({ direction, kind, text }) => `${direction} ${kind} ${text}`),
    ).toEqual(['sent text over HTTP/2', 'received text over HTTP/2', 'sent close ', 'received close ']);
  });

  test('answers the key of a client that sends one', async () => {
    const stream = open('/keyed', ['sec-websocket-key', 'dGhlIHNhbXBsZSBub25jZQ==']);
    const [head] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    expect(head['sec-websocket-accept']).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
    await sockets.accepted();
    stream.close();
    await flowAt(proxy.engine.flows, '/keyed');
  });

  test('beside requests, and three at a time', async () => {
    const streams = ['/a', '/b', '/c'].map((path) => open(path));
    await Promise.all(streams.map((stream) => once(stream, 'response')));
    expect(await client.ask({ path: '/beside' })).toMatchObject({ status: 200 });
    for (const [at, stream] of streams.entries()) {
      stream.write(masked(1, `message ${at}`));
      await saying(stream, Buffer.from(`message ${at}`));
    }
    for (const stream of streams) stream.close(8);
    await Promise.all(streams.map(answerOn));
    for (let left = 0; left < 3; left += 1) await sockets.accepted();
  });

  test('what the server answers instead comes as that', async () => {
    const h1 = await openPair(
      'h2 to h1',
      () => proxy.engine.port,
      authority,
      () => proxy.engine.ca.certPem,
      (_, response) => {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('no socket here');
      },
    );
    const other = await connectHttp2(proxy.engine.port, h1.authority, proxy.engine.ca.certPem);
    const stream = other.session.request([
      ':method',
      'CONNECT',
      ':protocol',
      'websocket',
      ':scheme',
      'https',
      ':path',
      '/none',
      ':authority',
      h1.authority,
    ]);
    stream.on('error', () => undefined);
    expect(await answerOn(stream.end())).toMatchObject({ status: 404, body: 'no socket here' });
    await other[Symbol.asyncDispose]();
    await h1[Symbol.asyncDispose]();
  });

  test('a client that leaves: the server hears it', async () => {
    const stream = open('/leave');
    await once(stream, 'response');
    const peer = await sockets.accepted();
    stream.close(8);
    await answerOn(stream);
    await peer.hears('close 1006 ');
    expect((await flowAt(proxy.engine.flows, '/leave')).status).toBe(101);
  });
});
