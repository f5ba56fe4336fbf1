import { describe, expect, test } from 'vitest';
import { readRequestHead, type RequestHead } from '../../codec/http1/request-head.ts';
import { readResponseHead, type ResponseHead } from '../../codec/http1/response-head.ts';
import { asksUpgrade, bodyForm, clientHead, switchingHead, upstreamHead } from './forwarded.ts';

function request(...lines: readonly string[]): RequestHead {
  const head = readRequestHead(`${lines.join('\r\n')}\r\n\r\n`);
  if (head.type === 'violation') throw new Error(head.reason);
  return head;
}

function response(method: string, ...lines: readonly string[]): ResponseHead {
  const head = readResponseHead(`${lines.join('\r\n')}\r\n\r\n`, method);
  if (head.type === 'violation') throw new Error(head.reason);
  return head;
}

function lines(text: string): string[] {
  expect(text.endsWith('\r\n\r\n')).toBe(true);
  return text.slice(0, -4).split('\r\n');
}

describe('the head that goes upstream', () => {
  test('is the very text that came when there is nothing to change', () => {
    const head = request('GET /x HTTP/1.1', 'Host: a', 'A: 1');
    expect(upstreamHead(head, '/x', null)).toBe(head.raw);
  });

  test.each([
    [
      'in origin form',
      ['GET http://a/x HTTP/1.1', 'Host: a', 'A: 1'],
      '/x',
      null,
      ['GET /x HTTP/1.1', 'Host: a', 'A: 1'],
    ],
    ['in HTTP/1.1', ['GET /x HTTP/1.0', 'Host: a'], '/x', null, ['GET /x HTTP/1.1', 'Host: a']],
    [
      'with the host that is missing',
      ['GET / HTTP/1.0', 'A: 1'],
      '/',
      'a:8',
      ['GET / HTTP/1.1', 'Host: a:8', 'A: 1'],
    ],
    [
      'with the host that is right, where the wrong one stood',
      ['GET / HTTP/1.1', 'A: 1', 'hOST: b', 'B: 2'],
      '/',
      'a',
      ['GET / HTTP/1.1', 'A: 1', 'Host: a', 'B: 2'],
    ],
    [
      'with another host as its only field',
      ['GET / HTTP/1.1', 'Host: b'],
      '/',
      'a',
      ['GET / HTTP/1.1', 'Host: a'],
    ],
    [
      'without fields of the hop before and behind a host that is replaced',
      ['GET / HTTP/1.1', 'TE: x', 'A: 1', 'Keep-Alive: 1', 'Host: b', 'Connection: c', 'C: 1', 'B: 2'],
      '/',
      'a',
      ['GET / HTTP/1.1', 'A: 1', 'Host: a', 'B: 2'],
    ],
    ['without any field', ['GET / HTTP/1.0', 'Connection: close'], '/', null, ['GET / HTTP/1.1']],
    [
      'with the fields that ask for an upgrade',
      ['GET / HTTP/1.1', 'Host: a', 'connection: upgrade', 'UPGRADE: x', 'TE: y'],
      '/',
      null,
      ['GET / HTTP/1.1', 'Host: a', 'connection: upgrade', 'UPGRADE: x'],
    ],
  ] as const)('%s', (_what, came, path, authority, goes) => {
    expect(lines(upstreamHead(request(...came), path, authority))).toEqual(goes);
  });

  test('asks for an upgrade with Connection: Upgrade alone, whatever else that named', () => {
    const head = request('GET / HTTP/1.1', 'Host: a', 'Upgrade: x', 'Connection: A, Upgrade', 'A: 1', 'B: 2');
    const sent = lines(upstreamHead(head, '/', null));
    expect(sent).toContain('Upgrade: x');
    expect(sent.filter((line) => line.startsWith('Connection'))).toEqual(['Connection: Upgrade']);
    expect(sent).not.toContain('A: 1');
    expect(sent).toContain('B: 2');
  });
});

