import { expect, test } from 'vitest';
import { endsKey, isOnThisMachine, socketKey } from './sockets.ts';

const between = (clientAddress: string, proxyAddress: string): Parameters<typeof socketKey>[0] => ({
  clientAddress,
  clientPort: 51_234,
  proxyAddress,
  proxyPort: 9090,
});

test.each([
  [between('127.0.0.1', '127.0.0.1'), '127.0.0.1:51234', '127.0.0.1:9090'],
  [between('::ffff:127.0.0.1', '::ffff:127.0.0.1'), '127.0.0.1:51234', '127.0.0.1:9090'],
  [between('127.0.0.1', '127.0.0.1'), '[::ffff:127.0.0.1]:51234', '[::ffff:7f00:1]:9090'],
  [between('::1', '::1'), '[::1]:51234', '[0:0:0:0:0:0:0:1]:9090'],
  [between('fe80::1%en0', 'fe80::2'), '[fe80::1]:51234', '[fe80::2%4]:9090'],
])('%j is %s to %s', (socket, local, remote) => {
  expect(endsKey(local, remote)).toBe(socketKey(socket));
  expect(endsKey(remote, local)).not.toBe(socketKey(socket));
});

test.each(['*:*', '*', '', '127.0.0.1', ':80', '127.0.0.1:http'])('%j is no end of a connection', (text) => {
  expect(endsKey(text, '127.0.0.1:9090')).toBeNull();
  expect(endsKey('127.0.0.1:9090', text)).toBeNull();
});

test.each([
  ['127.0.0.1', '127.0.0.1', true],
  ['127.8.8.8', '::ffff:127.0.0.1', true],
  ['::1', '::1', true],
  ['192.0.2.5', '192.0.2.5', true],
  ['::ffff:192.0.2.5', '192.0.2.5', true],
  ['192.0.2.6', '192.0.2.5', false],
  ['2001:db8::1', '2001:db8::2', false],
  ['', '127.0.0.1', false],
  ['localhost', 'localhost', false],
])('a client at %s of a proxy at %s is here: %s', (client, proxy, expected) => {
  expect(isOnThisMachine(between(client, proxy))).toBe(expected);
});
