// Forwarded bodies: each way of framing, to each kind of client, from each kind of origin.
import { describe, expect, test } from 'vitest';
import { arenaForEach } from '../helpers/arena.ts';

const arena = arenaForEach();

async function flowBody(path: string): Promise<string | undefined> {
  return (await arena().flow(path)).response?.body.bytes().toString('latin1');
}

describe('the body of a request', () => {
  test.each([
    ['with a length', 'Content-Length: 11\r\n\r\nhello\r\n\r\n\0\xff', 'hello\r\n\r\n\0\xff'],
    ['of no length', 'Content-Length: 0\r\n\r\n', ''],
    [
      'in chunks',
      'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n00A\r\n0123456789\r\n0\r\n\r\n',
      'hello0123456789',
    ],
    [
      'in chunks with extensions and trailers',
      'Transfer-Encoding: Chunked\r\nTrailer: X-Sum\r\n\r\n5;a=b;c="d"\r\nhello\r\n0;last\r\nX-Sum: 1\r\nx-More:\r\n\r\n',
      'hello',
    ],
  ])('%s is passed on as it is framed, whole or byte by byte', async (_what, rest, payload) => {
    for (const step of [rest.length, 1]) {
      const path = `/${step}`;
      const client = await arena().client();
      client.write(
        `POST http://${arena().origin.authority}${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`,
      );
      for (let at = 0; at < rest.length; at += step) client.write(rest.slice(at, at + step));
      const server = await arena().origin.next();
      const head = await server
        .until('\r\nHost: ')
        .then(async (start) => start + (await server.until('\r\n')));
      expect(head).toContain(`POST ${path} HTTP/1.1`);
      expect(await server.exactly(rest.length)).toBe(rest);
      server.write('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
      expect(await client.head()).toMatch(/^HTTP\/1.1 204 /);
      const flow = await arena().flow(path);
      expect(flow.request?.body.bytes().toString('latin1')).toBe(payload);
      expect(flow.request?.trailerFields).toEqual(
        rest.includes('X-Sum: 1')
          ? [
              { name: 'X-Sum', value: '1' },
              { name: 'x-More', value: '' },
            ]
          : [],
      );
    }
  });

  test('is not waited for with Expect: 100-continue: the origin is asked, and its word passed on', async () => {
    const { client, server, head } = await arena().begin('/expect', {
      method: 'POST',
      fields: ['Expect: 100-continue', 'Content-Length: 5'],
    });
    expect(head).toContain('\r\nExpect: 100-continue\r\n');
    server.write('HTTP/1.1 100 Continue\r\n\r\n');
    expect(await client.head()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    client.write('hello');
    expect(await server.exactly(5)).toBe('hello');
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    expect((await client.response()).body).toBe('ok');
    expect((await arena().flow('/expect')).status).toBe(200);
  });

  test('is never sent when the origin does not want it', async () => {
    const { client, server } = await arena().begin('/unwanted', {
      method: 'POST',
      fields: ['Expect: 100-continue', 'Content-Length: 5'],
    });
    server.write('HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    server.end();
    expect(await client.head()).toMatch(/^HTTP\/1.1 417 /);
    expect(await client.rest()).toBe('');
    expect(await arena().flow('/unwanted')).toMatchObject({ state: 'completed', status: 417 });
  });

  test.each([417, 413])('is not missed when the client has its %i and leaves', async (status) => {
    const { client, server } = await arena().begin('/left', {
      method: 'POST',
      fields: ['Expect: 100-continue', 'Content-Length: 5'],
    });
    server.write(`HTTP/1.1 ${status} No\r\nContent-Length: 2\r\n\r\nno`);
    expect((await client.response()).body).toBe('no');
    if (status === 417) client.reset();
    else client.end();
    await server.over();
    const flow = await arena().flow('/left');
    expect(flow).toMatchObject({ state: 'completed', status, error: null });
    expect(flow.request?.complete).toBe(false);
  });

  test('may be answered before it is complete, by an origin that closes', async () => {
    const { client, server } = await arena().begin('/early', {
      method: 'POST',
      fields: ['Content-Length: 1000000'],
      body: 'x',
    });
    server.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nno!');
    server.end();
    expect(await client.response()).toMatchObject({ body: 'no!' });
    client.write('x'.repeat(50_000));
    expect(await client.rest()).toBe('');
    expect(await arena().flow('/early')).toMatchObject({ state: 'completed', status: 413 });
  });

  test('may be answered before it is complete, by an origin that reads on', async () => {
    const { client, server } = await arena().begin('/early', {
      method: 'POST',
      fields: ['Content-Length: 10'],
      body: '12345',
    });
    await server.until('12345');
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    expect((await client.response()).body).toBe('ok');
    client.write('67890');
    expect(await server.until('67890')).toBe('67890');
    expect((await arena().flow('/early')).request?.body.bytes().toString()).toBe('1234567890');
    client.write(`GET http://${arena().origin.authority}/next HTTP/1.1\r\nHost: a\r\n\r\n`);
    const next = await Promise.race([server.head().then(() => server), arena().origin.next()]);
    next.write('HTTP/1.1 204 No Content\r\n\r\n');
    expect(await client.head()).toMatch(/^HTTP\/1.1 204 /);
  });

  test('and the body of its response may be under way at once', async () => {
    const { client, server } = await arena().begin('/echo', {
      method: 'POST',
      fields: ['Transfer-Encoding: chunked'],
    });
    server.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    await client.head();
    for (const word of ['one', 'two', 'six']) {
      client.write(`3\r\n${word}\r\n`);
      expect(await server.until(`${word}\r\n`)).toBe(`3\r\n${word}\r\n`);
      server.write(`3\r\n${word}\r\n`);
      expect(await client.until(`${word}\r\n`)).toBe(`3\r\n${word}\r\n`);
    }
    client.write('0\r\n\r\n');
    await server.until('0\r\n\r\n');
    server.write('0\r\n\r\n');
    await client.until('0\r\n\r\n');
    expect(await flowBody('/echo')).toBe('onetwosix');
  });
});

describe('the body of a response', () => {
  test.each([
    ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\na\r\n\0', 'a\r\n\0'],
    [
      'in chunks with extensions and trailers',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x="y"\r\nabc\r\n0A\r\n0123456789\r\n0\r\nX-Sum: 1\r\n\r\n',
      'abc0123456789',
    ],
    ['of a 205', 'HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n', ''],
  ])('%s is passed on as it is framed, and the connections live on', async (_what, text, payload) => {
    const { client, server } = await arena().begin('/1');
    server.write(text);
    expect(await client.exactly(text.length)).toBe(text);
    expect(await flowBody('/1')).toBe(payload);
    client.write(`GET http://${arena().origin.authority}/2 HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(await server.head()).toContain('GET /2 ');
    for (const byte of text) server.write(byte);
    expect(await client.exactly(text.length)).toBe(text);
    expect(await flowBody('/2')).toBe(payload);
  });

  test.each([
    ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n', true],
    ['HEAD', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', true],
    ['HEAD', 'HTTP/1.1 200 OK\r\nX-A: 1\r\n\r\n', true],
    ['GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n', true],
    ['GET', 'HTTP/1.1 204 No Content\r\nX-A: 1\r\n\r\n', true],
    // RFC 9110 section 8.6: these announce a length that may not follow, so the connection is not reused.
    ['GET', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', false],
    ['GET', 'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n', false],
  ])('there is none: %s, %j', async (method, text, reused) => {
    const { client, server } = await arena().begin('/none', { method });
    server.write(text);
    const head = await client.head();
    expect(head).toBe(reused ? text : 'HTTP/1.1 204 No Content\r\n\r\n');
    expect(await flowBody('/none')).toBe('');
    client.write(`GET http://${arena().origin.authority}/2 HTTP/1.1\r\nHost: a\r\n\r\n`);
    const next = reused ? server : await arena().origin.next();
    expect(await next.head()).toContain('GET /2 ');
    next.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    expect((await client.response()).body).toBe('ok');
  });

  test.each(['1.1', '1.0'])(
    'until the end of an HTTP/%s connection reaches an HTTP/1.1 client in chunks',
    async (version) => {
      const { client, server } = await arena().begin('/close');
      server.write(`HTTP/${version} 200 OK\r\nX-A: 1\r\n\r\none`);
      expect(await client.head()).toBe('HTTP/1.1 200 OK\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\n\r\n');
      expect(await client.until('one\r\n')).toBe('3\r\none\r\n');
      server.write('three');
      expect(await client.until('three\r\n')).toBe('5\r\nthree\r\n');
      server.end();
      expect(await client.until('0\r\n\r\n')).toBe('0\r\n\r\n');
      expect(await flowBody('/close')).toBe('onethree');
      client.write(`GET http://${arena().origin.authority}/2 HTTP/1.1\r\nHost: a\r\n\r\n`);
      (await arena().origin.next()).write('HTTP/1.1 204 No Content\r\n\r\n');
      expect(await client.head()).toMatch(/^HTTP\/1.1 204 /);
    },
  );
});

describe('a client of HTTP/1.0', () => {
  test.each([
    ['with a length', 'Content-Length: 5\r\n', 'hello', 'Content-Length: 5\r\n', 'hello'],
    [
      'in chunks',
      'Transfer-Encoding: chunked\r\n',
      '2;x\r\nhe\r\n3\r\nllo\r\n0\r\nX-Sum: 1\r\n\r\n',
      '',
      'hello',
    ],
    ['until the end', '', 'hello', '', 'hello'],
  ])('gets a body %s, and the end of the connection', async (_what, framing, body, kept, received) => {
    const { client, server, head } = await arena().begin('/old', { version: '1.0' });
    expect(head).toMatch(/^GET \/old HTTP\/1.1\r\n/);
    server.write(`HTTP/1.1 200 OK\r\nX-A: 1\r\n${framing}\r\n${body}`);
    server.end();
    expect(await client.head()).toBe(`HTTP/1.1 200 OK\r\nX-A: 1\r\n${kept}Connection: close\r\n\r\n`);
    expect(await client.rest()).toBe(received);
    expect(await flowBody('/old')).toBe('hello');
    expect((await arena().flow('/old')).state).toBe('completed');
  });

  test('never gets a Transfer-Encoding, not even where there is no body', async () => {
    const { client, server } = await arena().begin('/old', { version: '1.0', method: 'HEAD' });
    server.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    expect(await client.head()).toBe('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n');
  });

  test('keeps its connection when it asks for that', async () => {
    const { client, server } = await arena().begin('/1', {
      version: '1.0',
      fields: ['Connection: Keep-Alive'],
    });
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    expect((await client.response()).head).toContain('\r\nConnection: keep-alive\r\n');
    client.write(`GET http://${arena().origin.authority}/2 HTTP/1.0\r\n\r\n`);
    expect(await server.head()).toContain('GET /2 HTTP/1.1\r\n');
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    expect((await client.response()).head).toContain('\r\nConnection: close\r\n');
    expect(await client.rest()).toBe('');
  });
});

describe('an origin of HTTP/1.0', () => {
  test.each([
    ['that says nothing of it', '', false],
    ['that keeps its connection', 'Connection: keep-alive\r\n', true],
  ])('%s', async (_what, field, kept) => {
    const { client, server } = await arena().begin('/1');
    server.write(`HTTP/1.0 200 OK\r\n${field}Content-Length: 2\r\n\r\nok`);
    expect(await client.response()).toMatchObject({
      head: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n',
      body: 'ok',
    });
    client.write(`GET http://${arena().origin.authority}/2 HTTP/1.1\r\nHost: a\r\n\r\n`);
    const next = kept ? server : await arena().origin.next();
    expect(await next.head()).toContain('GET /2 ');
    next.write('HTTP/1.1 204 No Content\r\n\r\n');
    expect(await client.head()).toMatch(/^HTTP\/1.1 204 /);
  });
});

describe('pipelining', () => {
  test('a hundred requests at once are answered in order', async () => {
    const client = await arena().client();
    const { authority } = arena().origin;
    const numbers = Array.from({ length: 100 }, (_, n) => n);
    client.write(numbers.map((n) => request(n, authority)).join(''));
    const server = await arena().origin.next();
    for (const n of numbers) {
      const head = await server.head();
      expect(head).toContain(`/${n} HTTP/1.1`);
      if (n % 2 === 1) expect(await server.exactly(5)).toBe('0123\n');
      server.write(`HTTP/1.1 200 OK\r\nContent-Length: ${String(n).length}\r\n\r\n${n}`);
    }
    for (const n of numbers) expect((await client.response()).body).toBe(String(n));
    expect(
      arena()
        .proxy.engine.flows.list()
        .map(({ path }) => path),
    ).toEqual(numbers.map((n) => `/${n}`));
    expect(arena().origin.count).toBe(1);
  });

  function request(n: number, authority: string): string {
    return n % 2 === 0
      ? `GET http://${authority}/${n} HTTP/1.1\r\nHost: a\r\n\r\n`
      : `PUT http://${authority}/${n} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n0123\n`;
  }

  test('behind a request that is refused nothing is read', async () => {
    const { client, server } = await arena().begin('/1');
    client.write(
      'NONSENSE\r\n\r\n',
      `GET http://${arena().origin.authority}/never HTTP/1.1\r\nHost: a\r\n\r\n`,
    );
    server.write('HTTP/1.1 204 No Content\r\n\r\n');
    expect(await client.head()).toMatch(/^HTTP\/1.1 204 /);
    expect(await client.head()).toMatch(/^HTTP\/1.1 400 /);
    await client.rest();
    expect(server.unread).toBe('');
    expect(arena().origin.count).toBe(1);
  });
});
