// Intercepted exchanges: what tools may do to a request and a response, over both versions of HTTP, through
// the real proxy; the request's path selects what the hooks do.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { flowDetail } from '../../src/flow/detail.ts';
import type {
  ExchangeHook,
  InterceptedExchange,
  InterceptedResponse,
  Pace,
  ProxyHooks,
  RequestVerdict,
  ResponseVerdict,
} from '../../src/proxy/hooks.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import {
  PROTOCOL_PAIRS,
  openPair,
  type ProtocolPair,
  type LaneAnswer,
} from '../helpers/http2-protocol-pairs.ts';
import { valuesOf } from '../helpers/http2.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { flowAt, when } from '../helpers/settled.ts';
import { connectSocket, startSocketOrigin, type SocketOrigin } from '../helpers/web-socket.ts';
import { sampled } from '../helpers/scale.ts';

type Request = (exchange: InterceptedExchange) => RequestVerdict | Promise<RequestVerdict>;
type Response = (
  exchange: InterceptedExchange,
  response: InterceptedResponse,
) => ResponseVerdict | Promise<ResponseVerdict>;

interface Deed {
  readonly request?: Request;
  readonly response?: Response;
  readonly recorded?: boolean;
}

const forward: RequestVerdict = { type: 'forward' };
const send: ResponseVerdict = { type: 'send' };
const finished: string[] = [];
let aborted = 0;
let socketPort = 0;
/** Bytes that a test's throttles have released. */
let pacedBytes = 0;
const pace: Pace = {
  delay: (bytes) => {
    pacedBytes += bytes;
    return 2;
  },
};
let release: (verdict: RequestVerdict) => void = () => undefined;

const deeds: Readonly<Record<string, Deed>> = {
  '/change': {
    request: ({ request }) => {
      request.method = 'PUT';
      request.path = '/echo?changed=1';
      request.fields = [
        ...request.fields.filter(([name]) => name.toLowerCase() !== 'x-old'),
        ['X-New', 'né'],
      ];
      return forward;
    },
    response: (_, response) => {
      response.status = 203;
      response.fields = [...response.fields, ['X-Tool', 'yes']];
      return send;
    },
  },
  '/body': {
    request: async ({ request }) => {
      const body = await request.body();
      request.replaceBody(Buffer.from(`<${String(body)}>`));
      request.path = '/echo';
      return forward;
    },
    response: async (_, response) => {
      const body = await response.body();
      response.replaceBody(Buffer.from(`[${String(body)}]`));
      return send;
    },
  },
  '/look': {
    request: async ({ request }) => {
      await request.body();
      request.path = '/echo';
      return forward;
    },
    response: async (_, response) => {
      await response.body();
      return send;
    },
  },
  '/zipped': {
    response: async (_, response) => {
      const body = await response.body();
      response.replaceBody(Buffer.from(String(body).toUpperCase()));
      return send;
    },
  },
  '/smuggle': {
    request: ({ request }) => {
      request.path = '/echo\r\nX-Injected: 1 HTTP/1.1';
      request.fields = [
        ...request.fields,
        ['Transfer-Encoding', 'chunked'],
        ['Content-Length', '77'],
        ['X-Bad', 'a\r\nX-Worse: b'],
        ['X Bad', 'c'],
        ['Connection', 'x-good'],
        ['X-Good', 'd'],
      ];
      return forward;
    },
    response: (_, response) => {
      response.fields = [
        ['Content-Length', '3'],
        ['Transfer-Encoding', 'gzip'],
        ['X-Ok', 'a'],
        ...response.fields,
      ];
      return send;
    },
  },
  '/answer': {
    request: () => ({
      type: 'respond',
      response: {
        status: 418,
        reason: 'Teapot',
        fields: [
          ['Content-Type', 'text/plain'],
          ['X-Made', 'here'],
        ],
        body: Buffer.from('made here'),
      },
    }),
  },
  '/stream-answer': {
    request: () => ({
      type: 'respond',
      response: {
        status: 200,
        reason: '',
        fields: [['X-Made', 'here']],
        body: pieces('one', 'two', 'three'),
      },
    }),
    response: (_, response) => {
      response.fields = [...response.fields, ['X-Tool', 'yes']];
      return send;
    },
  },
  '/reset': { request: () => ({ type: 'abort', how: 'reset', reason: 'as asked' }) },
  '/reset-response': { response: () => ({ type: 'abort', how: 'reset', reason: 'as asked' }) },
  '/throws': {
    request: () => {
      throw new Error('a tool that fails');
    },
    response: () => Promise.reject(new Error('a tool that fails later')),
  },
  '/hidden': { recorded: false },
  '/hidden-late': {
    request: async (exchange) => {
      await Promise.resolve();
      exchange.flow.unrecorded = true;
      return forward;
    },
  },
  '/slow': {
    request: (exchange) => {
      exchange.upload = exchange.download = pace;
      exchange.request.path = '/echo';
      return forward;
    },
  },
  '/held': {
    request: (exchange) => {
      exchange.signal.addEventListener('abort', () => (aborted += 1));
      return new Promise((resolve) => (release = resolve));
    },
  },
  '/elsewhere': {
    request: (exchange) => {
      exchange.upload = exchange.download = pace;
      exchange.connectTo = { host: '127.0.0.1', port: socketPort };
      exchange.request.target = { scheme: 'http', host: 'nowhere.test', port: 80 };
      exchange.request.path = '/socket';
      return forward;
    },
  },
  '/hang': { request: () => ({ type: 'abort', how: 'blackhole', reason: 'never answered' }) },
  '/events': {
    response: (_, response) => {
      response.onEvent = (event) => {
        if (event.data === 'drop') return Promise.resolve(null);
        if (event.data === 'throw') return Promise.reject(new Error('a tool that fails'));
        return Promise.resolve(event.data === 'keep' ? event : { ...event, data: `${event.data}!\nsecond` });
      };
      return send;
    },
  },
};

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) {
    await Promise.resolve();
    yield Buffer.from(text);
  }
}

