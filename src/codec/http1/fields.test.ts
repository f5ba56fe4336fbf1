import { describe, expect, test } from 'vitest';
import { hasOption, trimmed } from '../../base/http-syntax.ts';
import { fieldList, fieldValue, forwardedFields } from './field-lines.ts';
import { printable, scanFields, type FieldScan } from './fields.ts';

/** Reads these lines as a field section. */
function scanned(...lines: readonly string[]): ReturnType<typeof scanFields> {
  return scanFields(section(lines), 0);
}

function section(lines: readonly string[]): string {
  return lines.map((line) => `${line}\r\n`).join('') + '\r\n';
}

function good(...lines: readonly string[]): FieldScan {
  const scan = scanned(...lines);
  if (scan.type === 'violation') throw new Error(scan.reason);
  return scan;
}

/** Returns the forwarded part of these lines. */
function keptLines(...lines: readonly string[]): string[] {
  return forwardedFields(section(lines), 0, good(...lines).dropped)
    .split('\r\n')
    .slice(0, -1);
}

describe('a field line that is refused', () => {
  test.each([
    [' a: b', 'a field line is folded (it starts with white space)'],
    ['\ta: b', 'a field line is folded (it starts with white space)'],
    ['a : b', 'white space before the colon of a field'],
    ['a\t: b', 'white space before the colon of a field'],
    ['a b: c', 'white space before the colon of a field'],
    [': b', 'a field has no name'],
    ['a', 'a field line has no colon, or a bare CR or LF'],
    ['a\nb: c', 'a field line has no colon, or a bare CR or LF'],
    ['a\rb: c', 'a field line has no colon, or a bare CR or LF'],
    ['a\0b: c', 'a field name holds the byte 0x00'],
    ['a(b): c', 'a field name holds the byte 0x28'],
    ['"a": c', 'a field name holds the byte 0x22'],
    ['\xe4: c', 'a field name holds the byte 0xe4'],
    ['a\x7f: c', 'a field name holds the byte 0x7f'],
    ['a: b\rc', 'the value of a holds a bare CR'],
    ['a: b\r', 'the value of a holds a bare CR'],
    ['a: b\nc', 'the value of a holds a bare LF'],
    ['a: b\nContent-Length: 5', 'the value of a holds a bare LF'],
    ['Name: b\0', 'the value of Name holds the control byte 0x00'],
    ['Name: \x0bb', 'the value of Name holds the control byte 0x0b'],
    ['Name: \x7f', 'the value of Name holds the control byte 0x7f'],
    ['Name: \x1b[31m', 'the value of Name holds the control byte 0x1b'],
  ])('%j', (line, reason) => {
    expect(scanned('X-First: 1', line, 'X-Last: 1')).toEqual({ type: 'violation', status: 400, reason });
  });

  test.each(Array.from({ length: 33 }, (_, code) => code).concat(127))('byte %i in a name', (code) => {
    expect(scanned(`a${String.fromCharCode(code)}b: c`).type).toBe('violation');
  });

  test.each([...Array.from({ length: 32 }, (_, code) => code).filter((code) => code !== 9), 127])(
    'byte %i in a value',
    (code) => {
      expect(scanned(`a: b${String.fromCharCode(code)}c`).type).toBe('violation');
    },
  );
});

describe('a field line that is taken', () => {
  test.each([
    'a:',
    'a: ',
    'a:b',
    "!#$%&'*+-.^_`|~09azAZ: x",
    'a: \t b \t ',
    'a: "quoted, ; = :"',
    'a: \x80\xff',
    'a::',
    'a: b: c',
  ])('%j', (line) => {
    expect(scanned(line).type).toBe('fields');
    expect(keptLines(line)).toEqual([line]);
  });

  test('none at all', () => {
    expect(good()).toEqual({
      type: 'fields',
      contentLength: -1,
      chunked: false,
      host: null,
      upgrade: null,
      expect: null,
      token: null,
      connection: '',
      hostStart: -1,
      hostEnd: -1,
      hostCount: 0,
      altSvc: null,
      bindsConnection: false,
      dropped: [],
    });
  });

  test('a thousand of them', () => {
    const lines = Array.from({ length: 1000 }, (_, n) => `x-${n}: ${n}`);
    expect(keptLines(...lines)).toEqual(lines);
  });
});

