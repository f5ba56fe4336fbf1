// Access to the proxy, and what other devices reach through it. This machine's own address outside loopback
// stands for another device: the proxy treats connections from it like those of any other.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import type { Notice } from '../../src/session/engine/index.ts';
import { startProxy } from '../../src/index.ts';
import { ask } from '../helpers/ask.ts';
import { startCli } from '../helpers/cli.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from '../helpers/engine.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { connectRaw } from '../helpers/raw.ts';

const origin = await startOrigin();
afterAll(() => origin.close());

const addresses = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
const outside = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '';
const outside6 =
  addresses.find(({ family, internal, scopeid }) => family === 'IPv6' && !internal && !scopeid)?.address ??
  '';
const hasIpv6 = addresses.some(({ address }) => address === '::1');

const EVERYBODY = ['0.0.0.0/0', '::/0'];
const NOBODY = ['203.0.113.77'];
const API_REFUSAL = '{"error":"The API is only available on this Mac"}';

function open(options: TestEngineOptions = {}): Promise<TestEngine> {
  return startTestEngine({ listenOnAllInterfaces: true, allowedClientIPs: EVERYBODY, ...options });
}

function at(proxy: TestEngine, host = outside): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${proxy.engine.port}`;
}

describe('listening', () => {
  test('on loopback only, by default', async () => {
    await using proxy = await startTestEngine({ allowedClientIPs: EVERYBODY });
    expect(proxy.engine).toMatchObject({ address: '127.0.0.1', listensOnAllInterfaces: false });
    expect((await ask(`${proxy.url}/ssl`)).status).toBe(200);
    for (const host of [outside, outside6, '::1'].filter((address) => address !== '')) {
      const socket = net.connect(proxy.engine.port, host);
      const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
      expect(error.code, host).toMatch(/^(ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH)$/);
    }
  });

  test.skipIf(outside === '' || !hasIpv6)('on every address, of IPv4 and IPv6', async () => {
    await using proxy = await open();
    expect(proxy.engine).toMatchObject({ address: '127.0.0.1', listensOnAllInterfaces: true });
    for (const host of ['127.0.0.1', '::1', outside, outside6].filter((address) => address !== ''))
      expect((await ask(`${at(proxy, host)}/ssl`)).status, host).toBe(200);
  });

  test('on every address, IPv4 clients keep their names: loopback is loopback', async () => {
    await using proxy = await open({ allowedClientIPs: NOBODY });
    expect((await proxy.api('/api/status')).status).toBe(200);
    await ask(`${origin.http}/x`, { via: proxy.engine.port });
    expect(proxy.engine.flows.list()[0]?.client).toMatchObject({ address: '127.0.0.1', isLoopback: true });
  });

  test('a port that is in use is named', async () => {
    await using taken = await open();
    await expect(open({ port: taken.engine.port })).rejects.toThrow(
      `port ${taken.engine.port} is in use by `,
    );
  });

  test('run shows the address for this machine', async () => {
    using home = temporaryHome();
    await using cli = startCli(['run', '--port', '0', '--all-interfaces'], { home: home.path });
    const [said] = await cli.saying(/listening on \S+/);
    expect(said).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
  });
});

describe.skipIf(outside === '')('a device that may not use the proxy', () => {
  test.each([
    ['an address that is not named', NOBODY],
    // Such as 192.0.2.0/24: not private, so not among those that may connect when no address is named.
    ...(/^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(outside)
      ? []
      : [['a public address', []] as const]),
  ] as const)('for %s gets 403 over HTTP, whatever it asks', async (_what, allowedClientIPs) => {
    const notices: Notice[] = [];
    await using proxy = await open({ allowedClientIPs, notice: (notice) => notices.push(notice) });
    for (const target of ['/', '/ssl', `${origin.http}/secret`, 'ftp://a/', '*']) {
      const { status, text, headers } = await ask(at(proxy), { target });
      expect({ status, connection: headers.connection }, target).toEqual({
        status: 403,
        connection: 'close',
      });
      expect(text).toContain(`${outside} is not among those`);
    }
    const connect = await connectRaw(proxy.engine.port, outside);
    connect.write(`CONNECT localhost:${origin.httpsPort} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(await connect.rest()).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(origin.received.some(({ url }) => url === '/secret')).toBe(false);
    expect(proxy.engine.flows.size).toBe(0);
    expect(notices).toHaveLength(6);
    expect(notices[0]).toEqual({ type: 'client-denied', address: outside });
  });

  test('gets the refusal of the API under /api/ and by the alias hosts', async () => {
    await using proxy = await open({ allowedClientIPs: NOBODY });
    const headers = { 'X-Proxy-Token': proxy.token };
    for (const target of [
      '/api/status',
      `http://127.0.0.1:${proxy.engine.port}/api/status`,
      'http://proxyctl.local/ssl',
      'http://proxy.ctl/api/flows',
    ]) {
      const { status, text, headers: answered } = await ask(at(proxy), { target, headers });
      expect({ status, text }, target).toEqual({ status: 403, text: API_REFUSAL });
      expect(answered['content-type']).toBe('application/json');
    }
    const byHost = await ask(`${at(proxy)}/ssl`, { headers: { Host: 'proxyctl.local' } });
    expect(byHost.text).toBe(API_REFUSAL);
    const connect = await connectRaw(proxy.engine.port, outside);
    connect.write('CONNECT proxyctl.internal:443 HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await connect.rest()).toContain(API_REFUSAL);
  });

  test.each([
    ['SOCKS5', '\x05\x01\0'],
    ['SOCKS4', '\x04\x01\0\x50\x01\x02\x03\x04\0'],
    ['noise', '\0\xff\0\xff'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'],
    ['an endless head', `GET / HTTP/1.1\r\nA: ${'a'.repeat(70_000)}`],
  ])('is closed without an answer on %s', async (what, bytes) => {
    await using proxy = await open({ allowedClientIPs: NOBODY });
    const raw = await connectRaw(proxy.engine.port, outside);
    raw.write(bytes);
    const answered = await raw.rest();
    // The preface is a well-formed HTTP/1 head, and gets the usual response.
    if (what === 'HTTP/2') expect(answered).toMatch(/^(HTTP\/1\.1 403 |$)/);
    else expect(answered).toBe('');
  });

  test('is closed without an answer on TLS, by its own name and by others', async () => {
    await using proxy = await open({ allowedClientIPs: NOBODY });
    for (const servername of ['localhost', 'api.example.com']) {
      const raw = await connectRaw(proxy.engine.port, outside);
      raw.stream.removeAllListeners('data');
      const secured = tls.connect({ socket: raw.stream, servername });
      const [error] = (await once(secured, 'error')) as [NodeJS.ErrnoException];
      expect(error.code, servername).toBe('ECONNRESET');
    }
  });

  test('cannot hold on by sending slowly or by leaving', async () => {
    await using proxy = await open({ allowedClientIPs: NOBODY });
    const leaving = await connectRaw(proxy.engine.port, outside);
    leaving.write('GET / HT');
    leaving.reset();
    const half = await connectRaw(proxy.engine.port, outside);
    half.write('GET / HT');
    half.end();
    expect(await half.rest()).toBe('');
    expect((await proxy.api('/api/status')).status).toBe(200);
  });

  test('may, once its address or network is named, also as IPv4 in IPv6', async () => {
    for (const range of [outside, `${outside}/24`, `::ffff:${outside}`, `::ffff:${outside}/120`]) {
      await using proxy = await open({ allowedClientIPs: ['203.0.113.77', range] });
      expect((await ask(`${at(proxy)}/ssl`)).status, range).toBe(200);
    }
  });

  test.skipIf(!/^f[cd]/.test(outside6))('may when nobody is named and its network is private', async () => {
    await using proxy = await open({ allowedClientIPs: [] });
    expect((await ask(`${at(proxy, outside6)}/ssl`)).status).toBe(200);
  });

  test('which may is shown where the proxy is', async () => {
    using home = temporaryHome();
    const settings = settingsFile(home.path, [outside]);
    const args = ['run', '--port', '0', '--all-interfaces', '--settings', settings];
    await using cli = startCli(args, { home: home.path });
    const [, port] = await cli.saying(/listening on http:\S+:(\d+)/);
    await cli.saying(/Root certificate/);
    expect(cli.stderr).toContain(
      `Other devices use the proxy ${outside}:${port}, and get the certificate at http://${outside}:${port}/ssl\n`,
    );
  });

  test('is said once under run', async () => {
    using home = temporaryHome();
    await using cli = startCli(
      ['run', '--port', '0', '--all-interfaces', '--settings', settingsFile(home.path)],
      {
        home: home.path,
      },
    );
    const [, port = ''] = await cli.saying(/listening on http:\S+:(\d+)/);
    // An address that nobody may use is not shown.
    await cli.saying(/^This machine has no address by which a device could reach it that may use the proxy/m);
    expect(cli.stderr).not.toContain(outside);
    const page = `http://${outside}:${port}/ssl`;
    for (let i = 0; i < 3; i += 1) expect((await ask(page)).status).toBe(403);
    await cli.saying(/was denied/);
    const { stderr } = await cli.stop('SIGINT');
    expect(stderr.match(/.*was denied.*/g)).toEqual([
      `${outside} was denied: add it to allowedClientIPs to let it use the proxy`,
    ]);
  });
});

