import { describe, expect, test } from 'vitest';
import { readPacResult } from './pac-result.ts';

const shown = (text: string): string => {
  const result = readPacResult(text, null);
  if ('error' in result) return result.error;
  return result.routes
    .map((route) =>
      route.type === 'direct' ? 'direct' : `${route.proxy.type}://${route.proxy.host}:${route.proxy.port}`,
    )
    .join(' ');
};

describe('an answer', () => {
  test.each([
    ['', 'direct'],
    [' ; ', 'direct'],
    ['DIRECT', 'direct'],
    ['direct;', 'direct'],
    ['PROXY a.test:3128', 'http://a.test:3128'],
    ['PROXY a.test', 'http://a.test:80'],
    ['HTTPS a.test', 'https://a.test:443'],
    ['SOCKS a.test', 'socks4://a.test:1080'],
    ['SOCKS4 a.test:1; SOCKS5 B.TEST:2', 'socks4://a.test:1 socks5://b.test:2'],
    ['PROXY [2001:db8::1]:8080', 'http://2001:db8::1:8080'],
    ['  proxy   a.test:1  ;DIRECT', 'http://a.test:1 direct'],
    ['QUIC a.test:443; PROXY b.test:1', 'http://b.test:1'],
    ['PROXY a.test:99999; DIRECT', 'direct'],
  ])('%j', (text, routes) => {
    expect(shown(text)).toBe(routes);
  });

  test.each(['PROXY', 'PROXY a b', 'CARRIER a:1', 'DIRECT now', 'PROXY http://a.test:1'])(
    '%j is a fault',
    (text) => {
      expect(shown(text)).toContain('names no known kind of proxy');
    },
  );

  test('names no more than ten ways', () => {
    expect(shown('PROXY a:1;'.repeat(100)).split(' ')).toHaveLength(10);
  });
});
