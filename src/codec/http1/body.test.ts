import { describe, expect, test } from 'vitest';
import { bodyReader } from './body.ts';
import type { BodyReader, OnRepairs } from './body-reader.ts';
import type { Framing } from './framing.ts';
import type { Repair } from './repair.ts';

interface Reading {
  readonly reader: BodyReader;
  /** Payload as latin1. */
  readonly payload: string;
  /** The bytes to forward. */
  readonly wire: string;
  /** The bytes after the body. */
  readonly rest: string;
}

/** Reads what arrives piece by piece, as a connection does. */
function read(framing: Framing, pieces: readonly string[], repaired: OnRepairs | null = null): Reading {
  const reader = bodyReader(framing, repaired);
  let payload = '';
  let wire = '';
  for (const [n, piece] of pieces.entries()) {
    // What stands before and behind is none of the reader's business.
    const bytes = Buffer.from(`<<${piece}`, 'latin1');
    const end = reader.read(bytes, 2, (data, start, stop) => {
      payload += data.toString('latin1', start, stop);
    });
    if (reader.violation === null && end > 2) wire += reader.wire(bytes, 2, end).toString('latin1');
    if (reader.done || reader.violation !== null) {
      return { reader, payload, wire, rest: bytes.toString('latin1', end) + pieces.slice(n + 1).join('') };
    }
  }
  return { reader, payload, wire, rest: '' };
}

const chunked = { type: 'chunked' } as const;

/** Every way to cut `text` in two, and into single bytes. */
function cuts(text: string): string[][] {
  return [Array.from(text), ...Array.from(text, (_, at) => [text.slice(0, at), text.slice(at)])];
}

describe('no body', () => {
  test('is complete before anything is read, and takes nothing', () => {
    const { reader, payload, rest } = read({ type: 'none' }, ['next']);
    expect(reader).toMatchObject({ done: true, framed: false, violation: null, trailers: '' });
    expect([payload, rest]).toEqual(['', 'next']);
  });
});

describe('a body with a length', () => {
  test.each(cuts('hello'))('arrives as %j %j', (...pieces) => {
    const { reader, payload, wire, rest } = read({ type: 'length', length: 5 }, [...pieces, 'next']);
    expect(reader).toMatchObject({ done: true, framed: false, violation: null });
    expect([payload, wire, rest]).toEqual(['hello', 'hello', 'next']);
  });

  test('is not complete before its last byte', () => {
    expect(read({ type: 'length', length: 6 }, ['hello']).reader.done).toBe(false);
  });
});

describe('a body until the end', () => {
  test('takes everything, and is complete only when somebody says so', () => {
    const { reader, payload, wire } = read({ type: 'close' }, ['hel', 'lo\r\n\r\n']);
    expect(reader).toMatchObject({ done: false, framed: false });
    expect([payload, wire]).toEqual(['hello\r\n\r\n', 'hello\r\n\r\n']);
  });
});

const GOOD: readonly (readonly [text: string, payload: string, trailers: string])[] = [
  ['0\r\n\r\n', '', ''],
  ['5\r\nhello\r\n0\r\n\r\n', 'hello', ''],
  ['3\r\nhel\r\n00002\r\nlo\r\n000\r\n\r\n', 'hello', ''],
  ['a\r\n0\r\n\r\n0\r\n\r\n\r\n0\r\n\r\n', '0\r\n\r\n0\r\n\r\n', ''],
  ['A;name=value\r\n0123456789\r\n0;last\r\n\r\n', '0123456789', ''],
  ['1;a;b="c;\\"d\\\\\t\xff" ; e = f\r\nx\r\n0\r\n\r\n', 'x', ''],
  ['0\r\nX-Sum: 1\r\nx-Empty:\r\n\r\n', '', 'X-Sum: 1\r\nx-Empty:\r\n'],
];