const hooks: ProxyHooks = {
  exchange: (flow): ExchangeHook | null => {
    const deed = deeds[flow.path.split('?')[0] ?? ''];
    if (deed === undefined) return null;
    return {
      recorded: deed.recorded ?? true,
      request: deed.request ?? (() => forward),
      response: deed.response ?? (() => send),
      finished: ({ flow: { path, state } }) => finished.push(`${path} ${state}`),
    };
  },
};

const answer: LaneAnswer = (request, response) => {
  const { url } = request;
  if (url.startsWith('/echo')) {
    response.setHeader('x-sum', 'abc');
    request.pipe(response);
  } else if (url === '/zipped') {
    const zipped = gzipSync('lower');
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain', etag: '"a"' });
    response.end(zipped);
  } else if (url === '/large') response.end('x'.repeat(300_000));
  else if (url === '/events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': comment\n\nid: 7\nevent: greeting\ndata: hello\n\ndata: ');
    response.write('drop\n\ndata: throw\n\nretry: 5\r\ndata:keep\r\n\r\n');
    response.end('data: unfinished');
  } else response.end(`${request.method} ${url}`);
};

const authority = trustedAuthority();
let proxy: TestEngine;
beforeAll(async () => {
  proxy = await startTestEngine({ hooks, maxCapturedBodyBytes: 100_000 });
});
afterAll(() => proxy.close());
afterEach(() => {
  finished.length = 0;
});

