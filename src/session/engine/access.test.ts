import { describe, expect, test } from 'vitest';
import { Client } from '../../flow/client.ts';
import { clientFilter, networkFilter } from './access.ts';

const client = (address: string) => new Client(address, 50_000);

describe('without named clients', () => {
  const admits = clientFilter([]);

  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.178.20',
    '::ffff:192.168.178.20',
    '169.254.3.4',
    '100.64.0.1',
    '100.127.255.254',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
  ])('%s may use the proxy', (address) => {
    expect(admits(client(address))).toBe(true);
  });

  test.each([
    '8.8.8.8',
    '::ffff:8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '192.0.2.2',
    '0.0.0.0',
    '2001:db8::1',
    '::',
    'ff02::1',
    '',
  ])('%j may not', (address) => {
    expect(admits(client(address))).toBe(false);
  });
});

test.each<[readonly string[], string, boolean]>([
  [[], '192.168.1.20/24', true],
  [[], '203.0.113.5/24', false],
  [[], '2001:db8::5/64', false],
  [[], 'fd00::5/64', true],
  [[], '100.101.102.103/32', true],
  [['192.168.1.34'], '192.168.1.20/24', true],
  [['192.168.1.34'], '10.8.0.2/24', false],
  [['192.168.0.0/16'], '192.168.1.20/24', true],
  [['100.64.7.7'], '100.101.102.103/32', true],
  [['192.168.1.34'], '100.101.102.103/32', false],
  [['203.0.113.0/24'], '203.0.113.5/32', true],
  [['0.0.0.0/0'], '203.0.113.5/24', true],
  [['0.0.0.0/0'], '2001:db8::5/64', false],
])('with %j the address %s is one for devices: %s', (ranges, network, expected) => {
  expect(networkFilter(ranges)(network)).toBe(expected);
});

describe('with named clients', () => {
  const admits = clientFilter(['203.0.113.0/24', '2001:db8::7', '::ffff:198.51.100.1']);

  test.each(['203.0.113.200', '::ffff:203.0.113.1', '2001:db8::7', '198.51.100.1', '127.0.0.1', '::1'])(
    '%s may use the proxy',
    (address) => {
      expect(admits(client(address))).toBe(true);
    },
  );

  test.each(['203.0.114.1', '2001:db8::8', '192.168.1.1', '10.0.0.1', 'fe80::1'])('%s may not', (address) => {
    expect(admits(client(address))).toBe(false);
  });
});

test('an error names an invalid range', () => {
  expect(() => clientFilter(['10.0.0.0/8', 'lan'])).toThrow('"lan" is not an IP address or a range');
});
