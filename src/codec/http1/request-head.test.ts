import { describe, expect, test } from 'vitest';
import { readRequestHead, requestFraming, type RequestHead } from './request-head.ts';

function good(raw: string): RequestHead {
  const head = readRequestHead(raw);
  if (head.type === 'violation') throw new Error(head.reason);
  return head;
}

describe('a request line', () => {
  test.each([
    ['GET / HTTP/1.1', 'GET', '/', 1],
    ['get http://a.test/?q HTTP/1.0', 'get', 'http://a.test/?q', 0],
    ['OPTIONS * HTTP/1.1', 'OPTIONS', '*', 1],
    ['CONNECT a.test:443 HTTP/1.1', 'CONNECT', 'a.test:443', 1],
    ["M-SEARCH!#$%&'*+.^_`|~1 x HTTP/1.1", "M-SEARCH!#$%&'*+.^_`|~1", 'x', 1],
    ['GET /\x80\xff"<>{}|\\^` HTTP/1.1', 'GET', '/\x80\xff"<>{}|\\^`', 1],
  ])('%j', (line, method, target, minor) => {
    const raw = `${line}\r\nHost: a\r\n\r\n`;
    expect(good(raw)).toMatchObject({ type: 'request', raw, method, target, minor });
    expect(raw.slice(good(raw).fieldsStart)).toBe('Host: a\r\n\r\n');
  });

  const noMethod = 'the request line does not start with a method and one space';
  const noTarget = 'the request line has no target, or one with a space or control';
  test.each([
    ['', 400, noMethod],
    [' GET / HTTP/1.1', 400, noMethod],
    ['GET', 400, noMethod],
    ['GET\t/ HTTP/1.1', 400, noMethod],
    ['G(T / HTTP/1.1', 400, noMethod],
    ['GE\0T / HTTP/1.1', 400, noMethod],
    ['G\xcbT / HTTP/1.1', 400, noMethod],
    ['\nGET / HTTP/1.1', 400, noMethod],
    ['GET  / HTTP/1.1', 400, noTarget],
    ['GET ', 400, noTarget],
    ['GET /', 400, noTarget],
    ['GET /\t HTTP/1.1', 400, noTarget],
    ['GET /\0 HTTP/1.1', 400, noTarget],
    ['GET /\x7f HTTP/1.1', 400, noTarget],
    ['GET / ', 400, 'the request line does not end with a version: ""'],
    ['GET /  HTTP/1.1', 400, 'the request line does not end with a version: " HTTP/1.1"'],
    ['GET / x HTTP/1.1', 400, 'the request line does not end with a version: "x HTTP/1.1"'],
    ['GET / HTTP/1.1 ', 400, 'the request line does not end with a version: "HTTP/1.1 "'],
    ['GET / http/1.1', 400, 'the request line does not end with a version: "http/1.1"'],
    ['GET / HTTP/1.10', 400, 'the request line does not end with a version: "HTTP/1.10"'],
    ['GET / HTTP/01.1', 400, 'the request line does not end with a version: "HTTP/01.1"'],
    ['GET / HTTP/1', 400, 'the request line does not end with a version: "HTTP/1"'],
    ['GET / HTTP/1.1\nX: y', 400, String.raw`the request line does not end with a version: "HTTP/1.1\nX: y"`],
    ['GET / HTTP/1.2', 505, 'HTTP/1.2 is not supported: use HTTP/1.0 or HTTP/1.1'],
    ['GET / HTTP/0.9', 505, 'HTTP/0.9 is not supported: use HTTP/1.0 or HTTP/1.1'],
    ['PRI * HTTP/2.0', 505, 'HTTP/2.0 is not supported: use HTTP/1.0 or HTTP/1.1'],
  ])('%j is refused with %i', (line, status, reason) => {
    expect(readRequestHead(`${line}\r\nHost: a\r\n\r\n`)).toEqual({ type: 'violation', status, reason });
  });
});

