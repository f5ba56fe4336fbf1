import { expect, test } from 'vitest';
import { ipBytes, isLoopback, unmapped } from './ip.ts';

const hex = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString('hex');

test.each([
  ['127.0.0.1', '7f000001'],
  ['255.254.253.252', 'fffefdfc'],
  ['::', '00000000000000000000000000000000'],
  ['::1', '00000000000000000000000000000001'],
  ['1::', '00010000000000000000000000000000'],
  ['2001:db8::8a2e:370:7334', '20010db800000000' + '00008a2e03707334'],
  ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
  ['1:2:3:4:5:6:7::', '00010002000300040005000600070000'],
  ['::ffff:10.1.2.3', '00000000000000000000ffff0a010203'],
  ['64:ff9b::192.0.2.33', '0064ff9b0000000000000000c0000221'],
  ['fe80::1%eth0', 'fe800000000000000000000000000001'],
])('%s', (address, bytes) => {
  expect(hex(ipBytes(address))).toBe(bytes);
});

test.each(['', 'localhost', '1.2.3', '1.2.3.256', '[::1]', '::1::', '12345::', '1.2.3.4:80'])(
  '%s is no address',
  (text) => {
    expect(ipBytes(text)).toBeNull();
  },
);

test.each([
  ['127.0.0.1', true],
  ['127.9.8.7', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['128.0.0.1', false],
  ['::2', false],
  ['1::1', false],
  ['::127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
])('%s is loopback: %s', (address, expected) => {
  expect(isLoopback(ipBytes(address) ?? Uint8Array.of())).toBe(expected);
});

test('only mapped addresses are unwrapped', () => {
  expect(hex(unmapped(ipBytes('::ffff:1.2.3.4') ?? Uint8Array.of()))).toBe('01020304');
  expect(hex(unmapped(ipBytes('1::ffff:102:304') ?? Uint8Array.of()))).toBe(
    '0001' + '0000'.repeat(4) + 'ffff01020304',
  );
});
