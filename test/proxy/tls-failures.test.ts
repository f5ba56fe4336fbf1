// Invalid TLS, and untrusted certificates, on either side of the proxy.
import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import tls from 'node:tls';
import { describe, expect, test } from 'vitest';
import { arenaForEach } from '../helpers/arena.ts';
import { selfSigned, trustedAuthority, untrustedAuthority, type KeyAndCert } from '../helpers/authority.ts';
import { Raw, rawOrigin, type RawOrigin } from '../helpers/raw.ts';

const authority = trustedAuthority();
const arena = arenaForEach();

/** Opens a tunnel to `origin` by the name localhost, without sending anything in it. */
async function tunnel(origin: RawOrigin): Promise<Raw> {
  const client = await arena().client();
  client.write(`CONNECT localhost:${origin.port} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(await client.head()).toMatch(/^HTTP\/1.1 200 /);
  return client;
}

/** Opens a tunnel, and completes the handshake inside. */
async function secured(origin: RawOrigin, options: tls.ConnectionOptions = {}): Promise<Raw> {
  const { stream } = await tunnel(origin);
  stream.removeAllListeners('data');
  const socket = tls.connect({
    socket: stream,
    servername: 'localhost',
    ca: arena().proxy.engine.ca.certPem,
    ...options,
  });
  await once(socket, 'secureConnect');
  return new Raw(socket);
}

const ASK = 'GET /secret HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('an origin that cannot be trusted gets no request, and the client gets 502', () => {
  const cases: readonly (readonly [what: string, pem: () => KeyAndCert, code: string])[] = [
    ['its certificate vouches for itself', () => selfSigned('localhost'), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['its certificate has expired', () => authority.issueExpired('localhost'), 'CERT_HAS_EXPIRED'],
    ['its certificate names another', () => authority.issue('other.test'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    [
      'nobody knows who issued its certificate',
      () => untrustedAuthority().issue('localhost'),
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
  ];

  test.each(cases)('%s', async (_what, pem, code) => {
    await using origin = await rawOrigin('127.0.0.1', pem());
    const client = await secured(origin);
    client.write(ASK);
    const { head, body } = await client.response();
    expect(head).toMatch(/^HTTP\/1.1 502 /);
    expect(body).toContain(code);
    await origin.empty();
    // Two connections where the one that was opened ahead had failed before the request came.
    expect(origin.count).toBeLessThanOrEqual(2);
    expect(origin.received).toBe(0);
    const flow = await arena().flow('/secret');
    expect(flow).toMatchObject({ state: 'failed', decrypted: true, status: 0 });
    expect(flow.error).toContain('The certificate of the server is not trusted');
    expect(flow.error).toContain(`localhost:${origin.port}`);
  });

  test('the same when the request is not in a tunnel', async () => {
    await using origin = await rawOrigin('127.0.0.1', selfSigned('localhost'));
    const client = await arena().client();
    client.write(`GET https://localhost:${origin.port}/direct HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect((await client.response()).head).toMatch(/^HTTP\/1.1 502 /);
    await origin.empty();
    expect(origin).toMatchObject({ count: 1, received: 0 });
  });
});