describe.each(sampled(PROTOCOL_PAIRS, 2))('%s', (name) => {
  let pair: ProtocolPair;
  beforeAll(async () => {
    pair = await openPair(
      name,
      () => proxy.engine.port,
      authority,
      () => proxy.engine.ca.certPem,
      answer,
    );
  });
  afterAll(() => pair[Symbol.asyncDispose]());
  const last = (): ProtocolPair['received'][number] => pair.received.at(-1)!;

  test('every part of a head can be another', async () => {
    const got = await pair.ask({
      method: 'POST',
      path: '/change',
      fields: ['x-old', '1', 'x-a', 'b'],
      body: 'hello',
    });
    expect(got).toMatchObject({ status: 203, body: 'hello' });
    expect(valuesOf(got.fields, 'x-tool')).toEqual(['yes']);
    expect(last()).toMatchObject({ method: 'PUT', path: '/echo?changed=1' });
    const names = last().fields.filter((_, index) => index % 2 === 0);
    expect(names.map((each) => each.toLowerCase())).not.toContain('x-old');
    const flow = await flowAt(proxy.engine.flows, '/change');
    const detail = await flowDetail(flow);
    expect(detail).toMatchObject({
      method: 'POST',
      url: `http${name.startsWith('h2c') ? '' : 's'}://${pair.authority}/change`,
      request: { method: 'PUT', body: 'hello' },
      originalRequest: { method: 'POST', body: 'hello' },
      response: { status: 203, body: 'hello' },
      originalResponse: { status: 200, body: 'hello' },
    });
    expect(detail.request.url).toMatch(/\/echo\?changed=1$/);
    expect(finished).toEqual(['/change completed']);
  });

  test('bodies can be others, and lose their length', async () => {
    const got = await pair.ask({
      method: 'POST',
      path: '/body',
      fields: ['content-length', '5'],
      body: 'hello',
    });
    expect(got).toMatchObject({ status: 200, body: '[<hello>]' });
    expect(last().body()).toBe('<hello>');
    const detail = await flowDetail(await flowAt(proxy.engine.flows, '/body'));
    expect(detail).toMatchObject({
      request: { body: '<hello>' },
      originalRequest: { body: 'hello' },
      response: { body: '[<hello>]' },
      originalResponse: { body: '<hello>' },
    });
  });

  test('bodies that are only looked at go on as they came', async () => {
    const body = 'x'.repeat(90_000);
    const got = await pair.ask({ method: 'POST', path: '/look', body });
    expect(got.body).toBe(body);
    const large = 'y'.repeat(400_000);
    expect((await pair.ask({ method: 'POST', path: '/look', body: large })).body).toBe(large);
    expect(last().body()).toBe(large);
  });

  test('a compressed body is given decoded, and its replacement is not compressed', async () => {
    const got = await pair.ask({ path: '/zipped' });
    expect(got.body).toBe('LOWER');
    expect(valuesOf(got.fields, 'content-encoding')).toEqual([]);
    const flow = await flowAt(proxy.engine.flows, '/zipped');
    expect(gunzipSync(flow.originalResponse!.body.bytes()).toString()).toBe('lower');
  });

  test('nothing that a tool writes ends a line or frames the message', async () => {
    const got = await pair.ask({
      method: 'POST',
      path: '/smuggle',
      fields: ['content-length', '2'],
      body: 'ok',
    });
    expect(got.body).toBe('ok');
    expect(last().path).toBe('/echo%0D%0AX-Injected:%201%20HTTP/1.1');
    const names = last()
      .fields.filter((_, index) => index % 2 === 0)
      .map((each) => each.toLowerCase());
    expect(names).not.toContain('x-worse');
    expect(names).not.toContain('x-injected');
    expect(names).not.toContain('connection');
    expect(valuesOf(got.fields, 'x-ok')).toEqual(['a']);
  });

  test('an answer can be made here', async () => {
    const got = await pair.ask({ method: 'POST', path: '/answer', body: 'hello' });
    expect(got).toMatchObject({ status: 418, body: 'made here' });
    expect(valuesOf(got.fields, 'content-length')).toEqual(['9']);
    expect(pair.received.some(({ path }) => path === '/answer')).toBe(false);
    const detail = await flowDetail(await flowAt(proxy.engine.flows, '/answer'));
    expect(detail).toMatchObject({ state: 'completed', status: 418, request: { body: 'hello' } });
    expect(detail.remoteAddress ?? '').toBe('');
    expect((await pair.ask({ method: 'HEAD', path: '/answer' })).body).toBe('');
    const streamed = await pair.ask({ path: '/stream-answer' });
    expect(streamed.body).toBe('onetwothree');
    expect(valuesOf(streamed.fields, 'x-tool')).toEqual(['yes']);
  });

  test('an exchange can be cut', async () => {
    await expect(
      pair.ask({ path: '/reset' }).then(({ code, status }) => cutOr(code, status)),
    ).rejects.toThrow();
    await expect(
      pair.ask({ path: '/reset-response' }).then(({ code, status }) => cutOr(code, status)),
    ).rejects.toThrow();
    for (const path of ['/reset', '/reset-response'])
      expect(await flowAt(proxy.engine.flows, path)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('as asked') as string,
      });
  });

  test('a tool that fails leaves the exchange as it was', async () => {
    expect((await pair.ask({ path: '/throws' })).body).toBe('GET /throws');
    expect((await flowAt(proxy.engine.flows, '/throws')).originalRequest).toBe(null);
  });

  test('what is not to be recorded is not', async () => {
    expect((await pair.ask({ path: '/hidden' })).body).toBe('GET /hidden');
    expect((await pair.ask({ path: '/hidden-late' })).body).toBe('GET /hidden-late');
    await pair.ask({ path: '/after' });
    await flowAt(proxy.engine.flows, '/after');
    const paths = proxy.engine.flows.list().map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('/hidden'))).toEqual([]);
  });

  test('bodies keep to the rate of a link', async () => {
    pacedBytes = 0;
    const body = 'z'.repeat(20_000);
    expect((await pair.ask({ method: 'POST', path: '/slow', body })).body).toBe(body);
    expect(pacedBytes).toBe(40_000);
  });

  test('events pass a tool one by one', async () => {
    const got = await pair.ask({ path: '/events' });
    expect(got.body).toBe(
      ': comment\n\nevent: greeting\nid: 7\ndata: hello!\ndata: second\n\ndata: throw\n\nretry: 5\r\ndata:keep\r\n\r\ndata: unfinished',
    );
    const detail = await flowDetail(await flowAt(proxy.engine.flows, '/events'));
    expect(detail.serverSentEvents?.map(({ data }) => data)).toEqual(['hello!\nsecond', 'throw', 'keep']);
    expect(detail.response?.body).toBe(got.body);
  });

  test('a held request delays no other, and can be released', async () => {
    const held = pair.ask({ path: '/held' });
    await when(proxy.engine.flows, () => proxy.engine.flows.list().at(-1)?.path === '/held');
    expect((await pair.ask({ path: '/other' })).body).toBe('GET /other');
    release(forward);
    expect((await held).body).toBe('GET /held');
  });
});

