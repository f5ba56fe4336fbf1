// TLS to servers: client certificates, servers that are not verified, unreachable addresses, and the key log.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClientCertificate } from '../../src/net/trust.ts';
import { flowDetail } from '../../src/flow/detail.ts';
import { ask, askThroughTunnel } from '../helpers/ask.ts';
import { selfSigned, trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine } from '../helpers/engine.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { closedPort } from '../helpers/ports.ts';
import { rawOrigin } from '../helpers/raw.ts';

const authority = trustedAuthority();
let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin();
});
afterAll(() => origin.close());

/** The clients that the demanding server accepts: one. */
const clientHome = temporaryHome();
afterAll(() => clientHome.remove());
const [clientCert, clientKey] = [join(clientHome.path, 'me.pem'), join(clientHome.path, 'me.key')];
if (!missing('openssl')) {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', clientKey];
  openssl('req', '-x509', ...key, '-out', clientCert, '-subj', '/CN=me.test', '-days', '2');
}

/** A server that requires a client certificate, and responds with its name. */
async function demanding(
  maxVersion: tls.SecureVersion = 'TLSv1.3',
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = https.createServer(
    {
      ...authority.issue('localhost'),
      ca: readFileSync(clientCert),
      requestCert: true,
      rejectUnauthorized: true,
      maxVersion,
    },
    (request, response) => {
      const { socket } = request;
      response.end(
        socket instanceof tls.TLSSocket ? String(socket.getPeerCertificate().subject.CN) : 'no TLS',
      );
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function files(home: TemporaryHome): { pem: string; key: string; both: string; p12: string; locked: string } {
  const path = (name: string): string => join(home.path, name);
  const [pem, keyPath] = [clientCert, clientKey];
  const [both, p12, locked] = [path('both'), path('me.p12'), path('locked.key')];
  writeFileSync(both, readFileSync(keyPath, 'utf8') + readFileSync(pem, 'utf8'));
  openssl('pkcs12', '-export', '-in', pem, '-inkey', keyPath, '-out', p12, '-passout', 'pass:p12-secret');
  openssl('pkcs8', '-topk8', '-in', keyPath, '-out', locked, '-passout', 'pass:key-secret');
  return { pem, key: keyPath, both, p12, locked };
}

function openssl(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

describe.skipIf(missing('openssl'))('a server that asks for a certificate', () => {
  const FORMS: readonly (readonly [
    string,
    (made: ReturnType<typeof files>) => Omit<ClientCertificate, 'host'>,
  ])[] = [
    ['PEM and key', ({ pem, key }) => ({ certPath: pem, keyPath: key })],
    ['both in one file', ({ both }) => ({ certPath: both, keyPath: null })],
    [
      'a key with a passphrase',
      ({ pem, locked }) => ({ certPath: pem, keyPath: locked, passphrase: 'key-secret' }),
    ],
    ['PKCS#12', ({ p12 }) => ({ certPath: p12, keyPath: '', passphrase: 'p12-secret' })],
  ];

  test.each(FORMS)('gets it: %s', async (_what, form) => {
    using home = temporaryHome();
    const server = await demanding();
    const clientCertificates = [
      { host: '*.other.test', certPath: files(home).both },
      { host: 'local*', ...form(files(home)) },
    ];
    await using engine = await startTestEngine({ clientCertificates });
    const answer = await askThroughTunnel(engine.engine.port, server.url, engine.engine.ca.certPem);
    expect([answer.status, answer.text]).toEqual([200, 'me.test']);
    await server.close();
  });

  test('is reported when there is none', async () => {
    const server = await demanding('TLSv1.2');
    await using engine = await startTestEngine();
    const answer = await askThroughTunnel(engine.engine.port, server.url, engine.engine.ca.certPem);
    expect([answer.status, answer.text]).toEqual([502, expect.stringContaining('clientCertificates')]);
    await server.close();
  });

  test('after the handshake, as in TLS 1.3, is reported too', async () => {
    using home = temporaryHome();
    const { cert, key } = authority.issue('localhost');
    const [certPath, keyPath] = [join(home.path, 'server.pem'), join(home.path, 'server.key')];
    writeFileSync(certPath, cert);
    writeFileSync(keyPath, key);
    const port = await closedPort();
    const args = ['-accept', `127.0.0.1:${port}`, '-cert', certPath, '-key', keyPath, '-www', '-tls1_3'];
    const server = spawn('openssl', ['s_server', ...args, '-Verify', '1', '-verify_return_error'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(server.stdout, 'data');
    await using engine = await startTestEngine();
    const url = `https://localhost:${port}/`;
    const answer = await askThroughTunnel(engine.engine.port, url, engine.engine.ca.certPem);
    expect([answer.status, answer.text]).toEqual([502, expect.stringContaining('clientCertificates')]);
    server.kill('SIGKILL');
    await once(server, 'close');
  });

  test.each([
    [
      'is not there',
      '/no/such.pem',
      'the client certificate /no/such.pem cannot be read: there is no folder /no',
    ],
    ['is none', import.meta.filename, `the client certificate ${import.meta.filename} cannot be used`],
  ])('a file that %s is named at the start', async (_what, certPath, message) => {
    await expect(startTestEngine({ clientCertificates: [{ host: '*', certPath }] })).rejects.toThrow(message);
  });

  test('a wrong passphrase is said, not shown', async () => {
    using home = temporaryHome();
    const { p12 } = files(home);
    const started = startTestEngine({
      clientCertificates: [{ host: '*', certPath: p12, passphrase: 'guess' }],
    });
    const error = await started.catch((error: unknown) => String(error));
    expect(error).toContain(`${p12} cannot be used`);
    expect(error).not.toContain('guess');
  });
});

describe('a server that is not verified', () => {
  test('is reached, and said so; all others are verified', async () => {
    const server = https.createServer(selfSigned('localhost'), (_, response) => response.end('hello'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
    await using engine = await startTestEngine({ insecureUpstreamHosts: ['local*'] });
    const answer = await askThroughTunnel(engine.engine.port, url, engine.engine.ca.certPem);
    expect([answer.status, answer.text]).toEqual([200, 'hello']);
    const flow = engine.engine.flows.list().at(-1)!;
    expect((await flowDetail(flow)).tls).toMatchObject({ verified: false });
    await using strict = await startTestEngine({ insecureUpstreamHosts: ['*.local'] });
    const refused = await askThroughTunnel(strict.engine.port, url, strict.engine.ca.certPem);
    expect([refused.status, refused.text]).toEqual([502, expect.stringContaining('insecureUpstreamHosts')]);
    server.closeAllConnections();
    server.close();
  });

  test('a pattern that is none is named', async () => {
    await expect(startTestEngine({ insecureUpstreamHosts: ['https://a.test/'] })).rejects.toThrow(
      'insecureUpstreamHosts: "https://a.test/" is not a host pattern',
    );
  });
});

describe('a name with several addresses', () => {
  test('is reached by the one that lives; that one is shown', async () => {
    // 100::/64 discards packets (RFC 6666); a machine without IPv6 refuses at once.
    const resolve = () =>
      Promise.resolve([
        { address: '100::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ]);
    await using engine = await startTestEngine({ resolve });
    const answer = await ask(`http://happy.test:${origin.httpPort}/x`, { via: engine.engine.port });
    expect(answer.text).toBe('GET /x\n');
    expect(engine.engine.flows.list()[0]).toMatchObject({
      target: { host: 'happy.test' },
      remoteAddress: `127.0.0.1:${origin.httpPort}`,
    });
  });
});

test('a host and port can be diverted; the names asked for stay', async () => {
  await using shop = await rawOrigin('127.0.0.1', authority.issue('shop.test'));
  const override = (host: string, port: number) =>
    host === 'shop.test' && port === 443 ? { host: 'localhost', port: shop.port } : null;
  await using engine = await startTestEngine({ connectOverride: override });
  const asked = askThroughTunnel(engine.engine.port, 'https://shop.test/x', engine.engine.ca.certPem);
  const peer = await shop.next();
  expect(await peer.head()).toContain('GET /x HTTP/1.1\r\nHost: shop.test\r\n');
  peer.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  expect((await asked).text).toBe('ok');
  expect(engine.engine.flows.list()[0]).toMatchObject({
    target: { host: 'shop.test', port: 443 },
    tls: { sni: 'shop.test' },
    remoteAddress: expect.stringMatching(`:${shop.port}$`),
  });
});

const cannotCapture = missing('tshark', 'tcpdump', 'curl') || process.getuid?.() !== 0;
if (cannotCapture)
  process.stderr.write('skipped: the key log with tshark needs tshark, tcpdump, curl and root\n');

/** HTTP/2 to the client and HTTP/1.1 on both sides, in both versions of TLS. */
const VARIANTS: readonly (readonly [string, readonly string[]])[] = [
  ['/one', ['--http1.1', '--tlsv1.3']],
  ['/two', ['--http1.1', '--tls-max', '1.2']],
  ['/three', ['--http2', '--tlsv1.3']],
];

test.skipIf(cannotCapture)('the key log opens both sides for tshark', async () => {
  using home = temporaryHome();
  const [keys, packets] = [join(home.path, 'keys'), join(home.path, 'packets.pcap')];
  await using engine = await startTestEngine({ tlsKeyLogPath: keys });
  const { port } = engine.engine;
  const tcpdump = spawn(
    'tcpdump',
    ['-i', 'lo', '-U', '--immediate-mode', '-Z', 'root', '-w', packets].concat(
      `tcp port ${origin.httpsPort} or tcp port ${port}`,
    ),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await once(tcpdump.stderr, 'data'); // the server listens now
  for (const [path, variant] of VARIANTS) {
    const args = ['-sS', '--noproxy', '', '--proxy', engine.url, '--cacert', engine.engine.ca.certPath];
    const curl = spawn('curl', [...args, ...variant, '-d', 'the-body', `${origin.https}${path}`]);
    expect(await once(curl, 'close')).toEqual([0, null]);
  }
  const asked = (): string[] => requestsSeen(packets, keys, port);
  // The capture file receives packets with a delay.
  const whole = VARIANTS.flatMap(([path]) => [`${port} ${path}`, `${origin.httpsPort} ${path}`]).sort();
  for (let tries = 0; tries < 20 && asked().length < whole.length; tries += 1)
    await new Promise((done) => setTimeout(done, 100));
  tcpdump.kill('SIGINT');
  await once(tcpdump, 'close');
  expect(asked()).toEqual(whole);
});

/** Returns port and path of each POST that tshark can decrypt. */
function requestsSeen(packets: string, keys: string, proxyPort: number): string[] {
  const decode = ['-d', `tcp.port==${origin.httpsPort},tls`, '-d', `tcp.port==${proxyPort},http`];
  const posts = ['-Y', 'http.request.method == POST or http2.headers.method == POST', '-T', 'fields'];
  const fields = ['tcp.dstport', 'http.request.uri', 'http2.headers.path'].flatMap((field) => ['-e', field]);
  const args = ['-r', packets, '-o', `tls.keylog_file:${keys}`, ...decode, ...posts, ...fields];
  const { stdout } = spawnSync('tshark', args, { encoding: 'utf8', timeout: 30_000 });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines
    .map((line) =>
      line
        .split('\t')
        .filter((field) => field !== '')
        .join(' '),
    )
    .sort();
}
