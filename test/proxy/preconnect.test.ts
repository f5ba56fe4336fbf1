// The connection to a server that is opened while the client's handshake is in progress.
import { once } from 'node:events';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
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

beforeAll(async () => {
  server = createSecureServer({ ...credentials, allowHTTP1: true }, (_, response) => {
    requests += 1;
    response.end('hello');
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
async function secured(ALPNProtocols: string[], hooks: ProxyHooks = {}): Promise<Raw> {
  proxy = await startTestEngine({ sslProxyingHosts: ['*'], hooks });
  const socket = tls.connect({
    socket: await openTunnel(proxy.engine.port, authority),
    servername: 'localhost',
    ca: proxy.engine.ca.certPem,
    ALPNProtocols,
  });
  await once(socket, 'secureConnect');
  return new Raw(socket);
}

const ASK = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('before the client has sent a request', () => {
  test('the connection is there, and serves it', async () => {
    await using client = await secured(['http/1.1']);
    await until('a connection to the server', () => protocols.length === 1);
    expect(proxy.engine.flows.list()).toEqual([]);
    client.write(ASK);
    expect(await client.head()).toMatch(/^HTTP\/1.1 200 /);
    expect(requests).toBe(1);
    expect(protocols).toEqual(['http/1.1']);
  });

  test('it speaks HTTP/2 where the client does', async () => {
    await using client = await secured(['h2', 'http/1.1']);
    await until('a connection to the server', () => protocols.length === 1);
    expect([protocols, client.closed]).toEqual([['h2'], false]);
  });

  test('there is none while a tool is on: it may respond itself', async () => {
    const seen: string[] = [];
    const hooks: ProxyHooks = { exchange: ({ method }) => (seen.push(method), null) };
    await using client = await secured(['http/1.1'], hooks);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(protocols).toEqual([]);
    client.write(ASK);
    expect(await client.head()).toMatch(/^HTTP\/1.1 200 /);
    expect([protocols, seen]).toEqual([['http/1.1'], ['GET']]);
  });
});
