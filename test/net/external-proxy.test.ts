// External proxies: Squid, Tinyproxy, TLS to the proxy itself, SOCKS5, and proxies that misbehave.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExternalProxy } from '../../src/net/proxy-routes/external-proxy.ts';
import { flowDetail } from '../../src/flow/detail.ts';
import { ask, askThroughTunnel, openTunnel } from '../helpers/ask.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { closedPort } from '../helpers/ports.ts';
import { ACCOUNT, squidProgram, startSocks5, startSquid, startTinyproxy } from '../helpers/proxies.ts';
import { Raw, rawOrigin } from '../helpers/raw.ts';

const authority = trustedAuthority();
let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin();
});
afterAll(() => origin.close());

const OFF: ExternalProxy = {
  isEnabled: true,
  type: 'http',
  host: '127.0.0.1',
  port: 0,
  url: '',
  username: '',
  password: '',
  bypassHosts: ['<-loopback>'],
};

function engineThrough(proxy: Partial<ExternalProxy>, hosts: readonly string[] = ['*']): Promise<TestEngine> {
  return startTestEngine({ externalProxy: { ...OFF, ...proxy }, sslProxyingHosts: hosts });
}

/** Requests `path` in plain HTTP, inside decrypted TLS, and through a tunnel that is not decrypted. */
async function everyRoute(engine: TestEngine, path: string): Promise<void> {
  const plain = await ask(`http://localhost:${origin.httpPort}${path}`, { via: engine.engine.port });
  expect([plain.status, plain.text]).toEqual([200, `GET ${path}\n`]);
  const secured = await askThroughTunnel(
    engine.engine.port,
    `${origin.https}${path}`,
    engine.engine.ca.certPem,
  );
  expect([secured.status, secured.text]).toEqual([200, `GET ${path}\n`]);
}

async function everything(engine: TestEngine): Promise<string> {
  return JSON.stringify(await Promise.all(engine.engine.flows.list().map((flow) => flowDetail(flow))));
}

const BASIC = Buffer.from(`${ACCOUNT.username}:${ACCOUNT.password}`).toString('base64');

describe.skipIf(squidProgram() === undefined && missing('squid'))('Squid', () => {
  test('with credentials: plain HTTP in absolute form, TLS and tunnels by CONNECT', async () => {
    await using squid = await startSquid();
    await using engine = await engineThrough({ port: squid.port, ...ACCOUNT });
    await everyRoute(engine, '/a?b=c');
    await everyRoute(engine, '/again');
    const log = squid.log();
    expect(log).toContain(`GET http://localhost:${origin.httpPort}/a?b=c ${ACCOUNT.username}`);
    const flows = await everything(engine);
    expect(flows).not.toContain(BASIC);
    expect(flows).not.toContain(ACCOUNT.password);
    expect(flows).not.toMatch(/proxy-authorization/i);
    expect(engine.engine.flows.list()[0]).toMatchObject({
      remoteAddress: `127.0.0.1:${squid.port}`,
      path: '/a?b=c',
      request: { startLine: 'GET /a?b=c HTTP/1.1' },
    });
    expect(engine.engine.flows.list()[1]?.remoteAddress).toBe(`127.0.0.1:${squid.port}`);
  });

  test('bodies, one after another', async () => {
    await using echo = await startOrigin((request, response) => void request.pipe(response));
    await using squid = await startSquid();
    await using engine = await engineThrough({ port: squid.port, ...ACCOUNT });
    const body = Buffer.alloc(300_000, 'x');
    for (let round = 0; round < 3; round += 1) {
      const answer = await ask(`${echo.http}/upload`, { via: engine.engine.port, method: 'POST', body });
      expect([answer.status, answer.bytes.equals(body)]).toEqual([200, true]);
    }
  });

  test.each([
    ['no', {}],
    ['wrong', { username: 'anna', password: 'wrong-password' }],
  ])('with %s credentials: 502 that says which setting to fix, no challenge', async (_what, account) => {
    await using squid = await startSquid();
    await using engine = await engineThrough({ port: squid.port, ...account });
    const plain = await ask(`${origin.http}/x`, { via: engine.engine.port });
    expect(plain.status).toBe(502);
    expect(plain.headers['proxy-authenticate']).toBeUndefined();
    expect(plain.text).toContain(
      `http://127.0.0.1:${squid.port}: it responded with 407 Proxy Authentication Required: set username and password of externalProxy`,
    );
    const secured = await askThroughTunnel(engine.engine.port, `${origin.https}/x`, engine.engine.ca.certPem);
    expect(secured.status).toBe(502);
    expect(secured.text).toContain('407 Proxy Authentication Required');
    expect(await everything(engine)).not.toContain('wrong-password');
  });

  test('refuses a tunnel: the client of a tunnel gets 502', async () => {
    await using squid = await startSquid();
    await using engine = await engineThrough({ port: squid.port, ...ACCOUNT }, []);
    await expect(openTunnel(engine.engine.port, 'forbidden.test:443')).rejects.toThrow('502');
    expect(engine.engine.flows.list().at(-1)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining(`http://127.0.0.1:${squid.port}: it responded with 403 Forbidden`),
    });
  });

  test('over TLS to the proxy itself, with TLS inside', async () => {
    await using squid = await startSquid(authority.issue('127.0.0.1'));
    await using engine = await engineThrough({ type: 'https', port: squid.tlsPort, ...ACCOUNT });
    await everyRoute(engine, '/tls-in-tls');
    await everyRoute(engine, '/tls-in-tls-again');
    expect(engine.engine.flows.list()[1]?.tls).toMatchObject({ sni: 'localhost', version: 'TLSv1.3' });
    expect(engine.engine.flows.list()[0]?.tls).toBeNull();
  });

  test('over TLS with a certificate that names another', async () => {
    await using squid = await startSquid(authority.issue('other.test'));
    await using engine = await engineThrough({ type: 'https', port: squid.tlsPort, ...ACCOUNT });
    const answer = await ask(`${origin.http}/x`, { via: engine.engine.port });
    expect([answer.status, answer.text]).toEqual([
      502,
      expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
    ]);
  });
});

