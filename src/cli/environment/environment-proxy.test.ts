import { describe, expect, test } from 'vitest';
import { environmentProxy, isItself } from './environment-proxy.ts';

const proxyOf = (value: string) => environmentProxy({ HTTPS_PROXY: value })?.proxy;

test('without the variable there is none', () => {
  expect(environmentProxy({})).toBeNull();
  expect(environmentProxy({ HTTPS_PROXY: ' ', HTTP_PROXY: 'http://proxy.test:3128' })).toBeNull();
});

test('the spelling in lower case comes first', () => {
  const env = { HTTPS_PROXY: 'http://upper.test:1', https_proxy: 'http://lower.test:2' };
  expect(environmentProxy(env)).toMatchObject({ variable: 'https_proxy', proxy: { host: 'lower.test' } });
});

test.each([
  ['http://proxy.test:3128', { type: 'http', host: 'proxy.test', port: 3128 }],
  ['HTTP://proxy.test', { type: 'http', host: 'proxy.test', port: 80 }],
  ['proxy.test:3128', { type: 'http', host: 'proxy.test', port: 3128 }],
  ['https://proxy.test', { type: 'https', port: 443 }],
  ['socks5h://proxy.test', { type: 'socks5', port: 1080 }],
  ['http://[2001:db8::1]:8080/', { host: '2001:db8::1', port: 8080 }],
  ['http://me:p%40ss@proxy.test:1', { username: 'me', password: 'p@ss' }],
])('%s', (value, expected) => {
  expect(proxyOf(value)).toMatchObject(expected);
});

test.each(['ftp://proxy.test', 'http://', 'http://a b', 'http://proxy.test:99999'])(
  '%s is no proxy',
  (value) => {
    expect(() => proxyOf(value)).toThrow('HTTPS_PROXY is not the URL of a proxy: give one such as');
  },
);

describe('NO_PROXY', () => {
  const bypassOf = (list: string) =>
    environmentProxy({ HTTPS_PROXY: 'http://proxy.test:1', NO_PROXY: list })?.proxy.bypassHosts;

  test('a host stands for those below it too', () => {
    expect(bypassOf('a.test, .b.test *.c.test,10.0.0.0/8 192.0.2.1')).toEqual([
      '.a.test',
      '.b.test',
      '*.c.test',
      '10.0.0.0/8',
      '192.0.2.1',
    ]);
  });

  test('what means nothing is left out', () => {
    expect(bypassOf('http://x/y,,a.test:http,b.test:80')).toEqual(['.b.test:80']);
  });

  test('a star exempts all', () => {
    expect(bypassOf('*')).toBeUndefined();
  });
});

test('the proxy itself is known, so that nothing goes in circles', () => {
  const itself = environmentProxy({ HTTPS_PROXY: 'http://localhost:9090' });
  expect(itself !== null && isItself(itself, 9090)).toBe(true);
  expect(itself !== null && isItself(itself, 9091)).toBe(false);
});
