import { describe, expect, test } from 'vitest';
import { asHttp1Request, readHttp2Request } from './request.ts';

const GET = [':method', 'GET', ':scheme', 'https', ':authority', 'a.test', ':path', '/x?y'];

describe('the head of a request', () => {
  test('is read whole', () => {
    expect(readHttp2Request([...GET, 'x-a', '1', 'x-b', '', 'x-a', '2'])).toEqual({
      type: 'request',
      method: 'GET',
      scheme: 'https',
      authority: 'a.test',
      path: '/x?y',
      protocol: null,
      fields: ['x-a', '1', 'x-b', '', 'x-a', '2'],
      contentLength: -1,
      takesTrailers: false,
    });
  });

  test('lengths and trailers are noted', () => {
    const request = readHttp2Request([...GET, 'content-length', '12', 'te', ' Trailers ']);
    expect(request).toMatchObject({ contentLength: 12, takesTrailers: true });
  });

  test('Host stands in for a missing :authority, and beside the same one', () => {
    const without = [':method', 'GET', ':scheme', 'https', ':path', '/'];
    expect(readHttp2Request([...without, 'host', 'b.test'])).toMatchObject({
      authority: 'b.test',
      fields: [],
    });
    expect(readHttp2Request(without)).toMatchObject({ authority: null });
    expect(readHttp2Request([...GET, 'host', 'A.test'])).toMatchObject({ authority: 'a.test', fields: [] });
  });

  test('what is meant for the proxy goes no further', () => {
    const ours = ['x-proxy-token', 'secret', 'proxy-authorization', 'Basic eDp5', 'http2-settings', 'AAA'];
    expect(readHttp2Request([...GET, ...ours, 'x-kept', '1'])).toMatchObject({ fields: ['x-kept', '1'] });
  });

  test('CONNECT has neither scheme nor path, extended CONNECT has both', () => {
    const plain = [':method', 'CONNECT', ':authority', 'a.test:443'];
    expect(readHttp2Request(plain)).toMatchObject({ scheme: null, path: null, protocol: null });
    const extended = [':method', 'CONNECT', ':protocol', 'websocket', ...GET.slice(2)];
    expect(readHttp2Request(extended)).toMatchObject({ protocol: 'websocket', path: '/x?y' });
  });

  test.each<readonly [string, readonly string[]]>([
    ['control data twice', [...GET, ':path', '/']],
    ['control data behind a field', [':method', 'GET', 'x-a', '1', ...GET.slice(2)]],
    ['no method', GET.slice(2)],
    ['a method with a space', [':method', 'G T', ...GET.slice(2)]],
    ['no path', GET.slice(0, 6)],
    ['a path with a space', [...GET.slice(0, 6), ':path', '/a b']],
    ['a path with a line end', [...GET.slice(0, 6), ':path', '/a\r\nb']],
    ['a path that is no path', [...GET.slice(0, 6), ':path', 'a']],
    ['* of GET', [...GET.slice(0, 6), ':path', '*']],
    ['an authority with a user', [...GET.slice(0, 4), ':authority', 'me@a.test', ':path', '/']],
    ['Host twice', [...GET, 'host', 'a.test', 'host', 'a.test']],
    ['another Host', [...GET, 'host', 'b.test']],
    ['CONNECT with a path', [':method', 'CONNECT', ...GET.slice(2)]],
    ['two lengths', [...GET, 'content-length', '1', 'content-length', '1']],
    ['a length that is none', [...GET, 'content-length', '1,1']],
    ...['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'].map(
      (name) => [name, [...GET, name, 'x']] as const,
    ),
    ['te of something else', [...GET, 'te', 'gzip']],
  ])('%s is malformed', (_, raw) => {
    const { type } = readHttp2Request(raw);
    expect(type).toBe('malformed');
  });

  test('the reason says which of them', () => {
    expect(readHttp2Request([...GET, 'upgrade', 'x'])).toEqual({
      type: 'malformed',
      reason: 'it has the field upgrade, which HTTP/2 forbids',
    });
  });
});

describe('as HTTP/1.1', () => {
  const request = {
    method: 'POST',
    path: '/x',
    authority: 'a.test:8443',
    fields: ['cookie', 'a=1', 'x-a', '1', 'cookie', ' b=2 ', 'te', 'trailers', 'x-a', '2'],
  };

  test('Host comes first, cookies are one field, trailers are not asked for', () => {
    expect(asHttp1Request(request, false)).toBe(
      'POST /x HTTP/1.1\r\nhost: a.test:8443\r\nx-a: 1\r\nx-a: 2\r\ncookie: a=1; b=2\r\n\r\n',
    );
  });

  test('a body of unknown length is chunked', () => {
    expect(asHttp1Request({ ...request, fields: [] }, true)).toBe(
      'POST /x HTTP/1.1\r\nhost: a.test:8443\r\ntransfer-encoding: chunked\r\n\r\n',
    );
  });
});