describe.skipIf(missing('tinyproxy'))('Tinyproxy', () => {
  test('with credentials', async () => {
    await using tiny = await startTinyproxy();
    await using engine = await engineThrough({ port: tiny.port, ...ACCOUNT });
    await everyRoute(engine, '/tiny');
    expect(tiny.log()).toContain(`CONNECT localhost:${origin.httpsPort}`);
  });

  test('a WebSocket in the clear goes through a tunnel', async () => {
    await using tiny = await startTinyproxy();
    await using server = await rawOrigin();
    await using engine = await engineThrough({ port: tiny.port, ...ACCOUNT });
    const client = new Raw((await import('node:net')).connect(engine.engine.port, '127.0.0.1'));
    client.write(
      `GET http://${server.authority}/ws HTTP/1.1\r\nHost: ${server.authority}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    );
    const peer = await server.next();
    expect(await peer.head()).toMatch(/^GET \/ws HTTP\/1\.1\r\n/);
    peer.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    expect(await client.head()).toContain('101');
    client.reset();
    expect(tiny.log()).toContain(`CONNECT ${server.authority}`);
  });
});

describe('SOCKS5', () => {
  test.each([
    ['without', null],
    ['with', ACCOUNT],
  ])('%s credentials; the proxy resolves the names', async (_what, account) => {
    await using socks = await startSocks5(account);
    await using engine = await engineThrough({ type: 'socks5', port: socks.port, ...account });
    await everyRoute(engine, '/socks');
    expect(socks.asked).toEqual([`localhost:${origin.httpPort}`, `localhost:${origin.httpsPort}`]);
    expect(await everything(engine)).not.toContain(ACCOUNT.password);
  });

  test('with wrong credentials', async () => {
    await using socks = await startSocks5(ACCOUNT);
    await using engine = await engineThrough({
      type: 'socks5',
      port: socks.port,
      username: 'anna',
      password: 'no-way',
    });
    const answer = await ask(`${origin.http}/x`, { via: engine.engine.port });
    expect(answer.status).toBe(502);
    expect(answer.text).toContain(`socks5://127.0.0.1:${socks.port}: it refuses the username and password`);
    expect(answer.text).not.toContain('no-way');
  });

  test('that cannot reach the origin', async () => {
    await using socks = await startSocks5(null);
    await using engine = await engineThrough({ type: 'socks5', port: socks.port });
    const answer = await ask(`http://127.0.0.1:${await closedPort()}/x`, { via: engine.engine.port });
    expect([answer.status, answer.text]).toEqual([502, expect.stringContaining('connection refused')]);
  });
});

describe('hosts that are bypassed', () => {
  test('are reached directly, loopback ones unless it is said', async () => {
    const nobody = await closedPort();
    await using engine = await engineThrough({ port: nobody, bypassHosts: [] });
    await everyRoute(engine, '/direct');
    await using strict = await engineThrough({ port: nobody, bypassHosts: ['<-loopback>', '127.0.0.0/8'] });
    expect((await ask(`${origin.http}/x`, { via: strict.engine.port })).status).toBe(200);
    const named = await ask(`http://localhost:${origin.httpPort}/x`, { via: strict.engine.port });
    expect([named.status, named.text]).toEqual([
      502,
      expect.stringContaining(`http://127.0.0.1:${nobody}: connection refused (ECONNREFUSED)`),
    ]);
  });
});

describe('a proxy that misbehaves', () => {
  const BAD: readonly (readonly [string, string | Buffer, string])[] = [
    ['does not speak HTTP', 'SSH-2.0-x\r\n', 'it does not respond in HTTP'],
    ['sends bare LF', 'HTTP/1.1 200 OK\n\n', 'its response is not valid HTTP'],
    ['sends NUL', 'HTTP/1.1 200 OK\r\nA: \0\r\n\r\n', 'its response is not valid HTTP'],
    ['never ends its head', `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(70_000)}`, 'longer than 65536 bytes'],
    [
      'sends a head of many fields',
      `HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(20_000)}`,
      'longer than 65536 bytes',
    ],
    [
      'asks for a login',
      'HTTP/1.1 407 No\r\nProxy-Authenticate: Negotiate\r\n\r\n',
      'it responded with 407 No',
    ],
    ['redirects', 'HTTP/1.1 302 Found\r\nLocation: http://evil.test/\r\n\r\n', 'it responded with 302 Found'],
    ['switches protocols', 'HTTP/1.1 101 Yes\r\n\r\n', 'it responded with 101 Yes'],
  ];

  test.each(BAD)('%s', async (_what, bytes, reason) => {
    await using proxy = await rawOrigin();
    await using engine = await engineThrough({ port: proxy.port }, []);
    const asked = openTunnel(engine.engine.port, 'a.test:443').catch((error: unknown) => String(error));
    const peer = await proxy.next();
    expect(await peer.head()).toBe('CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n');
    peer.write(bytes);
    expect(await asked).toContain('502');
    await peer.over();
    expect(engine.engine.flows.list().at(-1)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining(reason),
    });
  });

  test('hangs: the time is bounded', async () => {
    await using proxy = await rawOrigin();
    await using engine = await startTestEngine({
      externalProxy: { ...OFF, port: proxy.port },
      sslProxyingHosts: [],
      connectTimeoutMs: 50,
    });
    await expect(openTunnel(engine.engine.port, 'a.test:443')).rejects.toThrow('502');
    expect(engine.engine.flows.list().at(-1)?.error).toContain('it did not respond in time');
  });

  test('hangs up', async () => {
    await using proxy = await rawOrigin();
    await using engine = await engineThrough({ port: proxy.port }, []);
    const asked = openTunnel(engine.engine.port, 'a.test:443').catch((error: unknown) => String(error));
    const peer = await proxy.next();
    await peer.head();
    peer.end();
    expect(await asked).toContain('502');
    expect(engine.engine.flows.list().at(-1)?.error).toContain('it hung up before it responded');
  });

  test("sends bytes with its answer: they are the origin's", async () => {
    await using proxy = await rawOrigin();
    await using engine = await engineThrough({ port: proxy.port }, []);
    const asked = openTunnel(engine.engine.port, 'mail.test:25');
    const peer = await proxy.next();
    await peer.head();
    // RFC 9110 section 9.3.6: the length is ignored.
    peer.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\n220 mail.test\r\n');
    const client = new Raw(await asked);
    expect(await client.until('\r\n')).toBe('220 mail.test\r\n');
    client.write('EHLO\r\n');
    expect(await peer.until('\r\n')).toBe('EHLO\r\n');
    client.reset();
  });

  test('answers a plain request with 407: the client does not see the challenge', async () => {
    await using proxy = await rawOrigin();
    await using engine = await engineThrough({ port: proxy.port, ...ACCOUNT });
    const asked = ask('http://a.test/p', {
      via: engine.engine.port,
      method: 'OPTIONS',
      target: 'http://a.test',
    });
    const peer = await proxy.next();
    expect(await peer.head()).toMatch(
      new RegExp(
        `^OPTIONS http://a\\.test HTTP/1\\.1\\r\\nProxy-Authorization: Basic ${BASIC}\\r\\nHost: a\\.test\\r\\n`,
      ),
    );
    peer.write(
      'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n',
    );
    const answer = await asked;
    expect([answer.status, answer.headers['proxy-authenticate']]).toEqual([502, undefined]);
  });

  test('is this proxy itself', async () => {
    const port = await closedPort();
    await using engine = await startTestEngine({ port, externalProxy: { ...OFF, port } });
    const answer = await ask('http://a.test/', { via: port });
    expect([answer.status, answer.text]).toEqual([502, expect.stringContaining('is this proxy itself')]);
    expect(engine.engine.flows.list()).toHaveLength(1);
  });
});