describe('an origin that does not speak TLS: the client gets 502', () => {
  test.each([
    ['it answers in plain HTTP', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'],
    ['it answers with noise', '\xde\xad\xbe\xef'.repeat(100)],
    ['it refuses with an alert', '\x15\x03\x03\0\x02\x02\x28'],
    ['it hangs up', ''],
  ])('%s', async (_what, answer) => {
    const { origin } = arena();
    const client = await secured(origin);
    client.write(ASK);
    const server = await origin.next();
    await server.exactly(5);
    server.write(answer);
    server.end();
    const { head, body } = await client.response();
    expect(head).toMatch(/^HTTP\/1.1 502 /);
    expect(body).toContain('The TLS handshake with the server failed');
    expect((await arena().flow('/secret')).state).toBe('failed');
  });

  test('it breaks off behind its response: what had come is passed on, and then the end', async () => {
    await using origin = await rawOrigin('127.0.0.1', authority.issue('localhost'));
    const client = await secured(origin);
    client.write(ASK);
    const server = await origin.next();
    await server.head();
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin');
    await client.until('begin');
    server.reset();
    expect(await client.rest()).toBe('');
    expect((await arena().flow('/secret')).error).toContain('before the end of its response');
  });
});

describe('a client', () => {
  test.each(['TLSv1.2', 'TLSv1.3'] as const)('may speak %s, and ask again and again', async (version) => {
    await using origin = await rawOrigin('127.0.0.1', authority.issue('localhost'));
    const client = await secured(origin, { minVersion: version, maxVersion: version });
    client.write(ASK);
    const server = await origin.next();
    for (const n of [1, 2, 3]) {
      expect(await server.head()).toBe(ASK);
      server.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${n}`);
      expect((await client.response()).body).toBe(String(n));
      client.write(ASK);
    }
    expect((await arena().flow('/secret')).url).toBe(`https://localhost/secret`);
  });

  test('that refuses our certificate leaves a failed flow that says so', async () => {
    const client = await tunnel(arena().origin);
    client.write(await clientHello());
    await client.exactly(5);
    client.write('\x15\x03\x03\0\x02\x02\x30'); // fatal: unknown_ca
    await client.over();
    const flow = await arena().flow(`localhost:${arena().origin.port}`);
    expect(flow).toMatchObject({ state: 'failed', method: 'CONNECT', request: null });
    expect(flow.error).toContain('it sent the alert "unknown ca"');
    expect(flow.error).toContain('may not trust the root certificate');
  });

  test('that hangs up in the middle of the handshake leaves a failed flow', async () => {
    const client = await tunnel(arena().origin);
    client.write(await clientHello());
    await client.exactly(5);
    client.reset();
    const flow = await arena().flow(`localhost:${arena().origin.port}`);
    expect(flow.error).toContain('The TLS handshake with the client failed');
  });

  test('whose handshake turns into noise leaves a failed flow', async () => {
    const client = await tunnel(arena().origin);
    client.write(await clientHello());
    await client.exactly(5);
    client.write('\xde\xad\xbe\xef'.repeat(100));
    await client.over();
    expect((await arena().flow(`localhost:${arena().origin.port}`)).error).toContain(
      'The TLS handshake with the client failed',
    );
  });

  test('whose bytes only look like TLS is relayed as it is', async () => {
    const client = await tunnel(arena().origin);
    client.write('\x16\x03\x01\0\x05hello');
    const server = await arena().origin.next();
    expect(await server.exactly(10)).toBe('\x16\x03\x01\0\x05hello');
    client.end();
    server.end();
    expect((await arena().flow(`localhost:${arena().origin.port}`)).state).toBe('tunneled');
  });

  test('may send its ClientHello byte by byte', async () => {
    await using origin = await rawOrigin('127.0.0.1', authority.issue('localhost'));
    const { stream } = await tunnel(origin);
    stream.removeAllListeners('data');
    const [near, far] = duplexPair();
    far.on('data', (bytes: Buffer) => {
      for (const byte of bytes) stream.write(Buffer.of(byte));
    });
    stream.on('data', (bytes: Buffer) => far.write(bytes));
    const socket = tls.connect({
      socket: near,
      servername: 'localhost',
      ca: arena().proxy.engine.ca.certPem,
    });
    await once(socket, 'secureConnect');
    const client = new Raw(socket);
    client.write(ASK);
    const server = await origin.next();
    await server.head();
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    expect((await client.response()).body).toBe('ok');
    socket.destroy();
  });

  test.each([
    ['noise', '\x16\x03\x01\0\x05hello'],
    ['a handshake that ends', '\x16\x03\x01\x02\0\x01'],
    ['a record without end', `\x16\x03\x01\x40\0${'\0'.repeat(70_000)}`],
  ])('that sends %s to the proxy itself is let go', async (_what, bytes) => {
    const client = await arena().client();
    client.write(bytes);
    client.end();
    await client.over();
    expect(arena().proxy.engine.flows.list()).toEqual([]);
  });

  test('that fails the handshake with the proxy itself is let go', async () => {
    const client = await arena().client();
    client.write(await clientHello());
    await client.exactly(5);
    client.write('\xde\xad\xbe\xef'.repeat(100));
    await client.over();
    expect(arena().proxy.engine.flows.list()).toEqual([]);
  });
});

test('an upgrade inside TLS that is decrypted is a tunnel as well', async () => {
  await using origin = await rawOrigin('127.0.0.1', authority.issue('localhost'));
  const client = await secured(origin);
  const asking = 'GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
  client.write(asking);
  const server = await origin.next();
  expect(await server.head()).toBe(asking);
  server.write(`${switching}hello`);
  expect(await client.exactly(switching.length + 5)).toBe(`${switching}hello`);
  client.write('frames');
  expect(await server.exactly(6)).toBe('frames');
  server.end();
  await client.over();
  client.end();
  expect(await arena().flow('/ws')).toMatchObject({
    status: 101,
    decrypted: true,
    tunnelSent: 6,
    tunnelReceived: 5,
  });
});

/** The first message of a TLS client for localhost. */
async function clientHello(): Promise<Buffer> {
  const [near, far] = duplexPair();
  const socket = tls.connect({ socket: near, servername: 'localhost' });
  socket.on('error', () => {});
  const [hello] = (await once(far, 'data')) as [Buffer];
  socket.destroy();
  return hello;
}
