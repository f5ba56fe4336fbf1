// Origins that cannot be reached, and origins at unusual addresses.
import { once } from 'node:events';
import tls from 'node:tls';
import { describe, expect, test } from 'vitest';
import { arenaForEach } from '../helpers/arena.ts';
import { Raw, rawOrigin } from '../helpers/raw.ts';

const arena = arenaForEach();

const REFUSED = '127.0.0.1:1';
const UNKNOWN = 'no-such-host.invalid';

describe('an origin that is not there', () => {
  test.each([
    ['http', REFUSED, 'The server could not be reached: 127.0.0.1:1: connection refused'],
    ['https', REFUSED, 'The server could not be reached: 127.0.0.1:1: connection refused'],
    ['http', UNKNOWN, 'The host name could not be resolved: no-such-host.invalid'],
    ['https', UNKNOWN, 'The host name could not be resolved: no-such-host.invalid'],
  ])(
    '%s://%s: 502 that says why, and the client can ask for something else',
    async (scheme, authority, reason) => {
      const client = await arena().client();
      for (const method of ['GET', 'POST', 'HEAD']) {
        const body = method === 'POST' ? 'Content-Length: 5\r\n\r\nhello' : '\r\n';
        client.write(`${method} ${scheme}://${authority}/dead HTTP/1.1\r\nHost: a\r\n${body}`);
        const head = await client.head();
        expect(head).toMatch(/^HTTP\/1.1 502 Bad Gateway\r\n/);
        expect(head).not.toContain('Connection: close');
        if (method !== 'HEAD')
          expect(await client.exactly(Number(/Content-Length: (\d+)/.exec(head)?.[1]))).toContain(reason);
      }
      expect(client.unread).toBe('');
      for (const flow of arena().proxy.engine.flows.list()) {
        expect(flow).toMatchObject({
          state: 'failed',
          status: 0,
          response: null,
          error: expect.stringContaining(reason),
        });
      }
    },
  );

  test('in a tunnel that is decrypted: the 502 comes inside TLS, and so does the next', async () => {
    const outer = await arena().client();
    outer.write(`CONNECT ${REFUSED} HTTP/1.1\r\nHost: ${REFUSED}\r\n\r\n`);
    expect(await outer.head()).toMatch(/^HTTP\/1.1 200 /);
    outer.stream.removeAllListeners('data');
    const socket = tls.connect({
      socket: outer.stream,
      host: '127.0.0.1',
      ca: arena().proxy.engine.ca.certPem,
    });
    await once(socket, 'secureConnect');
    const client = new Raw(socket);
    for (const path of ['/1', '/2']) {
      client.write(`GET ${path} HTTP/1.1\r\nHost: ${REFUSED}\r\n\r\n`);
      const { head, body } = await client.response();
      expect(head).toMatch(/^HTTP\/1.1 502 /);
      expect(body).toContain('connection refused');
      expect((await arena().flow(path)).url).toBe(`https://${REFUSED}${path}`);
    }
    socket.destroy();
  });

  test('a large upload to it is answered without being read to its end', async () => {
    const client = await arena().client();
    client.write(`POST http://${REFUSED}/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n`);
    client.write('x'.repeat(200_000));
    const { head } = await client.response();
    expect(head).toMatch(/^HTTP\/1.1 502 /);
    expect(head).toContain('\r\nConnection: close\r\n');
    expect(await client.rest()).toBe('');
  });
});

describe('an origin on IPv6', () => {
  test('is asked by its address', async () => {
    await using origin = await rawOrigin('::1');
    const client = await arena().client();
    client.write(`GET http://[::1]:${origin.port}/six HTTP/1.1\r\nHost: a\r\n\r\n`);
    const server = await origin.next();
    expect(await server.head()).toBe(`GET /six HTTP/1.1\r\nHost: [::1]:${origin.port}\r\n\r\n`);
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n6');
    expect((await client.response()).body).toBe('6');
    const flow = await arena().flow('/six');
    expect([flow.url, flow.remoteAddress]).toEqual([
      `http://[::1]:${origin.port}/six`,
      `[::1]:${origin.port}`,
    ]);
  });
});

describe('an upload that waits for its connection', () => {
  test('is held back, and arrives whole', async () => {
    // Many concurrent connections take a while each, so that part of the body arrives before.
    const { origin } = arena();
    const payload = 'x'.repeat(500_000);
    const clients = await Promise.all(Array.from({ length: 20 }, () => arena().client()));
    for (const [n, client] of clients.entries()) {
      client.write(
        `PUT http://${origin.authority}/${n} HTTP/1.1\r\nHost: a\r\nContent-Length: ${payload.length}\r\n\r\n${payload}`,
      );
    }
    await Promise.all(
      clients.map(async (client) => {
        const server = await origin.next();
        await server.head();
        expect(await server.exactly(payload.length)).toBe(payload);
        server.write('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
        expect(await client.head()).toMatch(/^HTTP\/1.1 204 /);
      }),
    );
  });
});
