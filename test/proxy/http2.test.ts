// HTTP/2 on both sides of the proxy, and on either one: a message arrives as it was sent, whatever the other
// side's version.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { flowDetail } from '../../src/flow/detail.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import {
  PROTOCOL_PAIRS,
  openPair,
  type ProtocolPair,
  type LaneAnswer,
} from '../helpers/http2-protocol-pairs.ts';
import { valuesOf } from '../helpers/http2.ts';
import { flowAt, settled } from '../helpers/settled.ts';

const authority = trustedAuthority();
let proxy: TestEngine;

const answers: Readonly<Record<string, LaneAnswer>> = {
  '/echo': (request, response) => {
    response.setHeader('x-length', request.headers['content-length'] ?? 'none');
    request.pipe(response);
  },
  '/known': (_, response) => {
    response.writeHead(200, { 'content-length': 5 }).end('hello');
  },
  '/early': (_, response) => {
    response.writeEarlyHints({ link: ['</a.css>', '</b.css>'] });
    response.end('late');
  },
  '/continue': (request, response) => {
    response.writeContinue();
    request.pipe(response);
  },
  '/unwilling': (_, response) => {
    response.writeHead(413).end('no');
  },
  '/repeated': (_, response) => {
    response.setHeader('set-cookie', ['a=1', 'b=2', 'a=3']);
    response.setHeader('x-empty', '');
    response.end();
  },
  '/large-head': (request, response) => {
    response.setHeader('x-large', 'a'.repeat(Number(request.headers['x-size'])));
    response.end('ok');
  },
  '/trailers': (request, response) => {
    response.writeHead(200, { trailer: 'x-sum' });
    request.resume().on('end', () => {
      response.write('body');
      response.addTrailers({ 'x-sum': 'abc', 'x-got': JSON.stringify(request.trailers) });
      response.end();
    });
  },
  '/alt-svc': (_, response) => {
    response.setHeader('alt-svc', 'h3=":443"; ma=86400');
    response.end('ok');
  },
};

const answer: LaneAnswer = (request, response) => {
  const status = /^\/status\/(\d{3})$/.exec(request.url)?.[1];
  const special = answers[request.url];
  if (special !== undefined) special(request, response);
  else if (status !== undefined) response.writeHead(Number(status), { 'x-status': status }).end();
  else response.end(`${request.method} ${request.url}`);
};

beforeAll(async () => {
  proxy = await startTestEngine();
});
afterAll(() => proxy.close());
beforeEach(() => proxy.engine.flows.clear());

