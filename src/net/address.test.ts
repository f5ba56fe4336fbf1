import os from 'node:os';
import { describe, expect, test } from 'vitest';
import { isLocalAddress, isOwnAddress } from './address.ts';

const interfaces = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);

describe('our own address', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '::FFFF:7f00:1',
    '0.0.0.0',
    '0.1.2.3',
    '::',
    '::ffff:0.0.0.0',
    ...interfaces.map(({ address }) => address),
    ...interfaces.filter(({ family }) => family === 'IPv4').map(({ address }) => `::ffff:${address}`),
  ])('%s', (address) => {
    expect(isOwnAddress(address)).toBe(true);
    expect(isLocalAddress(address)).toBe(true);
  });

  test.each(['::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::169.254.1.1', '::ffff:0:127.0.0.1'])(
    'may be behind a translator: %s',
    (address) => {
      expect(isLocalAddress(address)).toBe(true);
    },
  );

  test.each(['64:ff9b::198.51.100.7', '::198.51.100.7'])('is not behind %s', (address) => {
    expect(isLocalAddress(address)).toBe(false);
  });

  // Addresses for documentation (RFC 5737, RFC 3849), and what is no address at all.
  test.each([
    '198.51.100.7',
    '2001:db8::7',
    '::ffff:198.51.100.7',
    '128.0.0.1',
    '::2',
    'localhost',
    '127.1',
    '',
    '1.2.3',
  ])('is not %j', (address) => {
    expect(isOwnAddress(address)).toBe(false);
    expect(isLocalAddress(address)).toBe(false);
  });
});

test.each([
  ['169.254.169.254', true],
  ['::ffff:169.254.1.1', true],
  ['fe80::1', true],
  ['FEBF::1', true],
  ['169.253.1.1', false],
  ['fec0::1', false],
  ['fd12::7', false],
])('%s is of this link only: %s', (address, local) => {
  expect(isLocalAddress(address)).toBe(local);
});