test.each([
  [{ host: 'http://proxy.test' }, 'externalProxy.host: "http://proxy.test" is not a host'],
  [{ host: 'http://me:word@proxy.test' }, 'externalProxy.host: "http://•••@proxy.test" is not a host'],
  [{ port: 70_000 }, 'externalProxy.port: 70000 is not a port'],
  [{ username: 'a:b' }, 'externalProxy.username: it must not contain a colon'],
  [
    { password: 'a\r\nb' },
    'externalProxy.username and externalProxy.password: they must not contain control',
  ],
  [{ bypassHosts: ['http://x/y'] }, '"http://x/y" is not a host to bypass'],
])('settings that cannot be used: %j', async (settings, message) => {
  await expect(engineThrough({ port: 1, ...settings })).rejects.toThrow(message);
});

test.skipIf(missing('curl'))('curl through two proxies', async () => {
  await using socks = await startSocks5(ACCOUNT);
  await using engine = await engineThrough({ type: 'socks5', port: socks.port, ...ACCOUNT });
  const args = ['-sS', '--noproxy', '', '--proxy', engine.url, '--cacert', engine.engine.ca.certPath];
  const { stdout } = await promisify(execFile)('curl', [...args, `${origin.https}/1`, `${origin.https}/2`]);
  expect(stdout).toBe('GET /1\nGET /2\n');
});
