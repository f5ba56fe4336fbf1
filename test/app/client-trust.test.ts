// Servers that are not trusted, and client certificates, over RPC with real servers: every transport, the question of
// trust, and how it is taken back.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import tls from 'node:tls';
import { Aedes } from 'aedes';
import { Server as SocketIoServer } from 'socket.io';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { selfSigned, trustedAuthority, untrustedAuthority, type KeyAndCert } from '../helpers/authority.ts';
import { startCertificateServer } from '../helpers/certificate-server.ts';
import { ClientConsole, type ConsoleEvent } from '../helpers/client-console.ts';
import { chatServer } from '../helpers/grpc.ts';
import { temporaryHome } from '../helpers/home.ts';
import { listening } from '../helpers/listening.ts';
import { mcpHttpServer } from '../helpers/mcp-server.ts';
import { until } from '../helpers/waiting.ts';

// Other suites in this process need it before anything speaks TLS.
trustedAuthority();
const home = temporaryHome();
let app = await startTestApp({ home: home.path });
const strangers = untrustedAuthority();
const direct = { throughProxy: false };
const FILE = join(home.path, 'Workspace/.local/trusted-certificates.json');

afterAll(async () => {
  await app.close();
  home.remove();
});

beforeEach(async () => {
  const { certificates } = await app.result('client.trusted_certificates');
  for (const { host, port, fingerprint } of certificates)
    await app.result('client.distrust_certificate', { host, port, fingerprint });
});

/** Starts a server; one with an authority shows that too. */
function serve(keys: KeyAndCert, authority = ''): Promise<number> {
  const server = https.createServer({ key: keys.key, cert: keys.cert + authority }, (request, response) =>
    response.end(`reached by ${request.method}`),
  );
  return listening(server);
}

async function sent(request: object, more: object = direct, to: TestApp = app): Promise<Sent> {
  await using client = new ClientConsole(to).follow();
  const channel = await client.send(request, more);
  const end = await client.until(channel, 'end');
  return { end, body: (await client.body(channel)).toString() };
}

interface Sent {
  readonly end: ConsoleEvent;
  readonly body: string;
}

const get = (port: number): object => ({ url: `https://localhost:${port}/` });
const trust = (port: number, { end }: Sent, more: object = {}): Promise<unknown> =>
  app.result('client.trust_certificate', {
    host: 'localhost',
    port,
    fingerprint: end['untrusted'].certificates[0].fingerprint,
    for: 'host',
    ...more,
  });