describe('Content-Length', () => {
  test.each([
    ['0', 0],
    ['5', 5],
    ['  5\t', 5],
    ['007', 7],
    ['999999999999999', 999_999_999_999_999],
  ])('%j', (value, length) => {
    expect(good(`cOnTeNt-LeNgTh:${value}`).contentLength).toBe(length);
  });

  test.each([
    '',
    '+5',
    '-5',
    '0x5',
    '5 5',
    '5,5',
    '5, 5',
    '5;',
    '"5"',
    '5.0',
    '1e3',
    '\xb2',
    '\xa05',
    '1000000000000000',
    '18446744073709551621',
  ])('%j is none', (value) => {
    expect(scanned(`Content-Length: ${value}`)).toEqual({
      type: 'violation',
      status: 400,
      reason: `Content-Length is not a length: ${JSON.stringify(value)}`,
    });
  });

  test.each([
    [['Content-Length: 5', 'Content-Length: 5'], 'duplicate Content-Length header'],
    [['Content-Length: 5', 'content-length: 6'], 'duplicate Content-Length header'],
    [
      ['Content-Length: 0', 'Transfer-Encoding: chunked'],
      'both Content-Length and Transfer-Encoding are present',
    ],
    [
      ['Transfer-Encoding: chunked', 'Content-Length: 0'],
      'both Transfer-Encoding and Content-Length are present',
    ],
    [['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], 'duplicate Transfer-Encoding header'],
    [['Transfer-Encoding: chunked', 'Transfer-Encoding: gzip'], 'duplicate Transfer-Encoding header'],
  ])('%j', (lines, reason) => {
    expect(scanned(...lines)).toEqual({ type: 'violation', status: 400, reason });
  });
});

describe('Transfer-Encoding', () => {
  test.each(['chunked', 'Chunked', '\tCHUNKED \t'])('%j is chunked', (value) => {
    expect(good(`Transfer-Encoding:${value}`).chunked).toBe(true);
  });

  test.each([
    ['gzip, chunked', 501],
    ['x-compress,chunked', 501],
    ['identity, chunked', 400],
    ['chunked, chunked', 400],
    ['chunked, gzip', 400],
    ['gzip', 400],
    ['identity', 400],
    ['chunked;q=1', 400],
    ['"chunked"', 400],
    ['xchunked', 400],
    ['chunked\xa0', 400],
    ['', 400],
    [',chunked', 400],
  ])('%j is refused with %i', (value, status) => {
    const reason = `Transfer-Encoding is not chunked: ${JSON.stringify(value)}`;
    expect(scanned(`Transfer-Encoding: ${value}`)).toEqual({ type: 'violation', status, reason });
  });
});

describe('what a proxy acts on', () => {
  test('is read by any spelling of its name', () => {
    const scan = good(
      'hOST: a.test:80 ',
      'UPGRADE: websocket',
      'expect: 100-continue',
      'x-proxy-token: secret',
    );
    expect(scan).toMatchObject({
      host: 'a.test:80',
      upgrade: 'websocket',
      expect: '100-continue',
      token: 'secret',
      hostCount: 1,
    });
  });

  test('names where the Host line lies', () => {
    const lines = ['A: 1', 'Host:  a.test', 'B: 2'];
    const { hostStart, hostEnd } = good(...lines);
    expect(section(lines).slice(hostStart, hostEnd)).toBe('Host:  a.test\r\n');
  });

  test('counts Host lines, since a second one is a fault of requests only', () => {
    expect(good('Host: a', 'host: b')).toMatchObject({ hostCount: 2, host: 'b' });
  });

  test('joins Connection lines in lower case', () => {
    expect(good('Connection: Close', 'connection: X-A , x-b').connection).toBe('close,x-a , x-b');
  });
});

describe('what is passed on', () => {
  test('loses the fields of the hop (RFC 9110 section 7.6.1)', () => {
    expect(
      keptLines(
        'A: 1',
        'Connection: keep-alive',
        'TE: trailers',
        'Keep-Alive: timeout=5',
        'Proxy-Connection: close',
        'Proxy-Authorization: Basic eA==',
        'Upgrade: x',
        'X-Proxy-Token: secret',
        'B: 2',
      ),
    ).toEqual(['A: 1', 'B: 2']);
  });

  test.each([
    [['Connection: x-a', 'X-A: 1', 'x-a: 2', 'X-B: 3'], ['X-B: 3']],
    [['X-A: 1', 'Connection: close, X-A ,, X-C', 'X-B: 2', 'x-c: 3'], ['X-B: 2']],
    [['X-A: 1', 'X-B: 2', 'Connection: X-B', 'Connection: x-a'], []],
    [
      ['Connection: Host, Content-Length, Transfer-Encoding', 'Host: a', 'Content-Length: 1'],
      ['Host: a', 'Content-Length: 1'],
    ],
    [['Connection: Upgrade, TE, Connection', 'Upgrade: x', 'TE: y', 'Z: 1'], ['Z: 1']],
    [['Connection: not there', 'Z: 1'], ['Z: 1']],
    [['Connection:', 'Z: 1'], ['Z: 1']],
  ])('%j', (lines, rest) => {
    expect(keptLines(...lines)).toEqual(rest);
  });
});

test.each([
  ['close', 'close', true],
  ['keep-alive, close', 'close', true],
  ['keep-alive,\tclose ', 'close', true],
  ['closed', 'close', false],
  ['not-close, x', 'close', false],
  ['', 'close', false],
])('hasOption(%j, %j)', (connection, option, has) => {
  expect(hasOption(connection, option)).toBe(has);
});

test.each([
  [' \ta b\t ', 'a b'],
  ['\xa0a\xa0', '\xa0a\xa0'],
  [' ', ''],
  ['', ''],
])('trimmed(%j)', (text, expected) => {
  expect(trimmed(text)).toBe(expected);
});

test('printable is short, and safe to show', () => {
  expect(printable('a"\r\n\x1b')).toBe(String.raw`"a\"\r\n\u001b"`);
  expect(printable('x'.repeat(61))).toBe(`"${'x'.repeat(60)}…"`);
});

describe('fieldValue', () => {
  const head =
    'GET /a:b HTTP/1.1\r\nHost: x\r\nContent-Types: no\r\ncontent-TYPE:  a/b; c=d \r\nContent-Type: c/d\r\nEmpty:\r\n\r\n';

  test.each([
    ['host', 'x'],
    ['content-type', 'a/b; c=d'],
    ['empty', ''],
    ['content', undefined],
    ['get /a', undefined],
    ['none', undefined],
  ])('%s', (name, value) => {
    expect(fieldValue(head, name)).toBe(value);
  });

  test.each(['', 'GET / HTTP/1.1', 'GET / HTTP/1.1\r\n', 'GET / HTTP/1.1\r\n\r\n', 'GET / HTTP/1.1\r\nHost'])(
    'none in %j',
    (text) => {
      expect(fieldValue(text, 'host')).toBeUndefined();
    },
  );
});

describe('fieldList', () => {
  test('gives names and values in order and case, from the second line on', () => {
    expect(fieldList('GET / HTTP/1.1\r\nB: 2\r\na:1\r\nB:\r\nX:  y:z \t\r\n\r\n')).toEqual([
      { name: 'B', value: '2' },
      { name: 'a', value: '1' },
      { name: 'B', value: '' },
      { name: 'X', value: 'y:z' },
    ]);
  });

  test.each([
    '',
    'GET / HTTP/1.1',
    'GET / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\nno colon\r\n\r\n',
    '\r\n',
    '\r\nA',
  ])('of %j is empty', (head) => {
    expect(fieldList(head)).toEqual([]);
  });
});
