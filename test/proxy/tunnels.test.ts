// CONNECT: tunnels that are relayed, tunnels that carry HTTP or TLS, and tunnels that cannot be opened.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arenaForEach, type Arena } from '../helpers/arena.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { systemResolver } from '../../src/net/dns.ts';
import { until } from '../helpers/waiting.ts';
import { rawOrigin, Raw, type RawOrigin } from '../helpers/raw.ts';

let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin();
});
afterAll(() => origin.close());

const RAN_TO_ITS_END = {
  state: 'tunneled',
  status: 0,
  error: null,
  request: null,
  response: null,
  method: 'CONNECT',
};

describe.each([
  ['not decrypted', []],
  ['to be decrypted where that can be', ['*']],
])('a tunnel %s', (_what, sslProxyingHosts) => {
  const arena = arenaForEach({ sslProxyingHosts });

  test('relays what is neither TLS nor HTTP, and counts it', async () => {
    const client = await connected(arena(), arena().origin);
    client.write('\0\x01\x02ping\xff');
    const server = await arena().origin.next();
    expect(await server.exactly(8)).toBe('\0\x01\x02ping\xff');
    server.write('pong');
    expect(await client.exactly(4)).toBe('pong');
    client.end();
    await server.over();
    server.end();
    expect(await client.rest()).toBe('');
    const flow = await arena().flow(`127.0.0.1:${arena().origin.port}`);
    expect(flow).toMatchObject({
      ...RAN_TO_ITS_END,
      tunnelSent: 8,
      tunnelReceived: 4,
      notDecrypted: { code: 'no-tls', text: 'the tunnel does not carry TLS' },
    });
  });

  test('relays a server that speaks first', async () => {
    const client = await connected(arena(), arena().origin);
    const server = await arena().origin.next();
    server.write('220 mail.test ESMTP\r\n');
    expect(await client.until('\r\n')).toBe('220 mail.test ESMTP\r\n');
    client.write('EHLO client.test\r\n');
    expect(await server.until('\r\n')).toBe('EHLO client.test\r\n');
  });

  test.each(['ping', 'GET', '\x16\x03\x01', 'x\n'])(
    'passes on %j and then the end, though it may have been more',
    async (bytes) => {
      const client = await connected(arena(), arena().origin);
      client.write(bytes);
      client.end();
      const server = await arena().origin.next();
      expect(await server.rest()).toBe(bytes);
      server.write('late');
      server.end();
      expect(await client.rest()).toBe('late');
      expect(await arena().flow(`127.0.0.1:${arena().origin.port}`)).toMatchObject(RAN_TO_ITS_END);
    },
  );

  test('passes on the end of the server, while the client continues', async () => {
    const client = await connected(arena(), arena().origin);
    client.write('\0hello');
    const server = await arena().origin.next();
    await server.exactly(6);
    server.write('bye');
    server.end();
    expect(await client.rest()).toBe('bye');
    client.write('more');
    expect(await server.exactly(4)).toBe('more');
    client.end();
    await server.over();
  });

  test.each(['client', 'server'] as const)('ends when the %s is gone', async (who) => {
    const client = await connected(arena(), arena().origin);
    client.write('\0hello');
    const server = await arena().origin.next();
    await server.exactly(6);
    const [leaves, stays] = who === 'client' ? [client, server] : [server, client];
    leaves.reset();
    await stays.over();
    expect(await arena().flow(`127.0.0.1:${arena().origin.port}`)).toMatchObject({ state: 'tunneled' });
  });

  test('shows the requests inside when it carries plain HTTP', async () => {
    const client = await connected(arena(), arena().origin);
    client.write('GET /inside HTTP/1.1\r\nHost: named.test\r\nX-A: 1\r\n\r\n');
    const server = await arena().origin.next();
    expect(await server.head()).toBe('GET /inside HTTP/1.1\r\nHost: named.test\r\nX-A: 1\r\n\r\n');
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    expect((await client.response()).body).toBe('ok');
    const flow = await arena().flow('/inside');
    expect(flow).toMatchObject({ state: 'completed', decrypted: false });
    expect(flow.url).toBe('http://named.test/inside');
  });

  test('carries what was sent along with CONNECT', async () => {
    const client = await arena().client();
    client.write(`CONNECT ${arena().origin.authority} HTTP/1.1\r\nHost: a\r\n\r\n`, '\0early');
    expect(await client.head()).toMatch(/^HTTP\/1.1 200 /);
    const server = await arena().origin.next();
    expect(await server.exactly(6)).toBe('\0early');
  });

  test('goes to IPv6 as well', async () => {
    await using six = await rawOrigin('::1');
    const client = await connected(arena(), six);
    client.write('\0six');
    const server = await six.next();
    expect(await server.exactly(4)).toBe('\0six');
    client.end();
    server.end();
    expect(await arena().flow(`::1:${six.port}`)).toMatchObject({
      state: 'tunneled',
      remoteAddress: `[::1]:${six.port}`,
    });
  });
});