describe('a server that is not trusted', () => {
  test('is shown with its certificates, and reached once it is trusted', async () => {
    const port = await serve(selfSigned('localhost'));
    const refused = await sent({ ...get(port), method: 'POST' });
    expect(refused.end).toMatchObject({
      outcome: 'failed',
      phase: 'tls',
      mayHaveActed: false,
      response: null,
      reason: expect.stringContaining('self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)'),
      untrusted: {
        host: 'localhost',
        port,
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
        isChanged: false,
        authority: null,
        certificates: [
          {
            subject: 'CN=localhost',
            issuer: 'CN=localhost',
            validUntil: expect.stringMatching(/^\d{4}-/),
            fingerprint: expect.stringMatching(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/),
          },
        ],
      },
    });
    expect(await trust(port, refused)).toEqual({ notSaved: null });
    expect((await sent(get(port))).body).toBe('reached by GET');
    expect(statSync(FILE).mode & 0o777).toBe(0o600);
    const { certificates } = await app.result('client.trusted_certificates');
    expect(certificates).toMatchObject([{ host: 'localhost', port, for: 'host', subject: 'CN=localhost' }]);
    const { fingerprint } = certificates[0];
    expect(
      await app.result('client.distrust_certificate', { host: 'localhost', port, fingerprint }),
    ).toMatchObject({ distrusted: true });
    expect((await sent(get(port))).end).toMatchObject({ untrusted: { isChanged: false } });
  });

  test('is trusted after a restart, for this port and host alone', async () => {
    const keys = selfSigned('localhost');
    const [port, other] = [await serve(keys), await serve(keys)];
    await trust(port, await sent(get(port)));
    await app.close();
    app = await startTestApp({ home: home.path });
    expect((await sent(get(port))).end).toMatchObject({ outcome: 'received' });
    expect((await sent(get(other))).end).toMatchObject({ untrusted: { port: other } });
    expect((await sent({ url: `https://127.0.0.1:${port}/` })).end).toMatchObject({
      untrusted: { host: '127.0.0.1' },
    });
  });

  test('is refused again when it shows another certificate, and that is said', async () => {
    const [first, second] = [selfSigned('localhost'), selfSigned('localhost')];
    const server = https.createServer(first, (_, response) => response.end('hello'));
    const port = await listening(server);
    await trust(port, await sent(get(port)));
    expect((await sent(get(port))).end).toMatchObject({ outcome: 'received' });
    server.setSecureContext(second);
    const changed = await sent(get(port));
    expect(changed.end).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('not the one that was trusted'),
      untrusted: { isChanged: true },
    });
    await trust(port, changed);
    expect((await sent(get(port))).end).toMatchObject({ outcome: 'received' });
    server.setSecureContext(first);
    expect((await sent(get(port))).end).toMatchObject({ untrusted: { isChanged: true } });
  });

  test('is reached by one send that says so', async () => {
    const port = await serve(selfSigned('localhost'));
    const trusting = (await sent(get(port))).end['untrusted'].certificates[0].fingerprint;
    expect((await sent(get(port), { ...direct, trusting })).body).toBe('reached by GET');
    expect((await sent(get(port))).end).toMatchObject({ outcome: 'failed' });
    const other = await serve(selfSigned('localhost'));
    expect((await sent(get(other), { ...direct, trusting })).end).toMatchObject({
      untrusted: { port: other },
    });
    await using client = new ClientConsole(app).follow();
    const params = { window: client.window, tab: 'a', request: get(port), trusting: '00:'.repeat(31) + '00' };
    expect(await app.rpc('client.send', params)).toMatchObject({ status: 422, field: 'trusting' });
  });

  test('shares its authority with others, which are then reached too', async () => {
    const [port, other] = [
      await serve(strangers.issue('localhost'), strangers.ca),
      await serve(strangers.issue('localhost'), strangers.ca),
    ];
    const refused = await sent(get(port));
    const { untrusted } = refused.end as unknown as {
      untrusted: { authority: string; certificates: object[] };
    };
    expect(untrusted).toMatchObject({ code: 'SELF_SIGNED_CERT_IN_CHAIN' });
    expect(untrusted.certificates).toHaveLength(2);
    const wrong = { host: 'localhost', port, fingerprint: untrusted.authority, for: 'host' };
    expect(await app.rpc('client.trust_certificate', wrong)).toMatchObject({
      status: 422,
      field: 'fingerprint',
    });
    await trust(port, refused, { for: 'authority', fingerprint: untrusted.authority });
    expect((await sent(get(port))).end).toMatchObject({ outcome: 'received' });
    expect((await sent(get(other))).end).toMatchObject({ outcome: 'received' });
    const stranger = await serve(untrustedAuthority().issue('localhost'));
    expect((await sent(get(stranger))).end).toMatchObject({ outcome: 'failed' });
  });

  test('may show one that has expired, or is for another name', async () => {
    const cases = [
      [strangers.issueExpired('localhost'), /CERT_HAS_EXPIRED|UNABLE_TO_/],
      [strangers.issue('other.test'), /UNABLE_TO_|ALTNAME/],
    ] as const;
    for (const [keys, code] of cases) {
      const port = await serve(keys);
      const refused = await sent(get(port));
      expect(refused.end['untrusted'].code).toMatch(code);
      await trust(port, refused);
      expect((await sent(get(port))).end).toMatchObject({ outcome: 'received' });
    }
  });

  test('cannot be trusted before it was seen', async () => {
    const given = { host: 'localhost', port: 1, fingerprint: '00:'.repeat(31) + '00', for: 'host' };
    expect(await app.rpc('client.trust_certificate', given)).toMatchObject({ status: 422, field: 'host' });
    const port = await serve(selfSigned('localhost'));
    await sent(get(port));
    expect(await app.rpc('client.trust_certificate', { ...given, port })).toMatchObject({
      status: 422,
      field: 'fingerprint',
    });
  });

  test('behind the running proxy is told as well, and goes directly once it is trusted', async () => {
    await app.result('ssl_proxying', { action: 'add_host', value: 'localhost' });
    onTestFinished(async () => {
      await app.result('ssl_proxying', { action: 'remove_host', value: 'localhost' });
    });
    const port = await serve(selfSigned('localhost'));
    const refused = await sent({ ...get(port), method: 'POST' }, {});
    expect(refused.end).toMatchObject({
      outcome: 'failed',
      phase: 'tls',
      mayHaveActed: false,
      response: null,
      untrusted: { port, code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
    await trust(port, refused);
    expect((await sent(get(port), {})).body).toBe('reached by GET');
    // The proxy itself trusts it no more than before.
    const answer = app.via(`https://localhost:${port}/`).then(({ text }) => text);
    expect(await answer.catch(String)).not.toContain('reached');
    const [first, second] = [
      await serve(strangers.issue('localhost'), strangers.ca),
      await serve(strangers.issue('localhost'), strangers.ca),
    ];
    const chain = await sent(get(first), {});
    await trust(first, chain, { for: 'authority', fingerprint: chain.end['untrusted'].authority });
    expect((await sent(get(first), {})).end).toMatchObject({ outcome: 'received' });
    expect((await sent(get(second), {})).end).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('send again'),
    });
    expect((await sent(get(second), {})).end).toMatchObject({ outcome: 'received' });
  });
});

