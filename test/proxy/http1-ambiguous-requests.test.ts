// Requests that two parsers could read differently, end to end: the client gets 400 or a more specific
// status, the exchange is recorded as failed, and nothing of it reaches the origin.
import { describe, expect, test } from 'vitest';
import { arenaForEach } from '../helpers/arena.ts';

const arena = arenaForEach();

const FAULTY_REQUESTS: readonly (readonly [
  what: string,
  status: number,
  reason: string,
  text: (authority: string) => string,
])[] = [
  [
    'two lengths',
    400,
    'duplicate Content-Length header',
    (a) => `POST http://${a}/1 HTTP/1.1\r\nHost: ${a}\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`,
  ],
  [
    'length and chunked',
    400,
    'both Content-Length and Transfer-Encoding are present',
    (a) =>
      `POST http://${a}/2 HTTP/1.1\r\nHost: ${a}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'chunked and length',
    400,
    'both Transfer-Encoding and Content-Length are present',
    (a) =>
      `POST http://${a}/3 HTTP/1.1\r\nHost: ${a}\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n`,
  ],
  [
    'identity, chunked',
    400,
    'Transfer-Encoding is not chunked',
    (a) =>
      `POST http://${a}/4 HTTP/1.1\r\nHost: ${a}\r\nTransfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'a coding that is not spoken',
    501,
    'Transfer-Encoding is not chunked',
    (a) => `POST http://${a}/5 HTTP/1.1\r\nHost: ${a}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'two hosts',
    400,
    'duplicate Host header',
    (a) => `GET http://${a}/6 HTTP/1.1\r\nHost: ${a}\r\nHost: evil.test\r\n\r\n`,
  ],
  ['no host', 400, 'Host is missing', (a) => `GET http://${a}/7 HTTP/1.1\r\n\r\n`],
  ['a bare LF', 400, 'bare LF|with a version', (a) => `GET http://${a}/8 HTTP/1.1\nHost: ${a}\n\n`],
  [
    'a bare CR',
    400,
    'bare CR',
    (a) => `GET http://${a}/9 HTTP/1.1\r\nHost: ${a}\r\nX: a\rContent-Length: 5\r\n\r\n`,
  ],
  [
    'a folded line',
    400,
    'folded',
    (a) => `GET http://${a}/10 HTTP/1.1\r\nHost: ${a}\r\nX: a\r\n Transfer-Encoding: chunked\r\n\r\n`,
  ],
  [
    'a space before the colon',
    400,
    'before the colon',
    (a) => `POST http://${a}/11 HTTP/1.1\r\nHost: ${a}\r\nContent-Length : 5\r\n\r\nhello`,
  ],
  ['NUL', 400, 'NUL|0x00', (a) => `GET http://${a}/12 HTTP/1.1\r\nHost: ${a}\r\nX: a\0b\r\n\r\n`],
  [
    'another version',
    505,
    'HTTP/2.0 is not supported',
    (a) => `GET http://${a}/13 HTTP/2.0\r\nHost: ${a}\r\n\r\n`,
  ],
  [
    'another expectation',
    417,
    'Expect is not 100-continue',
    (a) => `GET http://${a}/14 HTTP/1.1\r\nHost: ${a}\r\nExpect: miracles\r\n\r\n`,
  ],
  [
    'a length that is none',
    400,
    'Content-Length is not a length',
    (a) => `POST http://${a}/15 HTTP/1.1\r\nHost: ${a}\r\nContent-Length: +5\r\n\r\nhello`,
  ],
];

describe('a faulty request', () => {
  test.each(FAULTY_REQUESTS)('%s', async (_what, status, reason, text) => {
    const before = arena().origin.count;
    await using client = await arena().client();
    client.write(text(arena().origin.authority), 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n');
    const { head, body } = await client.response();
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('\r\nConnection: close\r\n');
    expect(body).toMatch(new RegExp(reason));
    expect(await client.rest()).toBe('');
    const failed = arena().proxy.engine.flows.list().at(-1);
    expect(failed?.state).toBe('failed');
    expect(failed?.error).toMatch(new RegExp(reason));
    expect(arena().origin.count).toBe(before);
  });

  test('chunks that are none, behind a head that was sent on: the origin sees the connection cut', async () => {
    const { client, server } = await arena().begin('/bad-chunk', {
      method: 'POST',
      fields: ['Transfer-Encoding: chunked'],
    });
    client.write('3\r\nabcX\r\n');
    expect((await client.response()).head).toMatch(/^HTTP\/1.1 400 /);
    await server.over();
    expect(await arena().flow('/bad-chunk')).toMatchObject({ state: 'failed', status: 0 });
    expect(await client.rest()).toBe('');
  });

  test('a URL of 70 kB is refused, and shown as far as it is kept', async () => {
    await using client = await arena().client();
    const path = `/long/${'a'.repeat(70_000)}`;
    client.write(`GET http://long.test${path} HTTP/1.1\r\nHost: long.test\r\n\r\n`);
    expect((await client.response()).head).toMatch(/^HTTP\/1.1 431 /);
    const flow = arena().proxy.engine.flows.list().at(-1);
    expect(flow).toMatchObject({ state: 'failed', method: 'GET' });
    expect(flow?.path.length).toBeGreaterThan(8000);
    expect(path.startsWith(flow?.path ?? '?')).toBe(true);
    expect(flow?.request?.notes).toEqual(['The request line is longer than is shown: 8192 bytes.']);
  });

  test('an endless head is refused once it is too large', async () => {
    await using client = await arena().client();
    client.write(`GET http://${arena().origin.authority}/endless HTTP/1.1\r\nHost: a\r\n`);
    const line = `X-Line: ${'a'.repeat(8000)}\r\n`;
    for (let sent = 0; sent < 80_000; sent += line.length) client.write(line);
    expect((await client.response()).head).toMatch(/^HTTP\/1.1 431 /);
    expect(await client.rest()).toBe('');
    expect(arena().proxy.engine.flows.list().at(-1)?.error).toContain('longer than 65536 bytes');
  });

  test.each([1, 2, 7])(
    'a head that is too large is refused however it arrives, in %i pieces',
    async (pieces) => {
      await using client = await arena().client();
      const before = arena().origin.count;
      const text = `GET http://${arena().origin.authority}/large HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`;
      const size = Math.ceil(text.length / pieces);
      for (let at = 0; at < text.length; at += size) client.write(text.slice(at, at + size));
      expect((await client.response()).head).toMatch(/^HTTP\/1.1 431 /);
      expect(arena().origin.count).toBe(before);
    },
  );
});
