// Peers that disconnect too early: clients and origins in every phase of an exchange.
import { describe, expect, test } from 'vitest';
import { arenaForEach } from '../helpers/arena.ts';
import { startTestEngine } from '../helpers/engine.ts';
import { connectRaw, rawOrigin } from '../helpers/raw.ts';

const arena = arenaForEach();

describe('a client that leaves', () => {
  test('while it uploads: the flow fails and the origin sees the connection end', async () => {
    const { client, server } = await arena().begin('/upload', {
      method: 'POST',
      fields: ['Content-Length: 10'],
      body: '12345',
    });
    await server.until('12345');
    client.reset();
    await server.over();
    const flow = await arena().flow('/upload');
    expect(flow).toMatchObject({ state: 'failed', status: 0 });
    expect(flow.error).toMatch(/^The client closed the connection/);
    expect(flow.request?.body.bytes().toString()).toBe('12345');
  });

  test('while it waits for the response', async () => {
    const { client, server } = await arena().begin('/wait');
    client.reset();
    await server.over();
    expect((await arena().flow('/wait')).error).toMatch(/^The client closed the connection/);
  });

  test('while it downloads', async () => {
    const { client, server } = await arena().begin('/download');
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin');
    await client.until('begin');
    client.reset();
    await server.over();
    const flow = await arena().flow('/download');
    expect(flow).toMatchObject({ state: 'failed', status: 200 });
    expect(flow.response?.body.bytes().toString()).toBe('begin');
  });

  test('while the connection to the origin is being made', async () => {
    const client = await arena().client();
    client.write(`GET https://${arena().origin.authority}/handshake HTTP/1.1\r\nHost: a\r\n\r\n`);
    const server = await arena().origin.next();
    await server.exactly(5);
    client.reset();
    expect((await arena().flow('/handshake')).error).toMatch(/^The client closed the connection/);
  });

  test('in the middle of its request, still reading: it gets an error, and both connections end', async () => {
    const { client, server } = await arena().begin('/half', {
      method: 'POST',
      fields: ['Content-Length: 10'],
      body: '12345',
    });
    await server.until('12345');
    client.end();
    await server.over();
    expect(await client.rest()).toMatch(/^(?:HTTP\/1.1 400 |$)/);
    expect((await arena().flow('/half')).state).toBe('failed');
  });

  test('in the middle of a request for the proxy itself: the connection ends', async () => {
    const client = await arena().client();
    const { token, engine } = arena().proxy;
    client.write(
      `POST /api/rpc HTTP/1.1\r\nHost: 127.0.0.1:${engine.port}\r\nX-Proxy-Token: ${token}\r\nContent-Length: 10\r\n\r\n{`,
    );
    client.end();
    expect(await client.rest()).toMatch(/^(?:HTTP\/1.1 4\d\d |$)/);
  });

  test('in the middle of a head: it gets 400, and what came is recorded', async () => {
    const client = await arena().client();
    client.write(`GET http://${arena().origin.authority}/cut HTTP/1.1\r\nHos`);
    client.end();
    expect(await client.rest()).toMatch(/^HTTP\/1.1 400 /);
    expect((await arena().flow('/cut')).error).toContain('ended in the middle of a head');
  });

  test.each(['G', 'GE', 'GET', '\x16', '\x16\x03\x01\x02\0', '\r\n', ''])(
    'after its first bytes, %j: the connection ends',
    async (bytes) => {
      const client = await arena().client();
      client.write(bytes);
      client.end();
      expect(await client.rest()).toMatch(/^(?:HTTP\/1.1 400 |$)/);
    },
  );
});

describe('a client that has said everything, and still listens', () => {
  test('gets its response, and then the end', async () => {
    const { client, server } = await arena().begin('/ended');
    client.end();
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    expect((await client.response()).body).toBe('ok');
    expect(await client.rest()).toBe('');
    expect((await arena().flow('/ended')).state).toBe('completed');
  });

  test('gets the responses to all that it asked', async () => {
    const { authority } = arena().origin;
    const client = await arena().client();
    for (const n of [1, 2, 3])
      client.write(`GET http://${authority}/${n} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
    client.end();
    const server = await arena().origin.next();
    for (const n of [1, 2, 3]) {
      expect(await server.head()).toContain(`GET /${n} HTTP/1.1`);
      server.write(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n${n}`);
      expect((await client.response()).body).toBe(String(n));
    }
    expect(await client.rest()).toBe('');
  });

  test.each(['127.0.0.1', 'localhost'])('gets an answer of the proxy itself, at %s', async (host) => {
    const client = await arena().client();
    const { token, engine } = arena().proxy;
    client.write(
      `GET http://${host}:${engine.port}/api/status HTTP/1.1\r\nHost: a\r\nX-Proxy-Token: ${token}\r\n\r\n`,
    );
    client.end();
    expect((await client.response()).body).toContain('"recording"');
    expect(await client.rest()).toBe('');
  });
});