describe('Host', () => {
  test.each([
    '',
    'a',
    'a.test:8080',
    'a.test:',
    '127.0.0.1:1',
    '[::1]',
    '[::1]:80',
    '[fe80::1%25eth0]:80',
    "x_y~!$&'()*+,;=-%41",
    'b\xfccher.test',
  ])('%j', (host) => {
    expect(good(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`).fields.host).toBe(host);
  });

  test.each([
    'a b',
    'a/b',
    'user@a',
    'a:b',
    'a:80:80',
    'a:123456',
    '[::1',
    '::1',
    '[x]',
    'a?',
    'a#',
    'a\\b',
    '"a"',
    'a, b@c',
  ])('%j is none', (host) => {
    const reason = `Host is not a host: ${JSON.stringify(host)}`;
    expect(readRequestHead(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toEqual({
      type: 'violation',
      status: 400,
      reason,
    });
  });

  test('must stand once in HTTP/1.1, and at most once in HTTP/1.0', () => {
    expect(readRequestHead('GET / HTTP/1.1\r\nA: b\r\n\r\n')).toMatchObject({ reason: 'Host is missing' });
    expect(good('GET / HTTP/1.0\r\n\r\n').fields.host).toBeNull();
    for (const version of ['1.0', '1.1']) {
      expect(readRequestHead(`GET / HTTP/${version}\r\nHost: a\r\nhost: a\r\n\r\n`)).toEqual({
        type: 'violation',
        status: 400,
        reason: 'duplicate Host header',
      });
    }
  });
});

describe('the rest of a head', () => {
  test.each([
    ['Transfer-Encoding: chunked', '1.0', 400, 'Transfer-Encoding in an HTTP/1.0 request'],
    ['Expect: tea', '1.1', 417, 'Expect is not 100-continue: "tea"'],
    ['Expect: 100-continue, tea', '1.1', 417, 'Expect is not 100-continue: "100-continue, tea"'],
    ['Expect:', '1.1', 417, 'Expect is not 100-continue: ""'],
    [' folded', '1.1', 400, 'a field line is folded (it starts with white space)'],
  ])('%j in HTTP/%s is refused with %i', (line, version, status, reason) => {
    const raw = `GET / HTTP/${version}\r\nHost: a\r\n${line}\r\n\r\n`;
    expect(readRequestHead(raw)).toEqual({ type: 'violation', status, reason });
  });

  test('Expect may be spelled in any case', () => {
    expect(good('GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\n\r\n').fields.expect).toBe(
      '100-Continue',
    );
  });

  test.each([
    ['1.1', '', true],
    ['1.1', 'Connection: close\r\n', false],
    ['1.1', 'Connection: x, Close\r\n', false],
    ['1.1', 'Connection: keep-alive\r\nConnection: close\r\n', false],
    ['1.1', 'Proxy-Connection: close\r\n', true],
    ['1.0', '', false],
    ['1.0', 'Connection: Keep-Alive\r\n', true],
    ['1.0', 'Connection: close\r\n', false],
  ])('HTTP/%s with %j keeps the connection: %s (RFC 9112 section 9.3)', (version, field, keepAlive) => {
    expect(good(`GET / HTTP/${version}\r\nHost: a\r\n${field}\r\n`).keepAlive).toBe(keepAlive);
  });
});

test.each([
  ['', { type: 'none' }],
  ['Content-Length: 0\r\n', { type: 'none' }],
  ['Content-Length: 7\r\n', { type: 'length', length: 7 }],
  ['Transfer-Encoding: chunked\r\n', { type: 'chunked' }],
  ['Connection: close\r\n', { type: 'none' }],
])('a body with %j is framed by %j (RFC 9112 section 6.3)', (field, framing) => {
  for (const method of ['GET', 'HEAD', 'POST', 'X']) {
    expect(requestFraming(good(`${method} / HTTP/1.1\r\nHost: a\r\n${field}\r\n`))).toEqual(framing);
  }
});