describe('a chunked body', () => {
  test.each(GOOD)('%j, cut anywhere', (text, expected, trailers) => {
    for (const pieces of cuts(text)) {
      const { reader, payload, wire, rest } = read(chunked, [...pieces, 'next']);
      expect(reader).toMatchObject({ done: true, framed: true, violation: null, trailers });
      expect([payload, wire, rest]).toEqual([expected, text, 'next']);
    }
  });

  test('is not complete before its last byte', () => {
    for (const [text] of GOOD) expect(read(chunked, [text.slice(0, -1)]).reader.done).toBe(false);
  });

  test('lets nothing of its trailer section travel on before that is whole', () => {
    const pieces = ['2\r\nhi\r\n0\r\n', 'X-A', ': 1\r\n', '\r'];
    expect(read(chunked, pieces).wire).toBe('2\r\nhi\r\n0\r\n');
    expect(read(chunked, [...pieces, '\n']).wire).toBe('2\r\nhi\r\n0\r\nX-A: 1\r\n\r\n');
  });

  test.each([
    ['\r\n', 'a chunk has no size'],
    [';a\r\n', 'a chunk has no size'],
    ['x\r\n', 'a chunk has no size'],
    [' 5\r\n', 'a chunk has no size'],
    ['-1\r\n', 'a chunk has no size'],
    ['+1\r\n', 'a chunk has no size'],
    ['\n', 'a chunk has no size'],
    ['0x5\r\n', 'a chunk size is not hexadecimal'],
    ['5g\r\n', 'a chunk size is not hexadecimal'],
    ['5,5\r\n', 'a chunk size is not hexadecimal'],
    ['5\n', 'a chunk size is not hexadecimal'],
    ['5\0\r\n', 'a chunk size is not hexadecimal'],
    ['5\r5', 'a chunk size is not followed by CRLF'],
    ['5\r\r\n', 'a chunk size is not followed by CRLF'],
    ['fffffffffffffff\r\n', 'a chunk size is too large'],
    ['00000000000005\r\n', 'a chunk size is too large'],
    ['2\r\nhi!\r\n', 'a chunk is longer than its size'],
    ['2\r\nhi\n', 'a chunk is longer than its size'],
    ['2\r\nhi\r5', 'a chunk does not end with CRLF'],
    ['5;\r\n', 'a chunk extension is malformed'],
    ['5;;a\r\n', 'a chunk extension is malformed'],
    ['5;a=\r\n', 'a chunk extension is malformed'],
    ['5;=b\r\n', 'a chunk extension is malformed'],
    ['5;a b\r\n', 'a chunk extension is malformed'],
    ['5;a="b\r\n', 'a chunk extension is malformed'],
    ['5;a="b"c\r\n', 'a chunk extension is malformed'],
    ['5;a=b"c\r\n', 'a chunk extension is malformed'],
    ['5;a,b\r\n', 'a chunk extension is malformed'],
    ['5;\xe4\r\n', 'a chunk extension is malformed'],
    ['5;a\n', 'a chunk extension holds a control byte'],
    ['5;a=\0\r\n', 'a chunk extension holds a control byte'],
    ['5;a="\x7f"\r\n', 'a chunk extension holds a control byte'],
    ['0\r\nA: b\n\n', 'the trailer section holds a bare LF'],
    ['0\r\n\n', 'the trailer section holds a bare LF'],
    ['0\r\nA: b\rc', 'the trailer section holds a bare CR'],
    ['0\r\n\r\r\n', 'the trailer section holds a bare CR'],
    ['0\r\nA : b\r\n\r\n', 'trailers: white space before the colon of a field'],
    ['0\r\n A: b\r\n\r\n', 'trailers: a field line is folded (it starts with white space)'],
    ['0\r\nA\r\n\r\n', 'trailers: a field line has no colon, or a bare CR or LF'],
    ['0\r\nA: \0\r\n\r\n', 'trailers: the value of A holds the control byte 0x00'],
    ['0\r\nContent-Length: 5\r\n\r\n', 'a trailer is a framing field'],
    ['0\r\nTransfer-Encoding: chunked\r\n\r\n', 'a trailer is a framing field'],
    ['0\r\nTransfer-Encoding: gzip\r\n\r\n', 'trailers: Transfer-Encoding is not chunked: "gzip"'],
    ['0\r\nHost: a\r\n\r\n', 'a trailer is a framing field'],
    ['0\r\nx-proxy-TOKEN: a\r\n\r\n', 'a trailer is X-Proxy-Token'],
  ])('%j is refused, cut anywhere', (text, reason) => {
    for (const pieces of cuts(`1\r\nx\r\n${text}`)) {
      const { reader } = read(chunked, pieces);
      expect(reader).toMatchObject({ done: false, violation: { type: 'violation', status: 400, reason } });
    }
  });

  test.each([
    ['2 \t\r\nhi\r\n0  \r\n\r\n', '2\r\nhi\r\n0\r\n\r\n', ''],
    ['2 ;a=b\r\nhi\r\n0\r\n\r\n', '2;a=b\r\nhi\r\n0\r\n\r\n', ''],
    [`${'0'.repeat(20)}2\r\nhi\r\n${'0'.repeat(20)}\r\n\r\n`, '0000000002\r\nhi\r\n000000000\r\n\r\n', ''],
    [
      '2\r\nhi\r\n0\r\nX : 1\r\nY: a\r\n b\r\n\r\n',
      '2\r\nhi\r\n0\r\nX: 1\r\nY: a b\r\n\r\n',
      'X: 1\r\nY: a b\r\n',
    ],
    ['2 \r\nhi\r\n0 \r\nX Y: 1\r\n\r\n', '2\r\nhi\r\n0\r\n\r\n', ''],
  ])('of a server with one meaning is repaired: %j, cut anywhere', (text, expected, trailers) => {
    for (const pieces of cuts(text)) {
      const repairs: Repair[] = [];
      const { reader, payload, wire, rest } = read(chunked, [...pieces, 'next'], (more) =>
        repairs.push(...more),
      );
      expect(reader).toMatchObject({ done: true, violation: null, trailers });
      expect([payload, wire, rest]).toEqual(['hi', expected, 'next']);
      expect(repairs.length).toBeGreaterThan(0);
    }
  });

  test.each([
    [' 2\r\n', 'a chunk has no size'],
    ['2 2\r\n', 'a chunk size is not hexadecimal'],
    ['2\n', 'a chunk size is not hexadecimal'],
    ['2 \n', 'a chunk size is not hexadecimal'],
    ['2 \r2', 'a chunk size is not followed by CRLF'],
    ['2;a="\r\n', 'a chunk extension is malformed'],
    [`2${' '.repeat(257)}`, 'a chunk size has too much white space or too many zeros'],
    ['0'.repeat(267), 'a chunk size has too much white space or too many zeros'],
    ['00000000fffffffffffffff', 'a chunk size is too large'],
    ['0\r\nContent-Length : 5\r\n\r\n', 'a trailer is a framing field'],
    ['0\r\nX: 1\r\n Content-Length: 5\r\n\r\n', /^trailers: /],
    ['0\r\nX: 1\n\n', 'the trailer section holds a bare LF'],
  ])('of a server with two meanings is refused: %j', (text, reason) => {
    for (const pieces of cuts(text)) {
      const { reader } = read(chunked, pieces, () => undefined);
      expect(reader.violation?.reason).toEqual(
        typeof reason === 'string' ? reason : expect.stringMatching(reason),
      );
    }
  });

  test('may have large chunks, whose payload is not copied', () => {
    const bytes = Buffer.from(`fffff\r\n${'x'.repeat(0xfffff)}\r\n0\r\n\r\n`);
    const seen: Buffer[] = [];
    bodyReader(chunked).read(bytes, 0, (data, start, end) => seen.push(data.subarray(start, end)));
    expect(seen).toHaveLength(1);
    expect(seen[0]?.buffer).toBe(bytes.buffer);
    expect(seen[0]).toHaveLength(0xfffff);
  });

  test('has bounds on what is not payload', () => {
    expect(read(chunked, [`5;${'a'.repeat(17_000)}`]).reader.violation?.reason).toBe(
      'a chunk extension is too long',
    );
    const many = `1;${'a'.repeat(1000)}\r\nx\r\n`.repeat(17);
    expect(read(chunked, [many]).reader.violation?.reason).toBe('a chunk extension is too long');
    expect(read(chunked, [`0\r\nA: ${'a'.repeat(17_000)}`]).reader.violation?.reason).toBe(
      'the trailer section is too long',
    );
    expect(
      read(chunked, ['0\r\n', ...Array.from({ length: 3000 }, () => 'A: b\r\n')]).reader.violation?.reason,
    ).toBe('the trailer section is too long');
  });
});
