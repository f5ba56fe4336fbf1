import { once } from 'node:events';
import net from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { trustedAuthority } from '../../test/helpers/authority.ts';
import { temporaryHome } from '../../test/helpers/home.ts';
import { closedPort } from '../../test/helpers/ports.ts';
import { startSocks5 } from '../../test/helpers/proxies.ts';
import { rawOrigin } from '../../test/helpers/raw.ts';
import { ProxyError } from '../base/errors.ts';
import { DIRECT, type ProxyQuery, type UpstreamProxy, type ProxyRoute } from './proxy-routes/proxy-route.ts';
import { UpstreamConnection, type ConnectionOptions, type ConnectionTarget } from './upstream-connection.ts';

const authority = trustedAuthority();

function optionsFor(
  proxies: readonly ProxyRoute[],
  rest: Partial<ConnectionOptions> = {},
): ConnectionOptions & { readonly failed: string[]; readonly asked: ProxyQuery[] } {
  const failed: string[] = [];
  const asked: ProxyQuery[] = [];
  return {
    timeoutMs: 5000,
    alpn: ['http/1.1'],
    keylog: null,
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    guard: () => null,
    proxies: {
      resolve: (destination) => {
        asked.push(destination);
        return proxies;
      },
      reportFailure: ({ port }) => failed.push(String(port)),
    },
    failed,
    asked,
    ...rest,
  };
}

function through(type: UpstreamProxy['type'], port: number): ProxyRoute {
  return { type: 'proxy', proxy: { type, host: '127.0.0.1', port, account: null } };
}

function to(port: number, rest: Partial<ConnectionTarget> = {}): ConnectionTarget {
  return { host: '127.0.0.1', port, servername: null, localAllowed: true, ...rest };
}

const errorOf = (opening: Promise<UpstreamConnection>): Promise<unknown> =>
  opening.catch((error: unknown) => error);

test.skipIf(process.platform === 'win32')('a Unix socket in place of a host and port', async () => {
  using folder = temporaryHome();
  const path = join(folder.path, 'server');
  const server = net.createServer((socket) => socket.end('from the socket')).listen(path);
  await once(server, 'listening');
  const asked: string[] = [];
  const options = optionsFor([through('socks5', await closedPort())], {
    socketPath: (host, port) => Promise.resolve(asked.push(`${host}:${port}`) > 0 ? path : null),
  });
  const connection = await UpstreamConnection.open({ ...to(3000), host: 'localhost' }, options);
  await connection.spoken();
  expect({ asked, proxies: options.asked, via: connection.via, address: connection.address }).toEqual({
    asked: ['localhost:3000'],
    proxies: [],
    via: null,
    address: 'localhost:3000',
  });
  connection.destroy();
  server.close();
});

describe('through a proxy', () => {
  test('TLS is with the origin; both connections end together', async () => {
    await using socks = await startSocks5(null);
    await using origin = await rawOrigin('127.0.0.1', authority.issue('a.test'));
    const options = optionsFor([through('socks5', socks.port)]);
    const connection = await UpstreamConnection.open(to(origin.port, { servername: 'a.test' }), options);
    expect(connection).toMatchObject({
      via: `socks5://127.0.0.1:${socks.port}`,
      address: `127.0.0.1:${socks.port}`,
      tls: { sni: 'a.test' },
    });
    expect(options.asked).toEqual([{ host: '127.0.0.1', port: origin.port, isSecure: true }]);
    const peer = await origin.next();
    connection.write('hello');
    expect(await peer.exactly(5)).toBe('hello');
    connection.destroy();
    await peer.gone();
    await origin.empty();
  });

  test('what the origin says first is kept', async () => {
    await using proxy = await rawOrigin();
    const opening = UpstreamConnection.open(
      to(25, { tunnel: true }),
      optionsFor([through('http', proxy.port)]),
    );
    const peer = await proxy.next();
    await peer.head();
    peer.write('HTTP/1.1 200 OK\r\n\r\n220 ');
    const connection = await opening;
    peer.write('ready');
    peer.end();
    let received = '';
    const ended = new Promise<void>((resolve) => {
      connection.reader = {
        bytes: (bytes) => (received += bytes.toString('latin1')),
        ended: resolve,
        closed: () => undefined,
        drained: () => undefined,
      };
    });
    await ended;
    expect(received).toBe('220 ready');
    connection.destroy();
  });

  test('plain HTTP is written in absolute form, without a question before', async () => {
    await using proxy = await rawOrigin();
    const options = optionsFor([through('http', proxy.port)]);
    const connection = await UpstreamConnection.open(to(80, { host: 'a.test' }), options);
    expect(connection.rewrite?.('GET /x HTTP/1.1\r\n\r\n')).toBe('GET http://a.test/x HTTP/1.1\r\n\r\n');
    expect(connection.tls).toBeNull();
    expect(options.asked).toEqual([{ host: 'a.test', port: 80, isSecure: false }]);
    connection.destroy();
  });

  test('nothing may stand before TLS', async () => {
    await using proxy = await rawOrigin();
    const opening = errorOf(
      UpstreamConnection.open(to(443, { servername: 'a.test' }), optionsFor([through('http', proxy.port)])),
    );
    const peer = await proxy.next();
    await peer.head();
    peer.write('HTTP/1.1 200 OK\r\n\r\nno TLS at all');
    expect(await opening).toMatchObject({ message: expect.stringContaining('before TLS begins') });
    await peer.over();
  });
});