describe.each(PROTOCOL_PAIRS)('%s', (name) => {
  let pair: ProtocolPair;
  const [from, to] = name.split(' to ') as [string, string];
  const version = to === 'h1' ? '1.1' : '2.0';
  const flow = (path: string) => flowAt(proxy.engine.flows, path);

  beforeAll(async () => {
    const { engine } = proxy;
    pair = await openPair(
      name,
      () => engine.port,
      authority,
      () => engine.ca.certPem,
      answer,
    );
  });
  afterAll(() => pair[Symbol.asyncDispose]());
  const last = () => pair.received.at(-1)!;

  test('GET', async () => {
    const got = await pair.ask({ path: '/a?b=c', fields: ['x-a', '1'] });
    expect(got).toMatchObject({ status: 200, body: 'GET /a?b=c', code: 0 });
    expect(last()).toMatchObject({ version, method: 'GET', path: '/a?b=c', authority: pair.authority });
    expect(
      valuesOf(
        last().fields.map((text) => text.toLowerCase()),
        'x-a',
      ),
    ).toEqual(['1']);
    const detail = await flowDetail(await flow('/a?b=c'));
    expect(detail).toMatchObject({
      url: `${to === 'h2c' ? 'http' : 'https'}://${pair.authority}/a?b=c`,
      status: 200,
      state: 'completed',
      httpVersion: to === 'h1' || from === 'h1' ? 'HTTP/1.1' : 'HTTP/2',
      decrypted: to !== 'h2c',
      response: { body: 'GET /a?b=c', status: 200 },
    });
    for (const { headers } of [detail.request, detail.response!])
      expect(headers.filter(({ name }) => name.startsWith(':'))).toEqual([]);
    expect(detail.tls?.alpn).toBe(to === 'h2c' ? undefined : to === 'h1' ? 'http/1.1' : 'h2');
    expect(detail.timing).toMatchObject({ wait: expect.any(Number) as number });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s with a length', async (method) => {
    const got = await pair.ask({ method, path: '/echo', body: 'hello', fields: ['content-length', '5'] });
    expect(got).toMatchObject({ status: 200, body: 'hello', headers: { 'x-length': '5' } });
    expect((await flowDetail(await flow('/echo'))).request.body).toBe('hello');
  });

  test('POST without a length', async () => {
    const got = await pair.ask({ method: 'POST', path: '/echo', body: 'hello' });
    expect(got).toMatchObject({ status: 200, body: 'hello', headers: { 'x-length': 'none' } });
    expect(valuesOf(last().fields, 'transfer-encoding')).toEqual(to === 'h1' ? ['chunked'] : []);
  });

  test('POST without anything', async () => {
    const got = await pair.ask({ method: 'POST', path: '/echo', fields: ['content-length', '0'] });
    expect(got).toMatchObject({ status: 200, body: '', headers: { 'x-length': '0' } });
  });

  test('an empty body that is announced by nothing', async () => {
    const got = await pair.ask({ method: 'POST', path: '/echo', body: '' });
    expect(got).toMatchObject({ status: 200, body: '', headers: { 'x-length': 'none' } });
  });

  test('HEAD', async () => {
    const got = await pair.ask({ method: 'HEAD', path: '/known' });
    expect(got).toMatchObject({ status: 200, body: '', headers: { 'content-length': '5' } });
    expect(await flow('/known')).toMatchObject({ state: 'completed', status: 200 });
  });

  test('OPTIONS *', async () => {
    const got = await pair.ask({ method: 'OPTIONS', path: '*' });
    expect(got).toMatchObject({ status: 200, body: 'OPTIONS *' });
  });

  test.each([200, 204, 205, 304, 404, 418, 500, 599])('status %i without a body', async (status) => {
    const got = await pair.ask({ path: `/status/${status}` });
    expect(got).toMatchObject({ status, body: '', headers: { 'x-status': String(status) }, code: 0 });
    expect(await flow(`/status/${status}`)).toMatchObject({ state: 'completed', status });
  });

  test('103, and what it hints at', async () => {
    const got = await pair.ask({ path: '/early' });
    expect(got).toMatchObject({ status: 200, body: 'late' });
    expect(got.interim.map(([, status]) => status)).toEqual(['103']);
    expect(valuesOf(got.interim[0] ?? [], 'link').join(', ')).toBe('</a.css>, </b.css>');
  });

  test('100-continue: granted', async () => {
    const fields = ['expect', '100-continue', 'content-length', '5'];
    const got = await pair.ask({ method: 'POST', path: '/continue', fields, body: 'hello' });
    expect(got).toMatchObject({ status: 200, body: 'hello' });
  });

  test('100-continue: refused', async () => {
    const fields = ['expect', '100-continue', 'content-length', '5'];
    const got = await pair.ask({ method: 'POST', path: '/unwilling', fields, body: 'hello' });
    expect(got).toMatchObject({ status: 413, body: 'no' });
  });

  test('trailers of the response', async () => {
    const got = await pair.ask({ path: '/trailers', fields: ['te', 'trailers'] });
    expect(got).toMatchObject({ status: 200, body: 'body' });
    expect(valuesOf(got.trailers, 'x-sum')).toEqual(['abc']);
    const { trailers } = await flowDetail(await flow('/trailers'));
    expect(trailers).toContainEqual({ name: 'x-sum', value: 'abc' });
  });

  test('trailers of the request', async () => {
    const got = await pair.ask({
      method: 'POST',
      path: '/trailers',
      fields: ['te', 'trailers'],
      body: 'x',
      trailers: { 'x-client': 'sum' },
    });
    expect(got.status).toBe(200);
    expect(valuesOf(got.trailers, 'x-got')).toEqual(['{"x-client":"sum"}']);
    expect((await flow('/trailers')).request?.trailerFields).toEqual([{ name: 'x-client', value: 'sum' }]);
  });

  test('cookies: crumbs arrive as crumbs, or joined where the server speaks HTTP/1', async () => {
    await pair.ask({ path: '/', fields: ['cookie', 'a=1', 'x', 'y', 'cookie', 'b=2', 'cookie', 'c=3'] });
    const cookies = valuesOf(last().fields, 'cookie');
    if (from === 'h1') expect(cookies.join('; ')).toBe('a=1; b=2; c=3');
    else expect(cookies).toEqual(to === 'h1' ? ['a=1; b=2; c=3'] : ['a=1', 'b=2', 'c=3']);
  });

  test('repeated fields keep their order and number, both ways', async () => {
    const fields = [
      'x-b',
      '1',
      'x-a',
      '2',
      'x-b',
      '3',
      'x-empty',
      '',
      'x-b',
      '1',
      'etag',
      '"1"',
      'etag',
      '"2"',
    ];
    const got = await pair.ask({ path: '/repeated', fields });
    const seen = last().fields.map((text, index) => (index % 2 === 0 ? text.toLowerCase() : text));
    const kept = seen.filter((_, index) => /^(?:x-|etag)/.test(seen[index - (index % 2)] ?? ''));
    expect(kept).toEqual(fields);
    expect(valuesOf(got.fields, 'set-cookie')).toEqual(['a=1', 'b=2', 'a=3']);
    expect(valuesOf(got.fields, 'x-empty')).toEqual(['']);
  });

  test('what belongs to this hop or to us goes no further', async () => {
    const hop = from === 'h1' ? ['connection', 'x-hop', 'x-hop', '1', 'keep-alive', 'timeout=5'] : [];
    const ours = ['x-proxy-token', 'secret', 'proxy-authorization', 'Basic eDp5', 'x-kept', '1'];
    await pair.ask({ path: '/hop', fields: [...hop, ...ours] });
    const names = last()
      .fields.filter((_, index) => index % 2 === 0)
      .map((text) => text.toLowerCase());
    expect(names).toContain('x-kept');
    for (const gone of ['x-proxy-token', 'proxy-authorization', 'x-hop', 'keep-alive'])
      expect(names).not.toContain(gone);
    const { request } = await flowDetail(await flow('/hop'));
    expect(JSON.stringify(request)).not.toMatch(/secret|eDp5/);
  });

  test.each([1000, 10_000, 30_000, 50_000])('a field of %i bytes, both ways', async (size) => {
    const large = 'b'.repeat(size);
    const got = await pair.ask({ path: '/large-head', fields: ['x-size', String(size), 'x-mine', large] });
    expect(got).toMatchObject({ status: 200, body: 'ok', headers: { 'x-large': 'a'.repeat(size) } });
    expect(valuesOf(last().fields, 'x-mine')).toEqual([large]);
  });

  test('bytes beyond ASCII stay as they are', async () => {
    await pair.ask({ path: '/latin', fields: ['x-latin', '\xe9\xff'] });
    expect(valuesOf(last().fields, 'x-latin')).toEqual(['\xe9\xff']);
    expect((await flow('/latin')).request?.header('x-latin')).toBe('\xe9\xff');
  });

  test('an offer of HTTP/3 is taken out, and the flow says so', async () => {
    const got = await pair.ask({ path: '/alt-svc' });
    expect(got.headers['alt-svc']).toBe(to === 'h2c' ? got.headers['alt-svc'] : undefined);
    const { notes } = await flowDetail(await flow('/alt-svc'));
    if (to !== 'h2c') expect(notes?.join()).toContain('h3');
  });

  test('ten at a time', async () => {
    const got = await Promise.all(Array.from({ length: 10 }, (_, at) => pair.ask({ path: `/many/${at}` })));
    expect(got.map(({ body }) => body)).toEqual(Array.from({ length: 10 }, (_, at) => `GET /many/${at}`));
    await settled(proxy.engine.flows);
    expect(proxy.engine.flows.list().map(({ state }) => state)).toEqual(Array(10).fill('completed'));
  });
});
