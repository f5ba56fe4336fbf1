import { expect, test } from 'vitest';
import { clientHello } from '../../../test/helpers/client-hello.ts';
import { meantServer } from './dns-captured.ts';

const text = (head: string): Buffer => Buffer.from(head, 'latin1');

test('TLS names its server by SNI', async () => {
  const hello = await clientHello('API.harbor.test');
  expect(meantServer(hello)).toEqual({
    type: 'server',
    server: { host: 'api.harbor.test', port: 443 },
    isTls: true,
  });
  expect(meantServer(hello.subarray(0, 20))).toBeNull();
  expect(meantServer(await clientHello())).toEqual({ type: 'other' });
});

test.each([
  ['GET / HTTP/1.1\r\nHost: api.harbor.test\r\n\r\n', { host: 'api.harbor.test', port: 80 }],
  ['GET / HTTP/1.1\r\nA: b\r\nhost:\tapi.harbor.test:8080\r\n\r\n', { host: 'api.harbor.test', port: 8080 }],
  ['POST / HTTP/1.1\r\nHost: [::1]:81\r\n\r\nbody', { host: '::1', port: 81 }],
])('HTTP names it by Host: %j', (head, server) => {
  expect(meantServer(text(head))).toEqual({ type: 'server', server, isTls: false });
});

test.each([
  ['GET / HTTP/1.0\r\n\r\n'],
  ['GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
  ['GET / HTTP/1.1\r\nHost : a.test\r\n\r\n'],
])('a request without a valid Host has no name: %j', (head) => {
  expect(meantServer(text(head))).toEqual({ type: 'unnamed' });
});

test('a head is waited for, but not for ever', () => {
  expect(meantServer(text('GET / HTTP/1.1\r\nHost: a.test\r\n'))).toBeNull();
  expect(meantServer(text(`GET / HTTP/1.1\r\nA: ${'x'.repeat(70_000)}`))).toEqual({ type: 'other' });
});

test.each([['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], ['SSH-2.0-x\r\n']])('%j is neither', (bytes) => {
  expect(meantServer(text(bytes))).toEqual({ type: 'other' });
});
