import { describe, expect, test } from 'vitest';
import type { LocalRequest } from '../base/local-http.ts';
import { refusal, tokenRefusal } from './access.ts';

const token = 'ab'.repeat(32);
const fromHere = { address: '127.0.0.1', port: 50_000, isLoopback: true };

function request(change: Partial<LocalRequest>): LocalRequest {
  return {
    method: 'GET',
    path: '/api/status',
    headers: [],
    authority: '127.0.0.1:9090',
    openedBy: fromHere,
    secure: false,
    signal: new AbortController().signal,
    body: () => Promise.resolve(Buffer.alloc(0)),
    ...change,
  };
}

const header = (name: string, value: string) => ({ name, value });

describe('the connection', () => {
  test('of another device is refused, before anything else is looked at', () => {
    const openedBy = { address: '192.168.1.7', port: 50_000, isLoopback: false };
    const response = refusal(request({ openedBy, authority: 'evil.example' }), 9090);
    expect(response).toMatchObject({
      status: 403,
      body: '{"error":"The API is only available on this Mac"}',
    });
  });

  test('of this machine passes', () => {
    expect(refusal(request({}), 9090)).toBeNull();
  });
});

describe('Host', () => {
  test.each([
    '127.0.0.1:9090',
    '127.8.9.10:9090',
    'localhost:9090',
    'LocalHost:9090',
    'localhost.:9090',
    '[::1]:9090',
    '[::ffff:127.0.0.1]:9090',
    'proxyctl.local',
    'ProxyCtl.Local.',
    'proxyctl.local:80',
    'proxy.ctl:443',
    'proxyctl.internal:9090',
  ])('%s is ours', (authority) => {
    expect(refusal(request({ authority }), 9090)).toBeNull();
  });

  test.each([
    '',
    'evil.example',
    'evil.example:9090',
    'localhost',
    '127.0.0.1',
    '127.0.0.1:9091',
    '127.0.0.1:9090:9090',
    '127.0.0.1.evil.example:9090',
    '127.1:9090',
    '128.0.0.1:9090',
    '0.0.0.0:9090',
    '192.168.1.2:9090',
    '[::2]:9090',
    '[::1]',
    '::1:9090',
    '[proxyctl.local]',
    'proxyctl.local:81',
    'proxyctl.local.evil.example',
    'user@127.0.0.1:9090',
    '127.0.0.1:9090/',
    ' 127.0.0.1:9090',
  ])('%j is not', (authority) => {
    const response = refusal(request({ authority }), 9090);
    const error = `Host ${JSON.stringify(authority)} is not this proxy: use 127.0.0.1:9090`;
    expect(response).toMatchObject({ status: 403, body: JSON.stringify({ error }) });
  });

  test.each([
    ['127.0.0.1', false, 80, true],
    ['127.0.0.1', true, 443, true],
    ['127.0.0.1', true, 80, false],
    ['[::1]', false, 80, true],
  ])('%s without a port, inside TLS: %s, on port %i: %s', (authority, secure, port, passes) => {
    expect(refusal(request({ authority, secure }), port) === null).toBe(passes);
  });
});

describe('Origin', () => {
  test.each([
    'http://127.0.0.1:9090',
    'http://localhost:9090',
    'https://localhost:9090',
    'http://[::1]:9090',
    'http://proxyctl.local',
    'https://proxy.ctl',
  ])('%s is our own', (origin) => {
    expect(refusal(request({ headers: [header('Origin', origin)] }), 9090)).toBeNull();
  });

  test.each([
    '',
    'null',
    'http://evil.example',
    'http://127.0.0.1',
    'http://127.0.0.1:8080',
    'ftp://127.0.0.1:9090',
    'http://127.0.0.1:9090/',
    'chrome-extension://abcdef',
    '127.0.0.1:9090',
  ])('%j is not', (origin) => {
    const response = refusal(request({ headers: [header('origin', origin)] }), 9090);
    expect(response?.status).toBe(403);
    expect(response?.body).toContain(
      `Origin ${JSON.stringify(origin)} may not use the API`.replaceAll('"', '\\"'),
    );
  });

  test('a foreign one behind an own one is seen', () => {
    const headers = [header('Origin', 'http://127.0.0.1:9090'), header('Origin', 'http://evil.example')];
    expect(refusal(request({ headers }), 9090)?.status).toBe(403);
  });
});

describe('the token', () => {
  const expected = { token, path: '/home/ada/api-token' };

  test.each(['X-Proxy-Token', 'x-proxy-token', 'X-PROXY-TOKEN'])('in %s passes', (name) => {
    expect(tokenRefusal(request({ headers: [header(name, token)] }), expected)).toBeNull();
  });

  test.each([
    ['is missing', []],
    ['is missing', [header('Authorization', `Bearer ${token}`)]],
    ['is wrong', [header('X-Proxy-Token', 'f'.repeat(64))]],
    ['is wrong', [header('X-Proxy-Token', '')]],
    ['is wrong', [header('X-Proxy-Token', token), header('X-Proxy-Token', 'f'.repeat(64))]],
  ])('%s: %j', (state, headers) => {
    const error = `The header X-Proxy-Token ${state}: send the token that is in /home/ada/api-token`;
    expect(tokenRefusal(request({ headers }), expected)).toMatchObject({
      status: 401,
      body: JSON.stringify({ error }),
    });
  });

  test('in the URL does not count, and is not repeated', () => {
    const response = tokenRefusal(request({ path: `/api/status?token=${token}` }), expected);
    expect(response?.status).toBe(401);
    expect(JSON.stringify(response)).not.toContain(token);
  });
});