test('a damaged list of trusted certificates is moved aside', async () => {
  const port = await serve(selfSigned('localhost'));
  await trust(port, await sent(get(port)));
  await app.close();
  writeFileSync(FILE, '{"version":1,"entries":[{"host":1}]}');
  app = await startTestApp({ home: home.path });
  expect(await app.result('client.trusted_certificates')).toMatchObject({
    certificates: [],
    notSaved: expect.stringContaining('trusted-certificates.json'),
  });
  expect(readFileSync(`${FILE}.broken`, 'utf8')).toContain('"host":1');
});

describe('each transport asks, and is trusted alike', () => {
  const keys = strangers.issue('localhost');

  test.each([
    ['websocket', async () => (await webSocketServer()).replace('https', 'wss'), {}],
    [
      'graphql',
      async () => httpsServer('{"data":{}}'),
      { method: 'POST', body: { type: 'graphql', query: '{ a }', variables: '' } },
    ],
    [
      'ai',
      async () => httpsServer('{}'),
      { ai: { provider: 'ollama', model: 'm', messages: [{ text: 'a' }] } },
    ],
    ['socketio', socketIoServer, { socketio: { listenMs: 0 } }],
    ['mqtt', async () => (await broker()).replace('https', 'mqtts'), { mqtt: { listenMs: 0 } }],
    ['tcp', async () => (await plainTls()).replace('https', 'tls'), {}],
    ['grpc', grpcServer, { grpc: { service: '', method: '' } }],
    ['mcp', mcpOverHttps, { mcp: { operation: 'tools/list' } }],
  ] as const)('%s', async (type, start, fields) => {
    const url = await start();
    const { port } = new URL(url.replace(/^\w+:/, 'https:'));
    const request = { type, url, ...fields };
    const refused = await sent(request);
    expect(refused.end).toMatchObject({
      outcome: 'failed',
      untrusted: { host: 'localhost', port: Number(port), certificates: [{ subject: expect.any(String) }] },
    });
    await trust(Number(port), refused);
    const { end } = await sent(request);
    expect(end).toMatchObject({ outcome: 'received', response: { status: expect.any(Number) } });
    expect(end['untrusted']).toBeUndefined();
  });

  async function httpsServer(body: string): Promise<string> {
    const server = https.createServer(keys, (_, response) =>
      response.setHeader('Content-Type', 'application/json').end(body),
    );
    return `https://localhost:${await listening(server)}`;
  }

  async function webSocketServer(): Promise<string> {
    const server = https.createServer(keys);
    new WebSocketServer({ server }).on('connection', (socket) => socket.close());
    return `https://localhost:${await listening(server)}`;
  }

  async function socketIoServer(): Promise<string> {
    const server = https.createServer(keys);
    const io = new SocketIoServer(server);
    onTestFinished(() => void io.close());
    return `https://localhost:${await listening(server)}`;
  }

  async function broker(): Promise<string> {
    const aedes = await Aedes.createBroker();
    onTestFinished(() => new Promise<void>((resolve) => aedes.close(resolve)));
    return `https://localhost:${await listening(tls.createServer(keys, aedes.handle))}`;
  }

  async function plainTls(): Promise<string> {
    return `https://localhost:${await listening(tls.createServer(keys, (socket) => socket.end('hello')))}`;
  }

  async function grpcServer(): Promise<string> {
    const server = await chatServer(keys);
    onTestFinished(() => server[Symbol.dispose]());
    return `grpcs://localhost:${server.port}`;
  }

  async function mcpOverHttps(): Promise<string> {
    const plain = mcpHttpServer('modern');
    const server = https.createServer(keys, (request, response) => plain.emit('request', request, response));
    return `https://localhost:${await listening(server)}/mcp`;
  }
});