describe('an origin that leaves', () => {
  test.each([
    ['before it says anything', '', 'before it sent a response'],
    ['in the middle of a head', 'HTTP/1.1 200 OK\r\nContent-', 'in the middle of a response head'],
    ['after 100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n', 'before it sent a response'],
  ])('%s: 502, and the client can ask for something else', async (_what, text, reason) => {
    const { client, server } = await arena().begin('/gone');
    server.write(text);
    server.end();
    if (text.includes(' 100 ')) await client.head();
    const { head, body } = await client.response();
    expect(head).toMatch(/^HTTP\/1.1 502 /);
    expect(head).not.toContain('Connection: close');
    expect(body).toContain(`The server closed the connection: ${reason}`);
    expect(await arena().flow('/gone')).toMatchObject({ state: 'failed', status: 0, response: null });
    client.write(`GET http://${arena().origin.authority}/next HTTP/1.1\r\nHost: a\r\n\r\n`);
    (await arena().origin.next()).write('HTTP/1.1 204 No Content\r\n\r\n');
    expect(await client.head()).toMatch(/^HTTP\/1.1 204 /);
  });

  test.each([
    ['with a length', '1.1', 'Content-Length: 100\r\n\r\nbegin', 'FIN'],
    ['in a chunk', '1.1', 'Transfer-Encoding: chunked\r\n\r\n64\r\nbegin', 'FIN'],
    ['between two chunks', '1.1', 'Transfer-Encoding: chunked\r\n\r\n5\r\nbegin', 'FIN'],
    ['until the end, by a reset', '1.1', '\r\nbegin', 'RST'],
    ['with a length, to HTTP/1.0', '1.0', 'Content-Length: 100\r\n\r\nbegin', 'FIN'],
    [
      'in a chunk, to HTTP/1.0, which cannot tell but by a reset',
      '1.0',
      'Transfer-Encoding: chunked\r\n\r\n64\r\nbegin',
      'FIN',
    ],
    ['until the end, by a reset, to HTTP/1.0', '1.0', '\r\nbegin', 'RST'],
  ] as const)('in the middle of a body %s: the client can tell', async (_what, version, rest, how) => {
    const { client, server } = await arena().begin('/cut', { version });
    server.write(`HTTP/1.1 200 OK\r\n${rest}`);
    const head = await client.head();
    await client.until('begin');
    if (how === 'FIN') server.end();
    else server.reset();
    const after = await client.rest();
    if (!head.includes('Content-Length') && !head.includes('chunked')) expect(client.error).not.toBeNull();
    expect(after).not.toContain('0\r\n\r\n');
    const flow = await arena().flow('/cut');
    expect(flow).toMatchObject({ state: 'failed', status: 200 });
    expect(flow.error).toContain('before the end of its response');
    expect(flow.response?.body.bytes().toString()).toBe('begin');
  });
});

describe('a connection that rested and is stale', () => {
  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

  test('a request that may be sent twice is sent again', async () => {
    const { client, server } = await arena().begin('/1');
    server.write(ok);
    await client.response();
    client.write(`GET http://${arena().origin.authority}/2 HTTP/1.1\r\nHost: a\r\n\r\n`);
    await server.head();
    server.end();
    const again = await arena().origin.next();
    expect(await again.head()).toContain('GET /2 HTTP/1.1\r\n');
    again.write(ok);
    expect((await client.response()).body).toBe('ok');
    expect((await arena().flow('/2')).state).toBe('completed');
  });

  test('one whose answer has begun is not', async () => {
    const { client, server } = await arena().begin('/1');
    server.write(ok);
    await client.response();
    client.write(`GET http://${arena().origin.authority}/2 HTTP/1.1\r\nHost: a\r\n\r\n`);
    await server.head();
    server.write('HTTP/1.1 2');
    server.end();
    expect((await client.response()).head).toMatch(/^HTTP\/1.1 502 /);
    expect(arena().origin.count).toBe(1);
  });

  test('one that may not be sent twice is not', async () => {
    const { client, server } = await arena().begin('/1');
    server.write(ok);
    await client.response();
    client.write(
      `POST http://${arena().origin.authority}/2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi`,
    );
    // The request may be sent on a new connection, to be on the safe side.
    const carrier = await Promise.race([server.until('hi').then(() => server), arena().origin.next()]);
    carrier.end();
    expect((await client.response()).head).toMatch(/^HTTP\/1.1 502 /);
    expect((await arena().flow('/2')).error).toContain('before it sent a response');
    expect(arena().origin.count).toBeLessThanOrEqual(2);
  });
});

test('a proxy that stops ends what is open, on both sides', async () => {
  await using origin = await rawOrigin();
  const proxy = await startTestEngine();
  await using client = await connectRaw(proxy.engine.port);
  client.write(`GET http://${origin.authority}/ HTTP/1.1\r\nHost: a\r\n\r\n`);
  const server = await origin.next();
  await server.head();
  await proxy.close();
  await Promise.all([client.over(), server.over()]);
  expect(proxy.engine.flows.list()).toMatchObject([{ state: 'failed' }]);
});
