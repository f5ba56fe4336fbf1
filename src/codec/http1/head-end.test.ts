import { describe, expect, test } from 'vitest';
import { headEnd, MAX_HEAD_BYTES, partialHeadViolation } from './head-end.ts';

describe('the end of a head', () => {
  test.each([
    ['', -1],
    ['\r\n\r', -1],
    ['\r\n\r\n', 4],
    ['A\r\n\r\nB', 5],
    ['A\r\n\r\nB\r\n\r\n', 5],
    ['A\n\nB\r\r\n\n', -1],
    ['A\r\n\n\r\n', -1],
    ['A\r\n\r\r\n\r\n', 8],
  ])('%j: %i', (text, end) => {
    expect(headEnd(Buffer.from(text), 0)).toBe(end);
  });

  test('is searched from where one is told', () => {
    const bytes = Buffer.from('\r\n\r\nA\r\n\r\n');
    expect(headEnd(bytes, 0)).toBe(4);
    expect(headEnd(bytes, 1)).toBe(9);
    expect(headEnd(bytes, 9)).toBe(-1);
    expect(headEnd(bytes, 99)).toBe(-1);
  });

  test('is found wherever it lies, near or far', () => {
    for (let length = 1010; length < 1040; length += 1) {
      const text = 'x'.repeat(length);
      expect(headEnd(Buffer.from(`${text}\r\n\r\nrest`), 0)).toBe(length + 4);
      expect(headEnd(Buffer.from(`${text}\r\n\r`), 0)).toBe(-1);
    }
    expect(headEnd(Buffer.from(`${'x'.repeat(100_000)}\r\n\r\n`), 0)).toBe(100_004);
  });
});

describe('a head that has not ended', () => {
  test.each([
    '',
    'G',
    'GET / HTTP/1.1',
    'GET / HTTP/1.1\r',
    'GET / HTTP/1.1\r\n',
    'GET / HTTP/1.1\r\nA: b\r\n\r',
    '\xff',
  ])('%j can become one', (text) => {
    expect(partialHeadViolation(Buffer.from(text, 'latin1'))).toBeNull();
  });

  test.each([
    ['GET / HTTP/1.1\n', 'the head holds a bare LF'],
    ['\n', 'the head holds a bare LF'],
    ['GET / HTTP/1.1\r\nA: b\n\n', 'the head holds a bare LF'],
    ['GET / HTTP/1.1\rA', 'the head holds a bare CR'],
    ['GET / HTTP/1.1\r\r', 'the head holds a bare CR'],
    ['GET /\0', 'the head holds a NUL byte'],
  ])('%j cannot', (text, reason) => {
    expect(partialHeadViolation(Buffer.from(text))).toEqual({ type: 'violation', status: 400, reason });
  });

  test('is too large at some point', () => {
    expect(partialHeadViolation(Buffer.alloc(MAX_HEAD_BYTES, 'a'))).toBeNull();
    expect(partialHeadViolation(Buffer.alloc(MAX_HEAD_BYTES + 1, 'a'))).toEqual({
      type: 'violation',
      status: 431,
      reason: 'the head is longer than 65536 bytes',
    });
  });
});