describe('several ways', () => {
  test('are tried in turn while nobody is there', async () => {
    await using origin = await rawOrigin();
    const nobody = await closedPort();
    const options = optionsFor([through('http', nobody), through('socks5', nobody), DIRECT]);
    const connection = await UpstreamConnection.open(to(origin.port, { tunnel: true }), options);
    expect([connection.via, connection.address]).toEqual([null, origin.authority]);
    expect(options.failed).toEqual([String(nobody), String(nobody)]);
    connection.destroy();
  });

  test('end with a proxy that says no', async () => {
    await using proxy = await rawOrigin();
    const options = optionsFor([through('http', proxy.port), DIRECT]);
    const opening = errorOf(UpstreamConnection.open(to(1, { tunnel: true }), options));
    const peer = await proxy.next();
    await peer.head();
    peer.write('HTTP/1.1 403 No\r\n\r\n');
    expect(await opening).toMatchObject({
      code: 'EXTERNAL_PROXY_FAILED',
      message: expect.stringContaining('403 No'),
    });
    expect(options.failed).toEqual([]);
  });

  test('share the time: one that hangs does not take it all', async () => {
    await using hanging = await rawOrigin();
    await using origin = await rawOrigin();
    const options = optionsFor([through('http', hanging.port), DIRECT], { timeoutMs: 400 });
    const connection = await UpstreamConnection.open(to(origin.port, { tunnel: true }), options);
    expect(options.failed).toEqual([String(hanging.port)]);
    connection.destroy();
  });
});

describe('what is refused', () => {
  test.each(['127.0.0.1', 'by-name.test'])('another device does not reach %s by a detour', async (host) => {
    await using proxy = await rawOrigin();
    const options = optionsFor([through('http', proxy.port)]);
    expect(
      await errorOf(UpstreamConnection.open(to(80, { host, localAllowed: false }), options)),
    ).toMatchObject({
      code: 'NOT_ALLOWED',
    });
    expect(proxy.count).toBe(0);
  });

  test('a proxy on this machine is the user’s choice, for other devices too', async () => {
    await using proxy = await rawOrigin();
    const resolve = () => Promise.resolve([{ address: '192.0.2.1', family: 4 }]);
    const options = optionsFor([through('http', proxy.port)], { resolve });
    const connection = await UpstreamConnection.open(
      to(80, { host: 'a.test', localAllowed: false }),
      options,
    );
    expect(connection.via).toBe(`http://127.0.0.1:${proxy.port}`);
    connection.destroy();
  });

  test('a proxy that is this proxy itself', async () => {
    const guard = () => new ProxyError('LOOP', 'is this proxy itself');
    const error = await errorOf(
      UpstreamConnection.open(to(80, { host: 'a.test' }), optionsFor([through('http', 1)], { guard })),
    );
    expect(error).toMatchObject({ code: 'EXTERNAL_PROXY_FAILED' });
  });
});

test('a place may be diverted, for one connection or by the options', async () => {
  await using origin = await rawOrigin();
  const endpoint = { host: '127.0.0.1', port: origin.port };
  const one = await UpstreamConnection.open(
    to(1, { host: 'a.test', connectTo: endpoint }),
    optionsFor([DIRECT]),
  );
  const all = await UpstreamConnection.open(
    to(1, { host: 'a.test' }),
    optionsFor([DIRECT], { connectOverride: () => endpoint }),
  );
  expect([one.address, all.address]).toEqual([origin.authority, origin.authority]);
  for (const connection of [one, all]) {
    connection.destroy();
    await once(connection.socket, 'close');
  }
});
