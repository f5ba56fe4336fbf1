// Forwarded heads: fields that pass byte for byte, and the few hop-by-hop ones.
import { describe, expect, test } from 'vitest';
import { arenaForEach } from '../helpers/arena.ts';
import type { Raw } from '../helpers/raw.ts';

const arena = arenaForEach();

/**
 * Sends `text`, in which `%` stands for the origin's host and port; resolves with the head that the origin
 * receives.
 */
async function headAtOrigin(text: string): Promise<{ client: Raw; server: Raw; head: string }> {
  const client = await arena().client();
  client.write(text.replaceAll('%', arena().origin.authority));
  const server = await arena().origin.next();
  return { client, server, head: await server.head() };
}

/** Resolves with the head that a client receives for the response `text`. */
async function headAtClient(text: string, version: '1.0' | '1.1' = '1.1'): Promise<string> {
  const { client, server } = await arena().begin('/', { version });
  server.write(text);
  return client.head();
}

function expected(text: string): string {
  return text.replaceAll('%', arena().origin.authority);
}

describe('the head of a request', () => {
  test('keeps case, order, duplicates, white space and bytes above 0x7F of its fields', async () => {
    const fields =
      'host: %\r\nACCEPT:text/html\r\nx-Twice: 1\r\nCookie: a=1\r\nX-Twice:  2\t\r\nX-Empty:\r\nX-Latin: \xe9\xff\r\ncookie: b=2\r\n';
    const { head } = await headAtOrigin(`GET http://%/p?q=a&b HTTP/1.1\r\n${fields}\r\n`);
    expect(head).toBe(expected(`GET /p?q=a&b HTTP/1.1\r\n${fields}\r\n`));
  });

  test('keeps the path as it is spelled', async () => {
    const { head } = await headAtOrigin(
      'GET http://%//a/../b/./c|{d}"<e>\xc3\xa9;p=1?x=[1]&y=/?# HTTP/1.1\r\nHost: %\r\n\r\n',
    );
    expect(head).toBe(
      expected('GET //a/../b/./c|{d}"<e>\xc3\xa9;p=1?x=[1]&y=/?# HTTP/1.1\r\nHost: %\r\n\r\n'),
    );
  });

  test('loses the fields of the hop, and those that Connection names', async () => {
    const { head } = await headAtOrigin(
      'GET http://%/ HTTP/1.1\r\nHost: %\r\nProxy-Connection: keep-alive\r\nA: 1\r\nKeep-Alive: timeout=5\r\nX-Hop: 1\r\nConnection: x-hop , Keep-Alive,,B\r\n' +
        'TE: trailers\r\nProxy-Authorization: Basic eA==\r\nB: 2\r\nC: 3\r\nUpgrade: x\r\nx-hop: 2\r\n\r\n',
    );
    expect(head).toBe(expected('GET / HTTP/1.1\r\nHost: %\r\nA: 1\r\nC: 3\r\n\r\n'));
  });

  test('keeps what frames it, though Connection names it', async () => {
    const { head, server } = await headAtOrigin(
      'POST http://%/ HTTP/1.1\r\nHost: %\r\nConnection: Content-Length, Host\r\nContent-Length: 2\r\n\r\nhi',
    );
    expect(head).toBe(expected('POST / HTTP/1.1\r\nHost: %\r\nContent-Length: 2\r\n\r\n'));
    expect(await server.exactly(2)).toBe('hi');
  });

  test('never carries the token of the API', async () => {
    const { token } = arena().proxy;
    const { head, server, client } = await headAtOrigin(
      `GET http://%/ HTTP/1.1\r\nx-proxy-TOKEN: ${token}\r\nHost: %\r\nX-Proxy-Token:${token}\r\n\r\n`,
    );
    expect(head).toBe(expected('GET / HTTP/1.1\r\nHost: %\r\n\r\n'));
    server.write('HTTP/1.1 204 No Content\r\n\r\n');
    await client.head();
    expect((await arena().flow('/')).request?.head).toBe(head);
  });

  test('never carries the token as a trailer: the request is refused before that', async () => {
    const { token } = arena().proxy;
    const { server, client } = await headAtOrigin(
      'POST http://%/ HTTP/1.1\r\nHost: %\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    client.write('2\r\nhi\r\n');
    expect(await server.until('hi\r\n')).toBe('2\r\nhi\r\n');
    client.write('0\r\nX-A: 1\r\n', `X-Proxy-Token: ${token}\r\n`, '\r\n');
    expect(await client.head()).toMatch(/^HTTP\/1.1 400 /);
    expect(await server.rest()).not.toContain('X-A');
    const flow = await arena().flow('/');
    expect(flow.state).toBe('failed');
    expect(JSON.stringify([flow.error, flow.request?.trailers])).not.toContain(token);
  });

  test.each([
    [
      'GET http://%/ HTTP/1.1\r\nHost: other.test\r\nA: 1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: %\r\nA: 1\r\n\r\n',
    ],
    [
      'GET http://% HTTP/1.1\r\nA: 1\r\nHost: x\r\nB: 2\r\n\r\n',
      'GET / HTTP/1.1\r\nA: 1\r\nHost: %\r\nB: 2\r\n\r\n',
    ],
    ['GET HTTP://%?q HTTP/1.1\r\nHost: %\r\n\r\n', 'GET /?q HTTP/1.1\r\nHost: %\r\n\r\n'],
    ['GET ws://%/ HTTP/1.1\r\nHost: %\r\n\r\n', 'GET / HTTP/1.1\r\nHost: %\r\n\r\n'],
    ['GET http://%/ HTTP/1.0\r\n\r\n', 'GET / HTTP/1.1\r\nHost: %\r\n\r\n'],
    ['OPTIONS http://% HTTP/1.1\r\nHost: %\r\n\r\n', 'OPTIONS * HTTP/1.1\r\nHost: %\r\n\r\n'],
    ['OPTIONS http://%/ HTTP/1.1\r\nHost: %\r\n\r\n', 'OPTIONS / HTTP/1.1\r\nHost: %\r\n\r\n'],
    ['PROPFIND http://%/ HTTP/1.1\r\nHost: %\r\n\r\n', 'PROPFIND / HTTP/1.1\r\nHost: %\r\n\r\n'],
    ['\r\n\r\nGET http://%/ HTTP/1.1\r\nHost: %\r\n\r\n', 'GET / HTTP/1.1\r\nHost: %\r\n\r\n'],
  ])('goes on in origin form, with the right host: %j', async (sent, received) => {
    const { head } = await headAtOrigin(sent);
    expect(head).toBe(expected(received));
  });

  test('is in the flow as it was sent on', async () => {
    const { client, server, head } = await headAtOrigin(
      'GET http://%/ HTTP/1.1\r\nhOsT: %\r\nConnection: close\r\nX-A: 1\r\n\r\n',
    );
    server.write('HTTP/1.1 204 No Content\r\n\r\n');
    await client.head();
    expect((await arena().flow('/')).request?.head).toBe(head);
  });
});

describe('the head of a response', () => {
  test('keeps case, order, duplicates, white space and bytes above 0x7F', async () => {
    const head =
      'HTTP/1.1 299 Sehr sch\xf6n \r\nsErVeR:x\r\nset-cookie: a=1\r\nX-A:  1\t\r\nSet-Cookie: b=2\r\nX-Empty:\r\nX-Latin: \xe9\r\ncontent-LENGTH: 0\r\n\r\n';
    expect(await headAtClient(head)).toBe(head);
    expect((await arena().flow('/')).response?.head).toBe(head);
  });

  test('needs no reason', async () => {
    expect(await headAtClient('HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n')).toBe(
      'HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n',
    );
  });

  test('loses the fields of the hop, and those that Connection names', async () => {
    expect(
      await headAtClient(
        'HTTP/1.1 200 OK\r\nA: 1\r\nConnection: close, X-Hop\r\nKeep-Alive: timeout=5\r\nx-HOP: 1\r\nProxy-Connection: close\r\nContent-Length: 0\r\nB: 2\r\n\r\n',
      ),
    ).toBe('HTTP/1.1 200 OK\r\nA: 1\r\nContent-Length: 0\r\nB: 2\r\n\r\n');
  });

  test('passes though it names a host twice, which means nothing in a response', async () => {
    const head = 'HTTP/1.1 200 OK\r\nHost: a\r\nHost: b\r\nContent-Length: 0\r\n\r\n';
    expect(await headAtClient(head)).toBe(head);
  });

  test('of HTTP/1.0 becomes one of HTTP/1.1', async () => {
    expect(await headAtClient('HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n')).toBe(
      'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    );
  });

  test('may have passed several 1xx before it, which an HTTP/1.0 client does not get', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n';
    const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
    const { client, server } = await arena().begin('/');
    server.write('HTTP/1.1 102 Processing\r\n\r\n', hints, ok);
    expect(await client.until(ok)).toBe(`HTTP/1.1 102 Processing\r\n\r\n${hints}${ok}`);
    const old = await arena().client();
    old.write(`GET http://${arena().origin.authority}/old HTTP/1.0\r\n\r\n`);
    await server.head();
    server.write(hints, ok);
    expect(await old.head()).toBe('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
});

describe('heads that repeat on one connection', () => {
  // By method the answers differ in their body only.
  const ANSWER = 'HTTP/1.1 200 OK\r\nKeep-Alive: 5\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n';

  test('frame each response as its own request asks', async () => {
    const client = await arena().client();
    const { authority } = arena().origin;
    let server: Raw | null = null;
    for (const method of ['GET', 'GET', 'HEAD', 'HEAD', 'GET', 'HEAD', 'GET']) {
      client.write(`${method} http://${authority}/same HTTP/1.1\r\nHost: ${authority}\r\nTE: gzip\r\n\r\n`);
      server ??= await arena().origin.next();
      expect(await server.head()).toBe(`${method} /same HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
      server.write(ANSWER, method === 'HEAD' ? '' : 'ok');
      expect(await client.head()).toBe('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n');
      if (method !== 'HEAD') expect(await client.exactly(2)).toBe('ok');
    }
    const flows = arena().proxy.engine.flows.list();
    await arena().flow('/same');
    expect(flows.map(({ response }) => response?.body.bytes().toString())).toEqual(
      flows.map(({ method }) => (method === 'HEAD' ? '' : 'ok')),
    );
    client.end();
  });

  test('may come in two reads, or behind each other in one', async () => {
    const { authority } = arena().origin;
    const request = `GET http://${authority}/again HTTP/1.1\r\nHost: ${authority}\r\n\r\n`;
    const { client, server } = await arena().begin('/again');
    server.write(ANSWER, 'ok');
    expect((await client.response()).body).toBe('ok');
    client.write(request.slice(0, 20));
    client.write(request.slice(20), request);
    for (const body of ['no', 'ok']) {
      expect(await server.head()).toContain('GET /again HTTP/1.1\r\n');
      server.write(ANSWER.slice(0, 30));
      server.write(ANSWER.slice(30), body);
      expect((await client.response()).body).toBe(body);
    }
  });

  test('may be followed by one that differs by a byte', async () => {
    const { client, server } = await arena().begin('/differs');
    server.write(ANSWER, 'ok');
    expect((await client.response()).body).toBe('ok');
    const { authority } = arena().origin;
    for (const [path, answer, expected] of [
      ['/Differs', ANSWER.replace('200 OK', '201 OK'), '201 OK'],
      ['/differs?', ANSWER.replace('200 OK', '200 Ok'), '200 Ok'],
    ] as const) {
      client.write(`GET http://${authority}${path} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
      expect(await server.head()).toContain(`GET ${path} HTTP/1.1\r\n`);
      server.write(answer, 'ok');
      expect(await client.head()).toContain(`HTTP/1.1 ${expected}\r\n`);
      expect(await client.exactly(2)).toBe('ok');
    }
  });
});