describe('a tunnel that cannot be had', () => {
  const arena = arenaForEach({ sslProxyingHosts: [] });

  test.each([
    ['nothing listens', '127.0.0.1:1', 502, 'connection refused'],
    ['no such name', 'no-such-host.invalid:443', 502, 'could not be resolved'],
    ['no port', '127.0.0.1', 400, 'CONNECT names no host and port'],
    ['port 0', '127.0.0.1:0', 400, 'CONNECT names no host and port'],
    ['no such port', '127.0.0.1:70000', 400, 'CONNECT names no host and port'],
  ])('%s', async (_what, authority, status, reason) => {
    const client = await arena().client();
    client.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
    const { head, body } = await client.response();
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(body).toContain(reason);
    if (status === 502)
      expect(await arena().flow(authority)).toMatchObject({ state: 'failed', method: 'CONNECT' });
  });

  test.each([
    ['a body', 'Content-Length: 5\r\n', 'CONNECT has a body'],
    ['chunks', 'Transfer-Encoding: chunked\r\n', 'CONNECT has a body'],
  ])('CONNECT with %s', async (_what, field, reason) => {
    const client = await arena().client();
    client.write(`CONNECT ${arena().origin.authority} HTTP/1.1\r\nHost: a\r\n${field}\r\n0\r\n\r\n`);
    const { head, body } = await client.response();
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(body).toContain(reason);
    expect(arena().origin.count).toBe(0);
  });

  test('CONNECT inside a tunnel', async () => {
    const client = await connected(arena(), arena().origin);
    client.write(`CONNECT ${arena().origin.authority} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect((await client.response()).body).toContain('CONNECT stands inside a tunnel');
  });
});

describe('TLS in a tunnel', () => {
  const closed = arenaForEach({ sslProxyingHosts: [] });

  test('that is not to be decrypted is between the client and the origin', async () => {
    const { proxy } = closed();
    const client = await connected(closed(), { authority: `localhost:${origin.httpsPort}` });
    const socket = tls.connect({
      socket: client.stream,
      servername: 'localhost',
      ca: readFileSync(origin.caPath),
    });
    await once(socket, 'secureConnect');
    const secured = new Raw(socket);
    secured.write('GET /secret HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await secured.rest()).toContain('GET /secret');
    socket.destroy();
    const flow = await closed().flow(`localhost:${origin.httpsPort}`);
    expect(flow).toMatchObject({
      ...RAN_TO_ITS_END,
      notDecrypted: { code: 'not-listed', text: 'the host is not in the SSL proxying list' },
    });
    expect(proxy.engine.flows.list()).toHaveLength(1);
  });
});

describe('the certificate that is shown', () => {
  const arena = arenaForEach();

  test.each([
    ['of today', {}, 'ec'],
    ['of TLS 1.2 with both', { maxVersion: 'TLSv1.2' }, 'ec'],
    ['with RSA suites only', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' }, 'rsa'],
    ['without forward secrecy', { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' }, 'rsa'],
  ] as const)('to a client %s suits it, with the root behind it', async (_which, options, kind) => {
    const { engine } = arena().proxy;
    const client = await connected(arena(), { authority: `localhost:${origin.httpsPort}` });
    client.stream.removeAllListeners('data').pause();
    const socket = tls.connect({
      socket: client.stream,
      servername: 'localhost',
      ca: engine.ca.certPem,
      ...options,
    });
    await once(socket, 'secureConnect');
    const shown = socket.getPeerX509Certificate();
    expect(shown?.publicKey.asymmetricKeyType).toBe(kind);
    expect(shown?.issuerCertificate?.toString()).toBe(engine.ca.certPem);
    const secured = new Raw(socket);
    secured.write('GET /old HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await secured.rest()).toContain('GET /old');
    expect(await arena().flow('/old')).toMatchObject({ state: 'completed', decrypted: true });
  });
});

describe('a client that is late', () => {
  const arena = arenaForEach({
    resolve: (host) => (host === 'unanswered.test' ? forEver() : systemResolver(host)),
  });

  test.each([
    ['CONNECT', connected],
    ['SOCKS', connectedBySocks],
  ])('with its ClientHello after %s is decrypted all the same', async (_how, connect) => {
    const client = await connect(arena(), { authority: `127.0.0.1:${origin.httpsPort}` });
    await delay(LATE_MS);
    const secured = await secure(arena(), client);
    secured.write('GET /late HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await secured.rest()).toContain('GET /late');
    expect(await arena().flow('/late')).toMatchObject({ state: 'completed', decrypted: true });
    expect(arena().proxy.engine.flows.list()).toHaveLength(1);
  });

  test(
    'with its ClientHello, while its server is still looked for, need not wait for that',
    { tags: ['full'] },
    async () => {
      const client = await connected(arena(), { authority: 'unanswered.test:443' });
      await delay(LATE_MS);
      const secured = await secure(arena(), client);
      secured.write('GET /waiting HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const { flows } = arena().proxy.engine;
      await until('the request', () => flows.list().some(({ path }) => path === '/waiting'));
      secured.reset();
      expect(await arena().flow('/waiting')).toMatchObject({ decrypted: true });
      expect(flows.list()).toHaveLength(1);
    },
  );

  test('with plain HTTP is shown as that', async () => {
    const client = await connected(arena(), arena().origin);
    const server = await arena().origin.next();
    client.write('GET /inside HTTP/1.1\r\nHost: named.test\r\n\r\n');
    expect(await server.head()).toContain('GET /inside');
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    expect((await client.response()).body).toBe('ok');
    expect(await arena().flow('/inside')).toMatchObject({ state: 'completed' });
  });

  test('with other bytes is relayed', async () => {
    const client = await connected(arena(), arena().origin);
    const server = await arena().origin.next();
    client.write('\0\x01');
    expect(await server.exactly(2)).toBe('\0\x01');
    server.write('\x02');
    expect(await client.exactly(1)).toBe('\x02');
  });

  test('and leaves without a word has its tunnel recorded', async () => {
    const client = await connected(arena(), arena().origin);
    const server = await arena().origin.next();
    client.end();
    expect(await server.rest()).toBe('');
    server.end();
    expect(await arena().flow(`127.0.0.1:${arena().origin.port}`)).toMatchObject(RAN_TO_ITS_END);
  });

  test('learns that the server has left', async () => {
    const client = await connected(arena(), arena().origin);
    const server = await arena().origin.next();
    server.end();
    expect(await client.rest()).toBe('');
  });

  test('and whose server speaks and leaves at once gets all of it', async () => {
    const client = await connected(arena(), arena().origin);
    const server = await arena().origin.next();
    server.write('421 busy\r\n');
    server.end();
    expect(await client.rest()).toBe('421 busy\r\n');
  });
});

describe('TLS to the proxy itself', () => {
  const arena = arenaForEach();

  test.each(['localhost', null])('makes it an HTTPS proxy: asked for as %s', async (servername) => {
    const { engine } = arena().proxy;
    const socket = tls.connect({
      port: engine.port,
      host: '127.0.0.1',
      ca: engine.ca.certPem,
      ...(servername === null ? {} : { servername }),
    });
    await once(socket, 'secureConnect');
    const client = new Raw(socket);
    client.write(`GET ${origin.http}/plain HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(await client.until('GET /plain\n')).toContain('HTTP/1.1 200 OK');
    client.write(`CONNECT localhost:${origin.httpsPort} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(await client.until('Established\r\n\r\n')).toContain('HTTP/1.1 200 ');
    socket.removeAllListeners('data').pause();
    const inner = tls.connect({ socket, ca: engine.ca.certPem, servername: 'localhost' });
    await once(inner, 'secureConnect');
    const inside = new Raw(inner);
    inside.write('GET /inner HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await inside.until('GET /inner\n')).toContain('HTTP/1.1 200 OK');
    inner.destroy();
    socket.destroy();
    expect(await arena().flow('/inner')).toMatchObject({ state: 'completed', decrypted: true });
    expect(await arena().flow('/plain')).toMatchObject({ state: 'completed', decrypted: false });
  });
});

function forEver(): Promise<never> {
  return new Promise(() => undefined);
}

/** Longer than a tunnel waits before it connects for a server that speaks first. */
const LATE_MS = 400;

/** Opens a tunnel through the proxy. */
async function connected(at: Arena, { authority }: Pick<RawOrigin, 'authority'>): Promise<Raw> {
  const client = await at.client();
  client.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  expect(await client.head()).toMatch(/^HTTP\/1.1 200 /);
  return client;
}

/** Opens a tunnel through the proxy by SOCKS 5. */
async function connectedBySocks(at: Arena, { authority }: Pick<RawOrigin, 'authority'>): Promise<Raw> {
  const client = await at.client();
  const port = Number(authority.split(':')[1]);
  client.write('\x05\x01\0', '\x05\x01\0\x01\x7f\0\0\x01', Buffer.from([port >> 8, port & 0xff]));
  expect(await client.exactly(4)).toBe('\x05\0\x05\0');
  await client.exactly(8);
  return client;
}

/** Completes a TLS handshake with the proxy inside the tunnel. */
async function secure(at: Arena, client: Raw): Promise<Raw> {
  client.stream.removeAllListeners('data').pause();
  const ca = at.proxy.engine.ca.certPem;
  const socket = tls.connect({ socket: client.stream, servername: 'localhost', ca });
  await once(socket, 'secureConnect');
  return new Raw(socket);
}
