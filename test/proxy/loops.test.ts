// The proxy's own address, in every spelling: a request for it through the proxy gets the API, the proxy
// never connects to itself, and nothing is recorded.
import dns from 'node:dns/promises';
import { once } from 'node:events';
import os from 'node:os';
import tls from 'node:tls';
import { describe, expect, test } from 'vitest';
import { arenaForEach } from '../helpers/arena.ts';
import { Raw } from '../helpers/raw.ts';

const arena = arenaForEach();

/**
 * Names that the API accepts as its own Host; it refuses others with 403, since another page may have made
 * them resolve to it.
 */
const NAMES_OF_OURS = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  '127.0.0.1',
  '127.1.2.3',
  '[::1]',
  '[0:0::1]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7f00:1]',
];
const OTHER_SPELLINGS = [
  '127.1',
  '127.0.1',
  '0x7f000001',
  '0x7F.1',
  '2130706433',
  '0177.0.0.1',
  '0.0.0.0',
  '0',
  '[::]',
];
const own = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
const MACHINE = [
  os.hostname(),
  ...own.filter(({ family }) => family === 'IPv4').map(({ address }) => address),
  ...own
    .filter(({ family, scopeid }) => family === 'IPv6' && scopeid === 0)
    .map(({ address }) => `[${address}]`),
].filter((name) => !NAMES_OF_OURS.includes(name));

/** True when the host resolves; other spellings cannot reach the proxy. */
async function resolves(host: string): Promise<boolean> {
  if (host.startsWith('[')) return true;
  return dns.lookup(host).then(
    () => true,
    () => false,
  );
}

const CASES = (
  await Promise.all(
    [...NAMES_OF_OURS, ...OTHER_SPELLINGS, ...MACHINE].map(async (host) =>
      (await resolves(host)) ? [host] : [],
    ),
  )
).flat();

test('most spellings are known here', () => {
  expect(CASES.length).toBeGreaterThan(12);
});

describe.each(CASES)('%s', (host) => {
  const status = NAMES_OF_OURS.includes(host) ? 200 : 403;

  test.each(['http', 'https'])('as an absolute %s target', async (scheme) => {
    const client = await arena().client();
    await ask(client, `${scheme}://${host}:${arena().proxy.engine.port}`, 'ignored.test');
  });

  test('through CONNECT, in the clear and in TLS', async () => {
    const authority = `${host}:${arena().proxy.engine.port}`;
    const client = await tunnel(authority);
    await ask(client, '', authority);
    const { stream } = await tunnel(authority);
    stream.removeAllListeners('data');
    const socket = tls.connect({
      socket: stream,
      ca: arena().proxy.engine.ca.certPem,
      rejectUnauthorized: false,
    });
    await once(socket, 'secureConnect');
    const secured = new Raw(socket);
    await ask(secured, '', authority);
    await ask(secured, `https://${authority}`, 'ignored.test');
    socket.destroy();
  });

  async function tunnel(authority: string): Promise<Raw> {
    const client = await arena().client();
    client.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
    expect(await client.head()).toMatch(/^HTTP\/1.1 200 /);
    return client;
  }

  async function ask(client: Raw, before: string, hostField: string): Promise<void> {
    const { engine, token } = arena().proxy;
    for (const given of ['', `X-Proxy-Token: ${token}\r\n`]) {
      client.write(`GET ${before}/api/status HTTP/1.1\r\nHost: ${hostField}\r\n${given}\r\n`);
      const { head, body } = await client.response();
      expect(Number(head.split(' ')[1])).toBe(given === '' && status === 200 ? 401 : status);
      expect(head).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
      expect(Object.keys(JSON.parse(body))).toContain(status === 200 && given !== '' ? 'recording' : 'error');
    }
    expect(engine.flows.list()).toEqual([]);
  }
});

describe('an alias host', () => {
  test.each(['proxyctl.local', 'PROXY.ctl', 'proxyctl.internal.', 'proxyctl.local:80'])(
    '%s',
    async (host) => {
      const client = await arena().client();
      const { token, engine } = arena().proxy;
      client.write(
        `GET http://${host}/api/status HTTP/1.1\r\nHost: ${host}\r\nX-Proxy-Token: ${token}\r\n\r\n`,
      );
      expect((await client.response()).body).toContain('"recording"');
      expect(engine.flows.list()).toEqual([]);
    },
  );

  test('proxyctl.local:443 through CONNECT, by a client that takes its time', async () => {
    const client = await arena().client();
    const { token, engine } = arena().proxy;
    client.write('CONNECT proxyctl.local:443 HTTP/1.1\r\nHost: proxyctl.local:443\r\n\r\n');
    await client.head();
    client.stream.removeAllListeners('data');
    // Longer than a tunnel waits elsewhere for its client's first bytes.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const socket = tls.connect({
      socket: client.stream,
      servername: 'proxyctl.local',
      ca: engine.ca.certPem,
    });
    await once(socket, 'secureConnect');
    const secured = new Raw(socket);
    secured.write(`GET /api/status HTTP/1.1\r\nHost: proxyctl.local\r\nX-Proxy-Token: ${token}\r\n\r\n`);
    expect((await secured.response()).body).toContain('"recording"');
    socket.destroy();
    expect(engine.flows.list()).toEqual([]);
  });
});

test('one connection may ask us and others by turns', async () => {
  const { client, server } = await arena().begin('/1');
  const { engine, token } = arena().proxy;
  for (const n of [2, 3]) {
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nother');
    expect((await client.response()).body).toBe('other');
    client.write(
      `GET http://127.0.0.1:${engine.port}/api/status HTTP/1.1\r\nHost: a\r\nX-Proxy-Token: ${token}\r\n\r\n`,
      `GET /api/status HTTP/1.1\r\nHost: 127.0.0.1:${engine.port}\r\nX-Proxy-Token: ${token}\r\n\r\n`,
      `GET http://${arena().origin.authority}/${n} HTTP/1.1\r\nHost: a\r\n\r\n`,
    );
    expect((await client.response()).body).toContain('"recording"');
    expect((await client.response()).body).toContain('"recording"');
    expect(await server.head()).toContain(`GET /${n} `);
  }
  expect(engine.flows.list().map(({ path }) => path)).toEqual(['/1', '/2', '/3']);
});
