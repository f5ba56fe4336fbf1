import { describe, expect, test } from 'vitest';
import { authorityOf, encodedPath, readDestination } from './destination.ts';

describe('a URL', () => {
  test.each([
    ['http://a.test', 'http', 'a.test', 80, '/'],
    ['HTTPS://A.test:8443/x/../%2e%2e?q=1#part', 'https', 'a.test', 8443, '/x/../%2e%2e?q=1'],
    ['http://a.test?q', 'http', 'a.test', 80, '/?q'],
    ['http://[::1]:81/"x"', 'http', '::1', 81, '/"x"'],
    ['https://bücher.example:1/ü', 'https', 'xn--bcher-kva.example', 1, '/%C3%BC'],
  ])('%s is parsed', (url, scheme, host, port, path) => {
    expect(readDestination(url)).toEqual({ target: { scheme, host, port }, path });
  });

  test.each([
    '',
    'ftp://a.test/',
    '//a.test/',
    '/path',
    'http://',
    'http:///x',
    'http://user@a.test/',
    'http://user:pw@a.test/',
    'http://a.test:0/',
    'http://a.test:70000/',
    'http://300.1.1.1/',
    'http://a.test/a b',
    'http://a.test/\r\nx',
    'http://a b/',
    'http://a.test\\x',
  ])('rejects %j', (url) => expect(readDestination(url)).toBeNull());
});

test('the authority omits the default port', () => {
  expect(authorityOf({ scheme: 'https', host: 'a.test', port: 443 })).toBe('a.test');
  expect(authorityOf({ scheme: 'http', host: '::1', port: 443 })).toBe('[::1]:443');
});

test('a path is percent-encoded where necessary', () => {
  expect(encodedPath('/ü%20"')).toBe('/%C3%BC%20"');
  expect(encodedPath('/\u0001')).toBeNull();
  expect(encodedPath('/\ud800')).toBe('/%EF%BF%BD');
});
