// Other devices log in. This machine's own address outside loopback stands for another device, as in access.test.ts.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineConfig } from '../../src/session/engine/config.ts';
import { ask } from '../helpers/ask.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin } from '../helpers/origin.ts';
import { connectRaw } from '../helpers/raw.ts';

const outside =
  Object.values(os.networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '';
const basic = (account: string): string => `Basic ${Buffer.from(account).toString('base64')}`;
const LOGIN = 'phone:pässword: 1';
const ACCOUNT = { username: 'phone', password: 'pässword: 1' };
const SETTINGS = {
  listenOnAllInterfaces: true,
  allowedClientIPs: ['0.0.0.0/0'],
  allowDevicesToLocal: true,
  deviceLogin: ACCOUNT,
};

describe.skipIf(outside === '')('a device that has to log in', () => {
  let origin: Awaited<ReturnType<typeof startOrigin>>;
  let proxy: TestEngine;
  let url: string;

  beforeAll(async () => {
    origin = await startOrigin();
    proxy = await startTestEngine(SETTINGS);
    url = `http://${outside}:${proxy.engine.port}`;
  });
  afterAll(async () => {
    await proxy.close();
    await origin.close();
  });

  const proxied = (path: string, authorization?: string) =>
    ask(url, {
      target: `${origin.http}${path}`,
      headers: authorization === undefined ? {} : { 'Proxy-Authorization': authorization },
    });

  test.each([
    ['none', undefined],
    ['another password', basic('phone:x')],
    ['another name', basic('x:pässword: 1')],
    ['no colon', basic('phone')],
    ['another scheme', `Bearer ${Buffer.from(LOGIN).toString('base64')}`],
  ])('gets 407 with %s, and nothing is sent', async (_, authorization) => {
    const { status, headers, text } = await proxied('/secret', authorization);
    expect({ status, connection: headers.connection }).toEqual({ status: 407, connection: 'close' });
    expect(headers['proxy-authenticate']).toBe('Basic realm="proxyctl", charset="UTF-8"');
    expect(text).toContain('deviceLogin');
    expect(origin.received.some(({ url: path }) => path === '/secret')).toBe(false);
  });

  test('is served with the account, which goes no further', async () => {
    expect((await proxied('/in', basic(LOGIN))).text).toContain('GET /in');
    const received = origin.received.find(({ url: path }) => path === '/in');
    expect(JSON.stringify(received)).not.toMatch(/proxy-authorization/i);
    const flow = proxy.engine.flows.list().at(-1)!;
    expect(flow.client.address).toBe(outside);
    expect(JSON.stringify(await proxy.api(`/api/flows/${flow.id}`))).not.toContain(basic(LOGIN).slice(6));
  });

  test('keeps its connection, and its tunnel', async () => {
    const raw = await connectRaw(proxy.engine.port, outside);
    const target = `127.0.0.1:${origin.httpPort}`;
    raw.write(`GET http://${target}/a HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(LOGIN)}\r\n\r\n`);
    await raw.until('GET /a');
    raw.write(`CONNECT ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await raw.until('HTTP/1.1 200 Connection Established\r\n\r\n');
    raw.write('GET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await raw.rest()).toContain('GET /b');
    const other = await connectRaw(proxy.engine.port, outside);
    other.write(`CONNECT ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(await other.rest()).toMatch(/^HTTP\/1\.1 407 /);
  });

  test('gets the certificate page without, and nothing else on that connection', async () => {
    expect((await ask(`${url}/ssl`)).status).toBe(200);
    const raw = await connectRaw(proxy.engine.port, outside);
    raw.write(`GET /ssl HTTP/1.1\r\nHost: ${outside}:${proxy.engine.port}\r\n\r\n`);
    await raw.until('HTTP/1.1 200 OK');
    raw.write(`GET ${origin.http}/smuggled HTTP/1.1\r\nHost: a\r\n\r\n`);
    raw.write(`CONNECT 127.0.0.1:${origin.httpPort} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(await raw.rest()).not.toContain('GET /smuggled');
    expect(origin.received.some(({ url: path }) => path === '/smuggled')).toBe(false);
  });

  test.each([
    ['SOCKS 4', Buffer.from('\x04\x01\0\x50\x7f\0\0\x01\0', 'latin1'), /^\0\x5b/],
    ['SOCKS 5 without an account', Buffer.from('\x05\x01\0', 'latin1'), /^\x05\xff/],
    [
      'HTTP/2',
      Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1'),
      /^$|^HTTP\/1\.1 407 /,
    ],
    ['noise', Buffer.from('\0\xff\0\xff', 'latin1'), /^$/],
  ])('is refused over %s', async (_, bytes, answer) => {
    const raw = await connectRaw(proxy.engine.port, outside);
    raw.write(bytes.toString('latin1'));
    expect(await raw.rest()).toMatch(answer);
  });

  test('is refused over TLS to another server, which a redirect would bring', async () => {
    const socket = tls.connect({ host: outside, port: proxy.engine.port, servername: 'example.com' });
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toMatch(/disconnected|ECONNRESET|hang up/);
  });

  test.skipIf(missing('curl'))('curl logs in, by HTTP, HTTPS and SOCKS', async () => {
    const curl = async (...args: readonly string[]): Promise<string> =>
      (await promisify(execFile)('curl', ['-s', '--proxy-insecure', ...args, `${origin.http}/curl`])).stdout;
    for (const scheme of ['http', 'https', 'socks5h']) {
      const at = `${scheme}://${outside}:${proxy.engine.port}`;
      expect(await curl('-x', at, '-U', LOGIN), scheme).toContain('GET /curl');
      expect(await curl('-x', at, '-p', '-U', LOGIN), `${scheme}, tunnel`).toContain('GET /curl');
      expect(await curl('-x', at).catch(() => ''), scheme).not.toContain('GET /curl');
    }
  });

  test('this machine needs none, and a change of the account ends connections of devices', async () => {
    expect((await ask(`${origin.http}/local`, { via: proxy.engine.port })).text).toContain('GET /local');
    const raw = await connectRaw(proxy.engine.port, outside);
    raw.write(`GET ${origin.http}/a HTTP/1.1\r\nHost: a\r\nProxy-Authorization: ${basic(LOGIN)}\r\n\r\n`);
    await raw.until('GET /a');
    const changed = engineConfig({ ...SETTINGS, deviceLogin: { ...ACCOUNT, password: 'other' } });
    await proxy.engine.change({ ...changed, listen: { ...changed.listen, port: proxy.engine.port } }, () =>
      Promise.resolve(),
    );
    await raw.rest();
    expect((await proxied('/late', basic(LOGIN))).status).toBe(407);
    expect((await proxied('/late', basic('phone:other'))).text).toContain('GET /late');
  });
});
