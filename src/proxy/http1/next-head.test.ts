import { describe, expect, test } from 'vitest';
import { nextHead } from './next-head.ts';

const read = (text: string, ended = false) => nextHead(Buffer.from(text, 'latin1'), ended);

describe('a complete head', () => {
  test('is read, with the bytes behind it', () => {
    const next = read('GET /a HTTP/1.1\r\nHost: a.test\r\n\r\nGET /b');
    expect(next).toMatchObject({ type: 'head', head: { method: 'GET', target: '/a' } });
    expect(next.type === 'head' && next.rest?.toString()).toBe('GET /b');
  });

  test('may stand behind empty lines', () => {
    expect(read('\r\n\r\nGET /a HTTP/1.1\r\nHost: a.test\r\n\r\n')).toMatchObject({
      type: 'head',
      rest: null,
    });
  });

  test('behind too many empty lines is not valid', () => {
    const next = read(`${'\r\n'.repeat(9)}GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n`);
    expect(next).toMatchObject({ type: 'error', error: { code: 'BAD_REQUEST' } });
  });

  test('longer than 64 KiB is refused', () => {
    const next = read(`GET / HTTP/1.1\r\nHost: a.test\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`);
    expect(next).toMatchObject({ type: 'error', error: { code: 'HEAD_TOO_LARGE', status: 431 } });
  });
});

describe('a head that is not complete', () => {
  test('has not begun with empty lines', () => {
    expect(read('\r\n')).toEqual({ type: 'incomplete', begun: false });
  });

  test('has begun with its first byte', () => {
    expect(read('GET /a HT')).toEqual({ type: 'incomplete', begun: true });
  });

  test('is refused when the client has ended', () => {
    expect(read('GET /a HT', true)).toMatchObject({
      type: 'error',
      error: { message: expect.stringContaining('ended in the middle of a head') },
    });
  });

  test('is refused as soon as it cannot become valid', () => {
    expect(read('GET /a HTTP/1.1\nHost: a')).toMatchObject({ type: 'error', error: { status: 400 } });
  });
});

test.each([
  ['GET / HTTP/3.0\r\n\r\n', 'VERSION', 505],
  ['GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n', 'NOT_IMPLEMENTED', 501],
  ['GET / HTTP/1.1\r\nHost: a\r\nExpect: sleep\r\n\r\n', 'EXPECTATION', 417],
])('%j is refused with its status', (text, code, status) => {
  expect(read(text)).toMatchObject({ type: 'error', error: { code, status } });
});
