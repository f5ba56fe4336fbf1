import { describe, expect, test } from 'vitest';
import { clientHello } from '../../../test/helpers/client-hello.ts';
import { detect } from './detect.ts';

describe('what a client speaks', () => {
  test.each([
    ['GET / HTTP/1.1\r\n', 'http1'],
    ['GET ', 'http1'],
    ['\r\n\r\nGET ', 'http1'],
    ['\nGET ', 'http1'],
    ["M-SEARCH!#$%&'*+.^_`|~ ", 'http1'],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'http2'],
    [`${'A'.repeat(32)} /`, 'http1'],
    [`${'A'.repeat(33)} /`, 'opaque'],
    ['EHLO\r\n', 'opaque'],
    ['PING\n', 'opaque'],
    [' GET / HTTP/1.1\r\n', 'opaque'],
    ['G\0T ', 'opaque'],
    ['GET\t/', 'opaque'],
    ['\xe4 ', 'opaque'],
    ['\0', 'opaque'],
    ['\x05\x01\0', 'opaque'],
    ['\x17\x03\x03\0\x01x', 'opaque'],
    ['\x16\x03\x01\0\x05hello', 'opaque'],
    ['\x16\xff\xff', 'opaque'],
  ])('%j: %s', (text, type) => {
    expect(detect(Buffer.from(text, 'latin1'))?.type).toBe(type);
  });

  test.each([
    '',
    'G',
    'GET',
    '\r',
    '\r\n',
    '\r\nGET',
    'A'.repeat(31),
    '\x16',
    '\x16\x03\x01',
    '\x16\x03\x01\x02\0\x01',
  ])('%j: nobody knows yet', (text) => {
    expect(detect(Buffer.from(text, 'latin1'))).toBeNull();
  });

  test('TLS, and the server that is asked for', async () => {
    expect(detect(await clientHello('A.Test'))).toEqual({
      type: 'tls',
      sni: 'a.test',
      http2: false,
      needsRsa: false,
      ech: false,
    });
    expect(detect(await clientHello())).toEqual({
      type: 'tls',
      sni: null,
      http2: false,
      needsRsa: false,
      ech: false,
    });
  });

  test('TLS only once the ClientHello is complete', async () => {
    const hello = await clientHello('a.test');
    for (let length = 1; length < hello.length; length += 1) {
      expect(detect(hello.subarray(0, length))).toBeNull();
    }
    expect(detect(Buffer.concat([hello, Buffer.from('more')]))).toEqual({
      type: 'tls',
      sni: 'a.test',
      http2: false,
      needsRsa: false,
      ech: false,
    });
  });
});