describe('client certificates of this machine', () => {
  test.each(['TLSv1.2', 'TLSv1.3'] as const)('are tried against servers with %s', async (version) => {
    using files = temporaryHome();
    const path = (name: string): string => join(files.path, name);
    const known = await startCertificateServer((name, text) => writeFileSync(path(name), text));
    onTestFinished(known.close);
    const options = { ...selfSigned('localhost'), minVersion: version, maxVersion: version } as const;
    const strict = https.createServer({ ...options, requestCert: true });
    const indifferent = https.createServer(options, (_, response) => response.end());
    const [strictPort, indifferentPort] = [await listening(strict), await listening(indifferent)];
    const certificate = { host: '*host', certPath: path('cert.pem'), keyPath: path('key.pem') };
    await app.result('client.set_client_certificate', certificate);
    onTestFinished(() => app.result('client.delete_client_certificate', { host: '*host' }));
    const tried = (server: string) => app.rpc('client.try_client_certificate', { host: '*host', server });
    const { host } = new URL(known.url);
    expect(await tried(host)).toMatchObject({ value: { asked: true, refused: null } });
    expect(await tried(`localhost:${strictPort}`)).toMatchObject({
      value: { asked: true, refused: expect.any(String) },
    });
    expect(await tried(`https://localhost:${indifferentPort}/`)).toMatchObject({
      value: { asked: false, refused: null },
    });
    indifferent.closeAllConnections();
    await new Promise((resolve) => indifferent.close(resolve));
    expect(await tried(`localhost:${indifferentPort}`)).toMatchObject({
      status: 422,
      error: expect.stringContaining(`localhost:${indifferentPort}`),
    });
  });

  test('are presented to the hosts that they are for', async () => {
    using files = temporaryHome();
    const path = (name: string): string => join(files.path, name);
    const server = await startCertificateServer((name, text) => writeFileSync(path(name), text));
    onTestFinished(server.close);
    const port = Number(new URL(server.url).port);
    const given = { host: 'localhost', certPath: path('cert.pem'), keyPath: path('locked.pem') };
    await trust(port, await sent({ url: server.url }));
    expect((await sent({ url: server.url })).body).toBe('no certificate');
    expect(await app.rpc('client.set_client_certificate', { ...given, passphrase: 'guess' })).toMatchObject({
      status: 422,
      error: expect.stringContaining('cert.pem'),
    });
    await app.result('client.set_client_certificate', { ...given, passphrase: 'open' });
    const before = Date.now();
    expect((await sent({ url: server.url })).body).toBe('the certificate of client.example');
    const shown = { lastShown: expect.any(Number) };
    await until('the note', async () => {
      const { certificates } = await app.result('client.client_certificates');
      return certificates[0].lastShown >= before;
    });
    expect(await app.result('client.client_certificates')).toEqual({
      certificates: [
        {
          ...given,
          passphrase: '••••••••',
          enabled: true,
          ...shown,
          facts: { subject: 'CN=client.example', validUntil: expect.any(String) },
          problem: null,
        },
      ],
      notSaved: null,
    });
    await app.result('client.enable_client_certificate', { host: 'localhost', enabled: false });
    expect((await sent({ url: server.url })).body).toBe('no certificate');
    await app.result('client.enable_client_certificate', { host: 'localhost', enabled: true });
    const file = join(home.path, 'Workspace/.local/client-certificates.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // The mask stands for the passphrase.
    await app.result('client.set_client_certificate', { ...given, host: '*.test', passphrase: 'open' });
    await app.result('client.set_client_certificate', { ...given, passphrase: '••••••••' });
    expect((await sent({ url: server.url })).body).toBe('the certificate of client.example');
    rmSync(path('cert.pem'));
    expect((await sent({ url: server.url })).end).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining(path('cert.pem')),
    });
    const { certificates } = await app.result('client.client_certificates');
    expect(certificates[0].problem).toContain(path('cert.pem'));
    await app.result('client.delete_client_certificate', { host: 'localhost' });
    expect((await sent({ url: server.url })).body).toBe('no certificate');
    expect(await app.result('client.delete_client_certificate', { host: '*.test' })).toMatchObject({
      deleted: true,
    });
  });

  test('may be PKCS #12, and go directly where the proxy decrypts', async () => {
    using files = temporaryHome();
    const path = (name: string): string => join(files.path, name);
    const server = await startCertificateServer((name, text) => writeFileSync(path(name), text));
    onTestFinished(server.close);
    const ownKey = ['-in', path('cert.pem'), '-inkey', path('key.pem')];
    const made = ['-out', path('me.p12'), '-passout', 'pass:secret'];
    const { status } = spawnSync('openssl', ['pkcs12', '-export', ...ownKey, ...made]);
    expect(status).toBe(0);
    await app.result('ssl_proxying', { action: 'add_host', value: 'localhost' });
    onTestFinished(async () => {
      await app.result('ssl_proxying', { action: 'remove_host', value: 'localhost' });
      await app.result('client.delete_client_certificate', { host: 'local*' });
    });
    const given = { host: 'local*', certPath: path('me.p12'), passphrase: 'secret' };
    await app.result('client.set_client_certificate', given);
    await trust(Number(new URL(server.url).port), await sent({ url: server.url }, {}));
    expect((await sent({ url: server.url }, {})).body).toBe('the certificate of client.example');
  });
});