test.each([
  [['GET / HTTP/1.1', 'Host: a', 'Upgrade: websocket', 'Connection: Upgrade'], true],
  [['GET / HTTP/1.1', 'Host: a', 'Upgrade: websocket', 'Connection: keep-alive, UPGRADE'], true],
  [['GET / HTTP/1.1', 'Host: a', 'Upgrade: websocket'], false],
  [['GET / HTTP/1.1', 'Host: a', 'Connection: Upgrade'], false],
  [['GET / HTTP/1.0', 'Host: a', 'Upgrade: websocket', 'Connection: Upgrade'], false],
  [['GET / HTTP/1.1', 'Host: a', 'Upgrade: h2c', 'Connection: Upgrade'], false],
  [['GET / HTTP/1.1', 'Host: a', 'Upgrade: x, H2C', 'Connection: Upgrade'], false],
  [['GET / HTTP/1.1', 'Host: a', 'Upgrade: h2cx', 'Connection: Upgrade'], true],
])('asksUpgrade(%j)', (head, asks) => {
  expect(asksUpgrade(request(...head))).toBe(asks);
});

test.each([
  ['Content-Length: 5', 1, 'as-is'],
  ['Content-Length: 5', 0, 'as-is'],
  ['Transfer-Encoding: chunked', 1, 'as-is'],
  ['Transfer-Encoding: chunked', 0, 'unchunked'],
  ['A: 1', 1, 'chunked'],
  ['A: 1', 0, 'as-is'],
] as const)('a body with %j travels to a client of HTTP/1.%i %s', (field, minor, form) => {
  expect(bodyForm(response('GET', 'HTTP/1.1 200 OK', field), minor)).toBe(form);
});

describe('the head that a client gets', () => {
  test('is the very text that came when there is nothing to change', () => {
    const head = response('GET', 'HTTP/1.1 200 OK', 'A: 1', 'Content-Length: 5');
    expect(clientHead(head, 'as-is', null)).toBe(head.raw);
  });

  test.each([
    [
      'in HTTP/1.1',
      ['HTTP/1.0 200 OK', 'Content-Length: 5'],
      'as-is',
      null,
      ['HTTP/1.1 200 OK', 'Content-Length: 5'],
    ],
    [
      'without fields of the hop',
      ['HTTP/1.1 200 OK', 'Connection: A', 'A: 1', 'Keep-Alive: 1', 'Content-Length: 5'],
      'as-is',
      null,
      ['HTTP/1.1 200 OK', 'Content-Length: 5'],
    ],
    [
      'with what its connection needs',
      ['HTTP/1.1 200 OK', 'Connection: keep-alive', 'Content-Length: 5'],
      'as-is',
      'close',
      ['HTTP/1.1 200 OK', 'Content-Length: 5', 'Connection: close'],
    ],
    [
      'chunked, though it came until the end',
      ['HTTP/1.1 200 OK', 'A: 1'],
      'chunked',
      null,
      ['HTTP/1.1 200 OK', 'A: 1', 'Transfer-Encoding: chunked'],
    ],
    [
      'until the end, though it came chunked',
      ['HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'TE: x', 'A: 1'],
      'unchunked',
      'close',
      ['HTTP/1.1 200 OK', 'A: 1', 'Connection: close'],
    ],
    [
      'without a length that nothing comes of',
      ['HTTP/1.1 204 No Content', 'Content-Length: 5', 'A: 1'],
      'as-is',
      null,
      ['HTTP/1.1 204 No Content', 'A: 1'],
    ],
    [
      'without chunks that do not come',
      ['HTTP/1.1 103 Early Hints', 'transfer-encoding: chunked', 'A: 1'],
      'as-is',
      null,
      ['HTTP/1.1 103 Early Hints', 'A: 1'],
    ],
    [
      'with the length that another answer would have',
      ['HTTP/1.1 304 Not Modified', 'Content-Length: 5'],
      'as-is',
      null,
      ['HTTP/1.1 304 Not Modified', 'Content-Length: 5'],
    ],
  ] as const)('%s', (_what, came, form, connection, goes) => {
    expect(lines(clientHead(response('GET', ...came), form, connection))).toEqual(goes);
  });
});

test('a switch of protocols keeps the fields that name it, and no others of the hop', () => {
  const head = response(
    'GET',
    'HTTP/1.0 101 Switching',
    'upgrade: x',
    'Keep-Alive: 1',
    'CONNECTION: Upgrade, A',
    'A: 1',
    'B: 2',
  );
  expect(lines(switchingHead(head))).toEqual([
    'HTTP/1.1 101 Switching',
    'upgrade: x',
    'CONNECTION: Upgrade, A',
    'B: 2',
  ]);
});
