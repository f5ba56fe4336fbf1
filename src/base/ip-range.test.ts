import { describe, expect, test } from 'vitest';
import { ipBytes } from './ip.ts';
import { isInRanges, readIpRange } from './ip-range.ts';

function isIn(address: string, ...ranges: readonly string[]): boolean {
  return isInRanges(
    ipBytes(address)!,
    ranges.map((range) => readIpRange(range)!),
  );
}

describe('an address in a range', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1/32'],
    ['192.0.2.255', '192.0.2.0/24'],
    ['192.0.2.255', '192.0.2.77/24'],
    ['172.31.255.255', '172.16.0.0/12'],
    ['100.127.0.1', '100.64.0.0/10'],
    ['203.0.113.9', '0.0.0.0/0'],
    ['2001:db8::1', '::/0'],
    ['fdff::1', 'fc00::/7'],
    ['febf::1', 'fe80::/10'],
    ['2001:db8::1', '2001:DB8:0:0::1'],
    ['2001:db8::1', '2001:db8::/32'],
    ['::ffff:192.0.2.1', '192.0.2.0/24'],
    ['192.0.2.1', '::ffff:192.0.2.0/120'],
    ['192.0.2.1', '::ffff:192.0.2.1'],
  ])('%s is in %s', (address, range) => {
    expect(isIn(address, range)).toBe(true);
  });

  test.each([
    ['192.0.2.2', '192.0.2.1'],
    ['192.0.3.0', '192.0.2.0/24'],
    ['172.32.0.0', '172.16.0.0/12'],
    ['100.128.0.1', '100.64.0.0/10'],
    ['fe00::1', 'fc00::/7'],
    ['2001:db8::1', '0.0.0.0/0'],
    ['192.0.2.1', '::/0'],
    ['::ffff:192.0.2.1', '::/0'],
  ])('%s is not in %s', (address, range) => {
    expect(isIn(address, range)).toBe(false);
  });

  test('is in none of no ranges, and in any of several', () => {
    expect(isIn('192.0.2.1')).toBe(false);
    expect(isIn('192.0.2.1', '10.0.0.0/8', '192.0.2.0/24')).toBe(true);
  });
});

test.each([
  '',
  '192.0.2',
  '192.0.2.0/',
  '192.0.2.0/33',
  '192.0.2.0/-1',
  '192.0.2.0/24/1',
  '192.0.2.0/x',
  '192.0.2.0/255.255.255.0',
  '192.0.2.256',
  'fd00::/129',
  'fd00::/1e1',
  'fe80::1%eth0',
  '::ffff:192.0.2.0/95',
  'example.test',
  '10.*',
])('%j is no range', (text) => {
  expect(readIpRange(text)).toBeNull();
});
