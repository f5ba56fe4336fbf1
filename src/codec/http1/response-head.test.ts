import { describe, expect, test } from 'vitest';
import { readResponseHead, type ResponseHead } from './response-head.ts';

function good(raw: string, method = 'GET'): ResponseHead {
  const head = readResponseHead(raw, method);
  if (head.type === 'violation') throw new Error(head.reason);
  return head;
}

describe('a status line', () => {
  test.each([
    ['HTTP/1.1 200 OK', 200, 1],
    ['HTTP/1.0 404 Not Found', 404, 0],
    ['HTTP/1.1 200 ', 200, 1],
    ['HTTP/1.1 200', 200, 1],
    ['HTTP/1.1 999  \t\xe9 x', 999, 1],
    ['HTTP/1.1 100 Continue', 100, 1],
  ])('%j', (line, status, minor) => {
    const raw = `${line}\r\nA: 1\r\n\r\n`;
    const head = good(raw);
    expect(head).toMatchObject({ type: 'response', raw, status, minor });
    expect(raw.slice(head.fieldsStart)).toBe('A: 1\r\n\r\n');
  });

  test.each([
    '',
    'HTTP/1.1',
    'HTTP/1.1 ',
    'HTTP/1.1  200 OK',
    'HTTP/1.1\t200 OK',
    'HTTP/1.1 20 OK',
    'HTTP/1.1 2000 OK',
    'HTTP/1.1 099 OK',
    'HTTP/1.1 +20 OK',
    'HTTP/1.1 200OK',
    'HTTP/1.1 200\tOK',
    'HTTP/1.1 200 O\0K',
    'HTTP/1.1 200 O\rK',
    'HTTP/1.1 200 O\nK',
    'HTTP/1.1 200 \x7f',
    'HTTP/1.1 200 \x1b',
    ' HTTP/1.1 200 OK',
    '\r\nHTTP/1.1 200 OK',
    'HTTP/2.0 200 OK',
    'HTTP/1.2 200 OK',
    'http/1.1 200 OK',
    'ICY 200 OK',
    'GET / HTTP/1.1',
  ])('%j is none', (line) => {
    expect(readResponseHead(`${line}\r\n\r\n`, 'GET')).toEqual({
      type: 'violation',
      status: 400,
      reason: 'the response does not start with an HTTP/1 status line',
    });
  });

  test('may be followed by faulty fields', () => {
    expect(readResponseHead('HTTP/1.1 200 OK\r\nA : b\r\n\r\n', 'GET')).toMatchObject({
      reason: 'white space before the colon of a field',
    });
  });

  test('Host and Expect mean nothing behind it', () => {
    expect(good('HTTP/1.1 200 OK\r\nHost: a\r\nHost: b/c\r\nExpect: tea\r\n\r\n').status).toBe(200);
  });
});

describe('how the body is framed, and whether the connection lives on (RFC 9112 sections 6.3 and 9.3)', () => {
  const none = { type: 'none' } as const;
  const close = { type: 'close' } as const;
  const chunked = { type: 'chunked' } as const;
  const five = { type: 'length', length: 5 } as const;

  test.each([
    ['GET', 'HTTP/1.1 200 OK', 'Content-Length: 5', five, true],
    ['GET', 'HTTP/1.1 200 OK', 'Content-Length: 0', none, true],
    ['GET', 'HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', chunked, true],
    ['GET', 'HTTP/1.1 200 OK', 'A: 1', close, false],
    ['GET', 'HTTP/1.1 200 OK', 'Content-Length: 5\r\nConnection: close', five, false],
    ['GET', 'HTTP/1.1 200 OK', 'Transfer-Encoding: chunked\r\nConnection: Close, x', chunked, false],
    ['HEAD', 'HTTP/1.1 200 OK', 'Content-Length: 5', none, true],
    ['HEAD', 'HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', none, true],
    ['HEAD', 'HTTP/1.1 200 OK', 'A: 1', none, true],
    ['HEAD', 'HTTP/1.1 200 OK', 'Connection: close', none, false],
    ['GET', 'HTTP/1.1 304 Not Modified', 'Content-Length: 5', none, true],
    ['GET', 'HTTP/1.1 304 Not Modified', 'Transfer-Encoding: chunked', none, true],
    ['GET', 'HTTP/1.1 204 No Content', 'A: 1', none, true],
    ['GET', 'HTTP/1.1 204 No Content', 'Content-Length: 0', none, true],
    ['GET', 'HTTP/1.1 204 No Content', 'Content-Length: 5', none, false],
    ['GET', 'HTTP/1.1 204 No Content', 'Transfer-Encoding: chunked', none, false],
    ['GET', 'HTTP/1.1 205 Reset Content', 'Content-Length: 5', five, true],
    ['GET', 'HTTP/1.1 100 Continue', 'Content-Length: 5', none, true],
    ['GET', 'HTTP/1.1 199 Odd', 'Transfer-Encoding: chunked', none, true],
    ['GET', 'HTTP/1.0 200 OK', 'Content-Length: 5', five, false],
    ['GET', 'HTTP/1.0 200 OK', 'Content-Length: 5\r\nConnection: Keep-Alive', five, true],
    ['GET', 'HTTP/1.0 200 OK', 'Connection: keep-alive', close, false],
    ['GET', 'HTTP/1.0 200 OK', 'Transfer-Encoding: chunked\r\nConnection: keep-alive', chunked, false],
    ['POST', 'HTTP/1.1 500 Error', 'Content-Length: 5', five, true],
  ])('%s: %s, %j', (method, line, fields, framing, keepAlive) => {
    expect(good(`${line}\r\n${fields}\r\n\r\n`, method)).toMatchObject({ framing, keepAlive });
  });
});