/** An HTTP/2 stream that was aborted has a code; an HTTP/1 connection fails. */
function cutOr(code: number, status: number): never {
  if (code === 0) throw new Error(`not cut but answered with ${status}`);
  throw new Error(`cut with ${code}`);
}

const runFile = promisify(execFile);

describe.skipIf(missing('curl'))('curl', () => {
  let origin: Origin;
  beforeAll(async () => {
    origin = await startOrigin();
  });
  afterAll(() => origin.close());

  test.each(
    sampled(
      [
        ['HTTP/1.1', '/held', () => origin.http, []],
        ['HTTP/1.1', '/hang', () => origin.http, []],
        ['HTTP/1.1 in TLS', '/held', () => origin.https, ['--http1.1']],
        ['HTTP/2', '/held', () => origin.https, ['--http2']],
        ['HTTP/2', '/hang', () => origin.https, ['--http2']],
      ] as const,
      2,
    ),
  )('%s: tools learn that it leaves %s', async (_version, path, base, options) => {
    proxy.engine.flows.clear();
    const before = aborted;
    const { certPath } = proxy.engine.ca;
    const via = ['-sS', '-x', proxy.url, '--cacert', certPath, '--max-time', '0.6'];
    await expect(runFile('curl', [...via, ...options, `${base()}${path}`])).rejects.toThrow(/timed out/);
    const flow = await flowAt(proxy.engine.flows, path);
    expect(flow.state).toBe('failed');
    if (path === '/held') expect(aborted).toBe(before + 1);
    else expect(flow.error).toMatch(/never answered/);
    release(forward);
  });

  test('waits until its body is read, by a tool or by the server', async () => {
    const body = 'b'.repeat(5000);
    const expecting = ['-H', 'Expect: 100-continue', '-d', body];
    const via = ['-sS', '-x', proxy.url];
    for (const path of ['/answer', '/look', '/body'])
      expect((await runFile('curl', [...via, ...expecting, origin.http + path])).stdout).toBeTruthy();
    expect(origin.received.at(-1)?.headers.expect).toBe(undefined);
    expect(String(origin.received.at(-1)?.body)).toBe(`<${body}>`);
  });
});

describe('WebSockets', () => {
  let peers: SocketOrigin;
  beforeAll(async () => {
    peers = await startSocketOrigin();
  });
  afterAll(() => peers[Symbol.asyncDispose]());

  test('can be redirected, at the rate of a link', async () => {
    socketPort = peers.origin.httpPort;
    pacedBytes = 0;
    const url = `ws://127.0.0.1:${peers.origin.httpPort}/elsewhere?from=here`;
    const peer = await connectSocket(proxy.engine.port, url);
    await peers.accepted();
    peer.socket.send('hello');
    expect(await peer.next()).toBe('text hello');
    expect(pacedBytes).toBeGreaterThan(10);
    peer.socket.close();
    const flow = await flowAt(proxy.engine.flows, '/elsewhere?from=here');
    expect(flow).toMatchObject({ status: 101, state: 'completed' });
    expect(flow.sentUrl).toMatch(/\/socket$/);
    await when(proxy.engine.flows, () => finished.includes('/elsewhere?from=here completed'));
  });

  test('can be answered here with something else', async () => {
    const url = `ws://127.0.0.1:${peers.origin.httpPort}/answer`;
    await expect(connectSocket(proxy.engine.port, url)).rejects.toThrow(/418/);
  });
});
