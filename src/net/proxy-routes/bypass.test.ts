import { describe, expect, test } from 'vitest';
import { isLoopbackHost, readBypass } from './bypass.ts';

describe('hosts that are bypassed', () => {
  test.each([
    ['example.com', 'example.com', true],
    ['example.com', 'www.example.com', false],
    ['Example.COM', 'example.com', true],
    ['example.com', 'example.com.', true],
    ['*.example.com', 'a.b.example.com', true],
    ['*.example.com', 'example.com', false],
    ['.example.com', 'a.example.com', true],
    ['.example.com', 'example.com', true],
    ['.example.com', 'notexample.com', false],
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '11.1.2.3', false],
    ['10.0.0.0/8', '10.example.com', false],
    ['10.*', '10.1.2.3', true],
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['fd00::/8', 'fd12::1', true],
    ['[2001:db8::1]', '2001:db8:0::1', true],
    ['<local>', 'intranet', true],
    ['<local>', 'intranet.test', false],
    ['<local>', '2001:db8::1', false],
    ['example.com:8080', 'example.com', false],
    ['https://example.com', 'example.com', true],
    ['*', 'anything.test', true],
  ])('%s: %s %s', (entry, host, bypassed) => {
    expect(readBypass(['<-loopback>', entry])(host, 443)).toBe(bypassed);
  });

  test('an entry with a port is for that port', () => {
    const bypass = readBypass(['example.com:8080', '[2001:db8::1]:8080']);
    expect([bypass('example.com', 8080), bypass('2001:db8::1', 8080), bypass('2001:db8::1', 80)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each(['localhost', 'a.localhost', 'localhost.', '127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
    '%s is, unless <-loopback> is listed',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
      expect(readBypass([])(host, 80)).toBe(true);
      expect(readBypass([' <-LOOPBACK> ', ''])(host, 80)).toBe(false);
    },
  );

  test.each(['http://a.test/path', 'a b', '<remote>', 'a.test:port', '10.0.0.0/33'])(
    '%s is refused',
    (entry) => {
      expect(() => readBypass([entry])).toThrow(
        `${JSON.stringify(entry.toLowerCase())} is not a host to bypass`,
      );
    },
  );
});
