// The connection to a server that is opened while the client's handshake is in progress.
import { once } from 'node:events';
import { connect, createSecureServer, type Http2SecureServer, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ProxyHooks } from '../../src/proxy/hooks.ts';
import { openTunnel } from '../helpers/ask.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { Raw } from '../helpers/raw.ts';
import { until } from '../helpers/waiting.ts';

const credentials = trustedAuthority().issue('localhost');
let proxy: TestEngine;
let server: Http2SecureServer;
let authority: string;
/** The protocol of each connection that the server has secured. */
let protocols: (string | false | null)[] = [];
let requests = 0;
/** True when the server is to leave as the next request arrives. */
let leaves = false;

beforeAll(async () => {
  server = createSecureServer({ ...credentials, allowHTTP1: true }, (request, response) => {
    requests += 1;
    if (!leaves) response.end('hello');
    else if (request.httpVersion === '2.0') request.stream.session?.destroy();
    else request.socket.destroy();
    leaves = false;
  });
  server.on('secureConnection', ({ alpnProtocol }: tls.TLSSocket) => protocols.push(alpnProtocol));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  authority = `localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});
afterEach(async () => {
  await proxy.close();
  protocols = [];
  requests = 0;
});

/** Performs the handshake through a tunnel, and sends nothing inside. */
async function secured(ALPNProtocols: string[], hooks: ProxyHooks = {}): Promise<tls.TLSSocket> {
  proxy = await startTestEngine({ sslProxyingHosts: ['*'], hooks });
  const socket = tls.connect({
    socket: await openTunnel(proxy.engine.port, authority),
    servername: 'localhost',
    ca: proxy.engine.ca.certPem,
    ALPNProtocols,
  });
  await once(socket, 'secureConnect');
  return socket;
}

const ASK = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('before the client has sent a request', () => {
  test('the connection is there, and serves it', async () => {
    await using client = new Raw(await secured(['http/1.1']));
    await until('a connection to the server', () => protocols.length === 1);
    expect(proxy.engine.flows.list()).toEqual([]);
    client.write(ASK);
    expect(await client.head()).toMatch(/^HTTP\/1.1 200 /);
    expect(requests).toBe(1);
    expect(protocols).toEqual(['http/1.1']);
  });

  test('it speaks HTTP/2 where the client does', async () => {
    await using client = new Raw(await secured(['h2', 'http/1.1']));
    await until('a connection to the server', () => protocols.length === 1);
    expect([protocols, client.closed]).toEqual([['h2'], false]);
  });

  test.each(['http/1.1', 'h2'] as const)(
    'one that the server has just closed (%s) is no failure',
    async (version) => {
      const socket = await secured([version]);
      await until('a connection to the server', () => protocols.length === 1);
      // The server may have begun before the proxy knows.
      await new Promise((resolve) => setTimeout(resolve, 100));
      leaves = true;
      expect(await statusOf(socket, version)).toBe(200);
      expect([requests, protocols]).toEqual([2, [version, version]]);
    },
  );

  test('there is none while a tool is on: it may respond itself', async () => {
    const seen: string[] = [];
    const hooks: ProxyHooks = { exchange: ({ method }) => (seen.push(method), null) };
    await using client = new Raw(await secured(['http/1.1'], hooks));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(protocols).toEqual([]);
    client.write(ASK);
    expect(await client.head()).toMatch(/^HTTP\/1.1 200 /);
    expect([protocols, seen]).toEqual([['http/1.1'], ['GET']]);
  });
});

/** Sends one request on the connection; resolves with the status of its response. */
async function statusOf(socket: tls.TLSSocket, version: 'http/1.1' | 'h2'): Promise<number> {
  if (version === 'http/1.1') {
    await using client = new Raw(socket);
    client.write(ASK);
    return Number((await client.head()).slice(9, 12));
  }
  const session = connect('https://localhost', { createConnection: () => socket });
  try {
    const [headers] = (await once(session.request(), 'response')) as [IncomingHttpHeaders];
    return Number(headers[':status']);
  } finally {
    session.destroy();
  }
}
