import { describe, expect, test } from 'vitest';
import { defaultPort, formatAuthority, readAuthority, readTarget } from './target.ts';

describe('a target (RFC 9112 section 3.2)', () => {
  test.each([
    ['GET', '/', { type: 'origin', path: '/' }],
    ['GET', '//a.test/x?y#z', { type: 'origin', path: '//a.test/x?y#z' }],
    ['OPTIONS', '*', { type: 'asterisk' }],
    ['CONNECT', 'A.test:443', { type: 'authority', host: 'a.test', port: 443 }],
    ['CONNECT', '[::1]:8443', { type: 'authority', host: '::1', port: 8443 }],
  ])('%s %s', (method, target, expected) => {
    expect(readTarget(method, target)).toEqual(expected);
  });

  test.each([
    ['http://a.test', 'http', 'a.test', 80, 'a.test', '/'],
    ['http://a.test/', 'http', 'a.test', 80, 'a.test', '/'],
    ['http://a.test?q', 'http', 'a.test', 80, 'a.test', '/?q'],
    ['HTTP://A.Test:8080/X?Y=//z', 'http', 'a.test', 8080, 'A.Test:8080', '/X?Y=//z'],
    ['https://a.test/', 'https', 'a.test', 443, 'a.test', '/'],
    ['https://a.test:/', 'https', 'a.test', 443, 'a.test:', '/'],
    ['ws://a.test/', 'http', 'a.test', 80, 'a.test', '/'],
    ['wss://a.test/', 'https', 'a.test', 443, 'a.test', '/'],
    ['http://[::1]:3000/x', 'http', '::1', 3000, '[::1]:3000', '/x'],
    ['http://[FE80::1%25eth0]/', 'http', 'fe80::1%eth0', 80, '[FE80::1%25eth0]', '/'],
  ])('%s', (target, scheme, host, port, authority, path) => {
    expect(readTarget('GET', target)).toEqual({ type: 'absolute', scheme, host, port, authority, path });
  });

  test('OPTIONS of a server as a whole (RFC 9112 section 3.2.4)', () => {
    expect(readTarget('OPTIONS', 'http://a.test')).toMatchObject({ path: '*' });
    expect(readTarget('OPTIONS', 'http://a.test/')).toMatchObject({ path: '/' });
    expect(readTarget('OPTIONS', 'http://a.test?q')).toMatchObject({ path: '/?q' });
  });

  test.each([
    ['GET', '*', 'GET * is not a request'],
    ['GET', 'x', 'the target is neither a path nor a URL: "x"'],
    ['GET', '?q', 'the target is neither a path nor a URL: "?q"'],
    ['GET', 'a.test:80', 'the target is neither a path nor a URL: "a.test:80"'],
    ['GET', '://a.test/', 'the target is neither a path nor a URL: "://a.test/"'],
    ['GET', 'http:/a.test/', 'the target is neither a path nor a URL: "http:/a.test/"'],
    ['GET', 'ftp://a.test/', 'the scheme "ftp" cannot be forwarded'],
    ['GET', '__proto__://a.test/', 'the target is neither a path nor a URL: "__proto__://a.test/"'],
    ['GET', 'constructor://a.test/', 'the scheme "constructor" cannot be forwarded'],
    ['GET', 'http://a.test#x', 'the target has a fragment in place of a path'],
    ['GET', 'http://', 'the URL has no valid host: ""'],
    ['GET', 'http:///x', 'the URL has no valid host: ""'],
    ['GET', 'http://:80/', 'the URL has no valid host: ":80"'],
    ['GET', 'http://user@a.test/', 'the URL has no valid host: "user@a.test"'],
    ['GET', 'http://user:pass@a.test/', 'the URL has no valid host: "user:pass@a.test"'],
    ['GET', 'http://a.test:0/', 'the URL has no valid host: "a.test:0"'],
    ['GET', 'http://a.test:65536/', 'the URL has no valid host: "a.test:65536"'],
    ['GET', 'http://a.test:8o/', 'the URL has no valid host: "a.test:8o"'],
    ['GET', 'http://[::1/', 'the URL has no valid host: "[::1"'],
    ['GET', 'http://::1/', 'the URL has no valid host: "::1"'],
    ['GET', 'http://a\\b/', String.raw`the URL has no valid host: "a\\b"`],
    ['CONNECT', 'a.test', 'CONNECT names no host and port: "a.test"'],
    ['CONNECT', 'a.test:', 'CONNECT names no host and port: "a.test:"'],
    ['CONNECT', 'a.test:0', 'CONNECT names no host and port: "a.test:0"'],
    ['CONNECT', ':443', 'CONNECT names no host and port: ":443"'],
    ['CONNECT', '/', 'CONNECT names no host and port: "/"'],
    ['CONNECT', 'http://a.test:443/', 'CONNECT names no host and port: "http://a.test:443/"'],
    ['CONNECT', 'a.test:443/', 'CONNECT names no host and port: "a.test:443/"'],
  ])('%s %s is refused', (method, target, reason) => {
    expect(readTarget(method, target)).toEqual({ type: 'violation', status: 400, reason });
  });
});

describe('an authority', () => {
  test.each([
    ['a', { host: 'a', port: 7 }],
    ['A:', { host: 'a', port: 7 }],
    ['a:65535', { host: 'a', port: 65535 }],
    ['a:00080', { host: 'a', port: 80 }],
    ['1.2.3.4:5', { host: '1.2.3.4', port: 5 }],
    ['[::FFFF:1.2.3.4]', { host: '::ffff:1.2.3.4', port: 7 }],
    ['a%20b', { host: 'a%20b', port: 7 }],
    ['', null],
    ['a b', null],
    ['a:1:2', null],
    ['a:-1', null],
    ['a:000080', null],
    ['[]', null],
    ['[::1]x', null],
    ['\xe4', null],
  ])('%j', (text, expected) => {
    expect(readAuthority(text, 7)).toEqual(expected);
  });

  test.each([
    ['a.test', 80, 'http', 'a.test'],
    ['a.test', 443, 'http', 'a.test:443'],
    ['a.test', 443, 'https', 'a.test'],
    ['a.test', 80, undefined, 'a.test:80'],
    ['::1', 80, 'http', '[::1]'],
    ['::1', 81, 'http', '[::1]:81'],
    ['fe80::1%eth0', 81, undefined, '[fe80::1%25eth0]:81'],
  ] as const)('%s and %i for %s is written %s, and read back', (host, port, scheme, text) => {
    expect(formatAuthority(host, port, scheme)).toBe(text);
    expect(readAuthority(text, scheme === undefined ? 0 : defaultPort(scheme))).toEqual({ host, port });
  });
});