describe.skipIf(outside === '')('a device that may use the proxy', () => {
  const local = () => [
    origin.http,
    `http://localhost:${origin.httpPort}`,
    `http://[::ffff:127.0.0.1]:${origin.httpPort}`,
  ];

  test('does not reach this machine through it', async () => {
    await using proxy = await open();
    for (const base of local()) {
      const { status, text } = await ask(at(proxy), { target: `${base}/local` });
      expect(status, base).toBe(403);
      expect(text).toContain('another device may not reach');
    }
    expect(origin.received.some(({ url }) => url === '/local')).toBe(false);
  });

  test('does, when devices are allowed; the API stays closed', async () => {
    await using proxy = await open({ allowDevicesToLocal: true });
    for (const base of local().slice(0, 2))
      expect((await ask(at(proxy), { target: `${base}/allowed` })).text, base).toContain('GET /allowed');
    const connect = await connectRaw(proxy.engine.port, outside);
    connect.write(`CONNECT 127.0.0.1:${origin.httpPort} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(await connect.head()).toMatch(/^HTTP\/1\.1 200 /);
    connect.write('GET /through HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await connect.rest()).toContain('GET /through');
    const headers = { 'X-Proxy-Token': proxy.token };
    for (const target of ['/api/status', `http://127.0.0.1:${proxy.engine.port}/api/status`]) {
      const { status, text } = await ask(at(proxy), { target, headers });
      expect({ status, text }, target).toEqual({ status: 403, text: API_REFUSAL });
    }
  });
});

test('a range that is none ends the start, with its name', async () => {
  using home = temporaryHome();
  await expect(startProxy({ home: home.path, allowedClientIPs: ['lan'] })).rejects.toThrow(
    'allowedClientIPs[0] is "lan": give an IP address or a range such as 192.168.1.0/24',
  );
});

function settingsFile(folder: string, allowedClientIPs: readonly string[] = NOBODY): string {
  const path = join(folder, 'settings.json');
  writeFileSync(path, JSON.stringify({ allowedClientIPs }));
  return path;
}
