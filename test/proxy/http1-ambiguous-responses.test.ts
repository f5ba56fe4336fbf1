// Responses that two parsers could read differently, end to end: the client gets 502, the exchange is recorded as
// failed, and nothing of it reaches another exchange.
import { describe, expect, test } from 'vitest';
import { arenaForEach } from '../helpers/arena.ts';

const arena = arenaForEach();

const FAULTY_RESPONSES: readonly (readonly [what: string, reason: string, text: string])[] = [
  [
    'two lengths',
    'duplicate Content-Length header',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd',
  ],
  [
    'length and chunked',
    'both Content-Length and Transfer-Encoding',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'another coding',
    'Transfer-Encoding is not chunked',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n',
  ],
  ['a folded length', 'folded', 'HTTP/1.1 200 OK\r\nContent-Length:\r\n 3\r\n\r\nabc'],
  [
    'a folded line that may be a length',
    'folded',
    'HTTP/1.1 200 OK\r\nX: a\r\n Content-Length: 3\r\n\r\nabcd',
  ],
  ['a folded line behind a length', 'folded', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n 0\r\n\r\nabc'],
  ['a first line with white space', 'folded', 'HTTP/1.1 200 OK\r\n X: a\r\nContent-Length: 3\r\n\r\nabc'],
  ['a line of white space', 'folded', 'HTTP/1.1 200 OK\r\nX: a\r\n \r\nContent-Length: 3\r\n\r\nabc'],
  ['a bare CR', 'bare CR', 'HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n'],
  [
    'a bare LF before a length, among lines with CRLF',
    'bare LF',
    'HTTP/1.1 200 OK\r\nX: a\nContent-Length: 3\r\n\r\nabcd',
  ],
  [
    'a bare LF before a coding, behind the status line',
    'bare LF',
    'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'a bare LF before the end of the head, among lines with CRLF',
    'bare LF',
    'HTTP/1.1 200 OK\r\nA: a\r\nX: a\n\r\nContent-Length: 3\r\n\r\nabc',
  ],
  [
    'two lengths with white space before the colon',
    'duplicate Content-Length header',
    'HTTP/1.1 200 OK\r\nContent-Length : 3\r\nContent-Length: 4\r\n\r\nabcd',
  ],
  [
    'length and chunked with white space before the colon',
    'both Content-Length and Transfer-Encoding',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'a list of different lengths',
    'Content-Length is not a length',
    'HTTP/1.1 200 OK\r\nContent-Length: 3, 4\r\n\r\nabcd',
  ],
  [
    'lengths of the same number in different digits',
    'duplicate Content-Length header',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 03\r\n\r\nabcd',
  ],
  ['a length with a sign', 'not a length', 'HTTP/1.1 200 OK\r\nContent-Length: +3\r\n\r\nabc'],
  ['a length with a unit', 'not a length', 'HTTP/1.1 200 OK\r\nContent-Length: 3 bytes\r\n\r\nabc'],
  ['a length with a control', '0x0b', 'HTTP/1.1 200 OK\r\nContent-Length: 3\x0b\r\n\r\nabc'],
  ['a name like that of a length', 'byte 0x', 'HTTP/1.1 200 OK\r\nContent-Length\xa0: 3\r\n\r\nabcd'],
  ['a name that holds a coding', 'byte 0x', 'HTTP/1.1 200 OK\r\n"Transfer-Encoding: chunked"\r\n\r\nabcd'],
  ['an empty name before a length', 'no name', 'HTTP/1.1 200 OK\r\n:Content-Length: 3\r\n\r\nabcd'],
  [
    'a length and a coding that no longer exists',
    'Transfer-Encoding',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: identity\r\n\r\nabcd',
  ],
  [
    'a coding in a list with one that no longer exists',
    'Transfer-Encoding is not chunked',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'chunked twice',
    'duplicate Transfer-Encoding header',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['line ends of CR CR LF', 'bare CR', 'HTTP/1.1 200 OK\r\r\nContent-Length: 3\r\r\n\r\r\nabc'],
  [
    'a line without a colon',
    'byte 0x2f',
    'HTTP/1.1 200 OK\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc',
  ],
  [
    'an empty line before the status line',
    'status line',
    '\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc',
  ],
  ['NUL', 'NUL|0x00', 'HTTP/1.1 200 OK\r\nX: \0\r\n\r\n'],
  ['no HTTP at all', 'status line', '220 mail.test ESMTP\r\n'],
  ['HTTP/2', 'status line', '\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x80'],
  ['another version', 'status line', 'HTTP/2.0 200 OK\r\n\r\n'],
  ['a status of two digits', 'status line', 'HTTP/1.1 20 OK\r\n\r\n'],
  [
    'a 101 that nobody asked for',
    '101',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nrest',
  ],
  [
    'a head without end',
    'longer than 262144 bytes',
    `HTTP/1.1 200 OK\r\n${`X: ${'a'.repeat(8000)}\r\n`.repeat(33)}`,
  ],
];

describe('a faulty response', () => {
  test.each(FAULTY_RESPONSES)('%s', async (what, reason, text) => {
    const path = `/${encodeURIComponent(what)}`;
    const { client, server } = await arena().begin(path);
    server.write(text);
    const { head, body } = await client.response();
    expect(head).toMatch(/^HTTP\/1.1 502 /);
    expect(body).toMatch(new RegExp(reason));
    const flow = await arena().flow(path);
    expect(flow.state).toBe('failed');
    expect(flow.error).toMatch(new RegExp(reason));
    await server.over();
    // The client's connection remains usable.
    client.write(`GET http://${arena().origin.authority}/after HTTP/1.1\r\nHost: a\r\n\r\n`);
    const next = await arena().origin.next();
    await next.head();
    next.write('HTTP/1.1 204 No Content\r\n\r\n');
    expect(await client.head()).toMatch(/^HTTP\/1.1 204 /);
  });

  test.each([
    ['no size', 'zz\r\n'],
    ['white space before the size', ' 5\r\nhello\r\n0\r\n\r\n'],
    ['white space within the size', '5 5\r\nhello\r\n0\r\n\r\n'],
    ['a bare LF behind the size', '5\nhello\r\n0\r\n\r\n'],
    ['a bare LF behind the padded size', '5 \nhello\r\n0\r\n\r\n'],
    ['a bare LF behind the chunk', '5\r\nhello\n0\r\n\r\n'],
    ['an open quotation mark', '5;a="\r\nhello\r\n0\r\n\r\n'],
    ['a prefix of the size', '0x5\r\nhello\r\n0\r\n\r\n'],
    ['endless zeros', '0'.repeat(300)],
  ])('chunks that are none cut the response, whose beginning has been sent on: %s', async (_what, chunk) => {
    const { client, server } = await arena().begin('/bad-response-chunk');
    server.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n');
    await client.until('hello\r\n');
    server.write(chunk);
    expect(await client.rest()).not.toContain('0\r\n\r\n');
    expect((await arena().flow('/bad-response-chunk')).error).toContain('a chunk');
  });

  test('a head within the limit passes, one beyond it does not, however they arrive', async () => {
    const large = (length: number): string =>
      `HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: ${'a'.repeat(length)}\r\n\r\n`;
    const { client, server } = await arena().begin('/large');
    server.write(large(250_000));
    expect(await client.head()).toBe(large(250_000));
    client.write(`GET http://${arena().origin.authority}/too-large HTTP/1.1\r\nHost: a\r\n\r\n`);
    await server.head();
    server.write(large(270_000));
    expect(await client.head()).toMatch(/^HTTP\/1.1 502 /);
  });
});

describe('what stands behind a response', () => {
  const smuggled = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil';

  test.each([
    ['a response', 'GET', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'],
    ['a response without a body', 'GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['a 304', 'GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\n'],
    ['the answer to HEAD, which has no body', 'HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 70\r\n\r\n'],
    ['the last chunk', 'GET', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'],
  ])('never reaches a client: %s', async (_what, method, text) => {
    const { client, server } = await arena().begin('/first', { method });
    server.write(text + smuggled);
    expect(await client.exactly(text.length)).toBe(text);
    await server.over();
    client.write(`GET http://${arena().origin.authority}/second HTTP/1.1\r\nHost: a\r\n\r\n`);
    const next = await arena().origin.next();
    await next.head();
    next.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood');
    expect((await client.response()).body).toBe('good');
  });

  test('bytes on a connection that rests are dropped with it', async () => {
    const { client, server } = await arena().begin('/rests');
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    await client.response();
    server.write(smuggled);
    await server.over();
    client.write(`GET http://${arena().origin.authority}/fresh HTTP/1.1\r\nHost: a\r\n\r\n`);
    const next = await arena().origin.next();
    await next.head();
    next.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood');
    expect((await client.response()).body).toBe('good');
  });
});

test('a flood of 1xx is passed on no faster than the client reads', { tags: ['full'] }, async () => {
  const { client, server } = await arena().begin('/flood');
  client.pause();
  const hints = Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'.repeat(1000));
  let sent = 0;
  while (sent < 100_000_000 && server.stream.write(hints)) sent += hints.length;
  // The system's buffers hold some; the proxy holds next to nothing.
  for (let quiet = 0; quiet < 5 && sent < 100_000_000;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (server.stream.writableNeedDrain) quiet += 1;
    else {
      quiet = 0;
      sent += hints.length;
      server.stream.write(hints);
    }
  }
  expect(sent).toBeLessThan(40_000_000);
  client.resume();
  server.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  await client.until('HTTP/1.1 200 OK\r\n');
  expect((await arena().flow('/flood')).state).toBe('completed');
});
