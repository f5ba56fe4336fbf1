// Messages between different versions of HTTP: none may end the process, or be read differently after
// translation.
import net from 'node:net';
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { EngineSettings } from '../../src/session/engine/config.ts';
import type { Resolver } from '../../src/net/dns.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from '../helpers/engine.ts';
import { answerOn, connectHttp2, http2Client, type Http2Answer, type Http2Client } from '../helpers/http2.ts';
import { connectRaw, rawOrigin, type RawOrigin } from '../helpers/raw.ts';

const authority = trustedAuthority();

interface Stage extends AsyncDisposable {
  readonly proxy: TestEngine;
  readonly origin: RawOrigin;
  readonly client: Http2Client;
}

/** Connects an HTTP/2 client in a decrypted tunnel to an HTTP/1.1 server. */
async function stage(): Promise<Stage> {
  const origin = await rawOrigin('127.0.0.1', authority.issue('localhost'));
  const proxy = await startTestEngine();
  const named = `localhost:${origin.port}`;
  const client = await connectHttp2(proxy.engine.port, named, proxy.engine.ca.certPem);
  return {
    proxy,
    origin,
    client,
    [Symbol.asyncDispose]: async () => {
      await client[Symbol.asyncDispose]();
      await proxy.close();
      await origin[Symbol.asyncDispose]();
    },
  };
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** Resolves with the response that the client gets when the server sends `text`. */
async function answered({ client, origin }: Stage, text: string): Promise<Http2Answer> {
  const asked = client.ask();
  const server = await origin.next();
  await server.head();
  server.write(text);
  return asked;
}

function states({ engine }: TestEngine): unknown[] {
  return engine.flows.list().map(({ state, error }) => [state, error]);
}

describe('what a server of HTTP/1.1 sends to a client of HTTP/2', () => {
  const fields = ['etag', 'a', 'etag', 'b', '__proto__', 'c', 'constructor', 'd'];
  const lines = 'etag: a\r\netag: b\r\n__proto__: c\r\nconstructor: d\r\n\r\n';

  test('repeats fields in an interim response, and names them as it likes', async () => {
    await using on = await stage();
    const { status, body, interim } = await answered(on, `HTTP/1.1 103 Early\r\n${lines}${OK}`);
    expect({ status, body, interim }).toEqual({
      status: 200,
      body: 'ok',
      interim: [[':status', '103', ...fields]],
    });
  });

  test('repeats fields in a response', async () => {
    await using on = await stage();
    const head = 'HTTP/1.1 200 OK\r\nx-content-type-options: nosniff\r\nx-content-type-options: nosniff\r\n';
    const { status, fields: received } = await answered(on, `${head}content-length: 0\r\n\r\n`);
    expect({ status, times: received.filter((text) => text === 'nosniff').length }).toEqual({
      status: 200,
      times: 2,
    });
  });

  test('is repaired where it is not valid and has one meaning', async () => {
    await using on = await stage();
    const answer = await answered(on, 'HTTP/1.1 200 OK\nX-Odd : a\n\tb\nContent-Length: 2\n\nok');
    expect(answer).toMatchObject({ status: 200, body: 'ok', code: 0 });
    expect(answer.fields).toEqual(expect.arrayContaining(['x-odd', 'a b']));
    const [flow] = on.proxy.engine.flows.list();
    expect(flow?.repairs.map(({ rule }) => rule)).toEqual([
      'bare-line-feed',
      'folded-line',
      'blank-before-colon',
    ]);
  });

  test('is no body of a status that has none', async () => {
    await using on = await stage();
    const answer = await answered(on, 'HTTP/1.1 205 Reset Content\r\ncontent-length: 2\r\n\r\nok');
    expect(answer).toMatchObject({ status: 205, body: '', code: 0 });
  });

  test('repeats trailers, and names them as it likes', async () => {
    await using on = await stage();
    const chunked = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n${lines}`;
    expect(await answered(on, chunked)).toMatchObject({ status: 200, body: 'ok', trailers: fields, code: 0 });
    expect(states(on.proxy)).toEqual([['completed', null]]);
  });
});

test('trailers of a client take neither what is ours to a server, nor what frames a message', async () => {
  await using on = await stage();
  const trailers = {
    'x-proxy-token': 'secret',
    'proxy-authorization': 'Basic c2VjcmV0',
    host: 'a.test',
    x: 'y',
  };
  const asked = on.client.ask({ method: 'POST', body: 'abc', trailers });
  const server = await on.origin.next();
  await server.head();
  expect(await server.until('\r\n\r\n')).toBe('3\r\nabc\r\n0\r\nx: y\r\n\r\n');
  server.write(OK);
  expect(await asked).toMatchObject({ status: 200 });
  expect(on.proxy.engine.flows.list()[0]?.request?.trailers).toBe('x: y\r\n');
});

test('a malformed request is recorded without what is ours', async () => {
  await using on = await stage();
  const ours = ['x-proxy-token', 'secret', 'proxy-authorization', 'secret'];
  const { code } = await answerOn(on.client.begin({ fields: ['host', 'another.test', ...ours] }));
  expect(code).not.toBe(0);
  const [flow] = on.proxy.engine.flows.list();
  expect(flow?.state).toBe('failed');
  expect(flow?.request?.headers.map(({ name }) => name)).toEqual(['host']);
});

describe('a WebSocket over HTTP/2 to a server of HTTP/1.1', () => {
  const begin = ({ client }: Stage, fields: readonly string[] = []): Promise<Http2Answer> => {
    const control = [':method', 'CONNECT', ':protocol', 'websocket', ':scheme', 'https'];
    const target = [':path', '/', ':authority', 'localhost'];
    const stream = client.session.request([...control, ...target, ...fields], { endStream: false });
    stream.on('error', () => undefined);
    return answerOn(stream);
  };

  test('announces no body that the server would look for in the next request', async () => {
    await using on = await stage();
    const server = await on.origin.next(); // opened ahead
    const refused = begin(on, [
      'content-length',
      '40',
      'sec-websocket-key',
      'AAAA',
      'expect',
      '100-continue',
    ]);
    const head = await server.head();
    expect(head).not.toMatch(/content-length|expect|AAAA/i);
    expect(head.match(/sec-websocket-key/gi)).toHaveLength(1);
    server.write(OK);
    expect(await refused).toMatchObject({ status: 200, body: 'ok' });
  });

  test('that is answered with an odd status is refused with it', async () => {
    await using on = await stage();
    const server = await on.origin.next(); // opened ahead
    const refused = begin(on);
    await server.head();
    server.write('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\nok');
    expect(await refused).toMatchObject({ status: 999, body: 'ok' });
    expect(states(on.proxy)).toEqual([['completed', null]]);
  });
});

describe('names', () => {
  async function withResolver(resolve: unknown): Promise<TestEngine> {
    const options: TestEngineOptions = { sslProxyingHosts: [], resolve: resolve as Resolver };
    return startTestEngine(options);
  }

  test.each([
    ['nothing', () => Promise.resolve(undefined)],
    ['names', () => Promise.resolve(['127.0.0.1'])],
    ['no address', () => Promise.resolve([{ address: 'localhost', family: 4 }])],
    [
      'an exception',
      () => {
        throw new Error('on purpose');
      },
    ],
  ])('that are resolved to %s fail their request alone', async (_, resolve) => {
    await using proxy = await withResolver(resolve);
    await using client = await connectRaw(proxy.engine.port);
    client.write('GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n');
    expect((await client.response()).head).toMatch(/^HTTP\/1\.1 502 /);
  });

  test('that are found after the client has reset its CONNECT leave no connection behind', async () => {
    let found = (): void => undefined;
    const gate = new Promise<void>((resolve) => (found = resolve));
    await using origin = await rawOrigin();
    await using proxy = await withResolver(() => gate.then(() => [{ address: '127.0.0.1', family: 4 }]));
    const socket = net.connect(proxy.engine.port, '127.0.0.1');
    await using client = await http2Client(socket, 'http', 'a.test');
    const stream = client.session.request({ ':method': 'CONNECT', ':authority': `a.test:${origin.port}` });
    stream.on('error', () => undefined);
    await delay(50);
    stream.close(8);
    await delay(50);
    found();
    await (await origin.next()).over();
    expect(states(proxy)).toEqual([['tunneled', null]]);
  });
});

test('a request whose place cannot be decided goes nowhere', async () => {
  await using origin = await rawOrigin();
  await using proxy = await startTestEngine({
    connectOverride: () => {
      throw new Error('on purpose');
    },
  });
  await using client = await connectRaw(proxy.engine.port);
  client.write(`GET http://${origin.authority}/ HTTP/1.1\r\nHost: ${origin.authority}\r\n\r\n`);
  const { head, body } = await client.response();
  expect({ head, body, count: origin.count }).toEqual({
    head: expect.stringMatching(/^HTTP\/1\.1 502 /) as unknown,
    body: expect.stringContaining('on purpose') as unknown,
    count: 0,
  });
});

describe('an external proxy', () => {
  const through = (port: number, more: object = {}): EngineSettings['externalProxy'] => ({
    isEnabled: true,
    type: 'http',
    host: '127.0.0.1',
    port,
    url: '',
    username: '',
    password: '',
    bypassHosts: ['<-loopback>'],
    ...more,
  });

  const outside = Object.values(os.networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

  test.skipIf(outside === undefined)('takes no device to this machine, however it is named', async () => {
    await using upstream = await rawOrigin();
    await using proxy = await startTestEngine({
      listenOnAllInterfaces: true,
      allowedClientIPs: ['0.0.0.0/0'],
      externalProxy: through(upstream.port),
      resolve: () => Promise.reject(new Error('unknown')),
    });
    for (const host of ['localhost', 'localhost.', 'a.localhost', '127.0.0.1', '127.0.0.1.']) {
      await using client = await connectRaw(proxy.engine.port, outside);
      client.write(`GET http://${host}:81/ HTTP/1.1\r\nHost: ${host}:81\r\n\r\n`);
      expect((await client.response()).head, host).toMatch(/^HTTP\/1\.1 403 /);
    }
    expect(upstream.count).toBe(0);
  });

  test('by a PAC file that does not arrive does not hold up the end', async () => {
    await using server = await rawOrigin();
    const url = `http://127.0.0.1:${server.port}/proxy.pac`;
    const proxy = await startTestEngine({ externalProxy: through(1, { type: 'pac', url }) });
    await using client = await connectRaw(proxy.engine.port);
    client.write('GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n');
    const asked = await server.next();
    expect(await asked.head()).toMatch(/^GET \/proxy\.pac /);
    await proxy.close();
    await asked.over();
  }, 8000);
});
