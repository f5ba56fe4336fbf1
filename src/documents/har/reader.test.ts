import { describe, expect, test } from 'vitest';
import { parseHarText, readHar, type HarExchange } from './reader.ts';

const REQUEST = { method: 'GET', url: 'http://a.test/', httpVersion: 'HTTP/1.1', headers: [] };
const RESPONSE = {
  status: 200,
  statusText: 'OK',
  httpVersion: 'HTTP/1.1',
  headers: [],
  content: { size: 0 },
};

const harOf = (...entries: readonly unknown[]): string => JSON.stringify({ log: { entries } });

interface Reading {
  readonly exchanges: readonly HarExchange[];
  readonly skipped: readonly { readonly index: number; readonly reason: string }[];
}

function readingOf(text: string): Reading {
  const reads = [...readHar(parseHarText(text))];
  return {
    exchanges: reads.flatMap((read) => (read.type === 'exchange' ? read.exchange : [])),
    skipped: reads.flatMap((read) =>
      read.type === 'skipped' ? { index: read.index, reason: read.reason } : [],
    ),
  };
}

function read(entry: unknown): HarExchange {
  const { exchanges, skipped } = readingOf(harOf(entry));
  expect(skipped).toEqual([]);
  return exchanges[0]!;
}

const request = (change: object) => read({ request: { ...REQUEST, ...change }, response: RESPONSE }).request;
const response = (change: object, method = 'GET') =>
  read({ request: { ...REQUEST, method }, response: { ...RESPONSE, ...change } }).response!;

describe('a file', () => {
  test.each([
    ['', /invalid JSON at line 1, column 1/],
    ['{"log":\n[2]\n"request"}', /invalid JSON at line 3, column 1: expected/],
    ['[]', /not a HAR file: it has no list log\.entries/],
    ['null', /not a HAR file/],
    ['{"log": []}', /not a HAR file/],
    ['{"log": {"entries": {}}}', /not a HAR file/],
  ])('that is not valid: %j', (text, error) => {
    expect(() => readingOf(text)).toThrow(error);
  });

  test('may begin with a byte order mark, and be without entries', () => {
    expect(readingOf(`\uFEFF${harOf()}`)).toEqual({ exchanges: [], skipped: [] });
  });

  test('is read entry by entry', () => {
    const good = { request: REQUEST, response: RESPONSE };
    const { exchanges, skipped } = readingOf(harOf(good, 1, good));
    expect(exchanges).toHaveLength(2);
    expect(skipped).toEqual([{ index: 1, reason: 'it is not an object' }]);
  });

  test.each([
    [null, 'it is not an object'],
    [[], 'it is not an object'],
    [{}, 'it has no request'],
    [{ request: 'GET' }, 'it has no request'],
    [{ request: { ...REQUEST, method: 1 } }, 'request.method is not a method'],
    [{ request: { ...REQUEST, method: 'GET /\r\nX: y' } }, 'request.method is not a method'],
    [{ request: { ...REQUEST, url: null } }, 'it has no request.url'],
    [
      { request: { ...REQUEST, postData: { text: '%', encoding: 'base64' } } },
      'request.postData is not base64',
    ],
    [
      { request: REQUEST, response: { ...RESPONSE, content: { text: 'not base64!', encoding: 'base64' } } },
      'response.content is not base64',
    ],
  ])('an entry that makes no sense has a reason: %j', (entry, reason) => {
    expect(readingOf(harOf(entry)).skipped).toEqual([{ index: 0, reason }]);
  });

  test('fields of any type cause no exception', () => {
    const odd: readonly unknown[] = [null, true, -1, 1e400, '', 'x', [], [[]], {}, [{}], [null], { a: [] }];
    const keys = {
      request: ['method', 'url', 'httpVersion', 'headers', 'postData', 'bodySize', 'cookies'],
      response: ['status', 'statusText', 'httpVersion', 'headers', 'content', 'bodySize', '_error'],
    };
    const entries = odd.flatMap((value) => [
      ...[
        'startedDateTime',
        'time',
        'timings',
        '_timings',
        'serverIPAddress',
        '_proxyClient',
        'request',
        'response',
      ].map((key) => ({ request: REQUEST, response: RESPONSE, [key]: value })),
      ...keys.request.map((key) => ({ request: { ...REQUEST, [key]: value }, response: RESPONSE })),
      ...keys.response.map((key) => ({ request: REQUEST, response: { ...RESPONSE, [key]: value } })),
      ...['mimeType', 'text', 'params', 'encoding', 'comment', 'size'].flatMap((key) => [
        { request: { ...REQUEST, postData: { text: 'x', [key]: value } }, response: RESPONSE },
        { request: REQUEST, response: { ...RESPONSE, content: { text: 'x', [key]: value } } },
      ]),
      { request: { ...REQUEST, headers: [{ name: value, value }] }, response: RESPONSE },
      {
        request: { ...REQUEST, postData: { params: [{ name: value, value, fileName: value }] } },
        response: RESPONSE,
      },
    ]);
    const { exchanges, skipped } = readingOf(harOf(...entries));
    expect(exchanges.length + skipped.length).toBe(entries.length);
    expect(exchanges.length).toBeGreaterThan(skipped.length);
  });

  test('may be large, and deeply nested in unknown fields', { tags: ['full'] }, () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const entry = `{"request":${JSON.stringify(REQUEST)},"_more":${deep}}`;
    expect(readingOf(`{"log":{"entries":[${entry}]}}`).exchanges).toHaveLength(1);
    const many = Array.from({ length: 100_000 }, () => ({ request: REQUEST, response: RESPONSE }));
    expect(readingOf(harOf(...many)).exchanges).toHaveLength(100_000);
  });
});

describe('an exchange', () => {
  test('without a response has failed', () => {
    for (const none of [undefined, null, { status: 0 }, { status: '200' }, { status: 20 }])
      expect(read({ request: REQUEST, response: none })).toMatchObject({
        status: 0,
        response: null,
        error: 'There was no response',
      });
  });

  test('has the fields that programs add: the error, the app', () => {
    const failed = { ...RESPONSE, status: 0, _error: 'net::ERR_ABORTED' };
    expect(read({ request: REQUEST, response: failed, _proxyClient: 'curl' })).toMatchObject({
      error: 'net::ERR_ABORTED',
      app: 'curl',
    });
  });

  test.each([
    ['13.35.121.50', '13.35.121.50'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['', null],
    ['evil\r\nX: y', null],
  ])('the address %j', (serverIPAddress, found) => {
    expect(read({ request: REQUEST, response: RESPONSE, serverIPAddress }).serverAddress).toBe(found);
  });

  test('of a WebSocket has the URL of its handshake; others keep theirs', () => {
    expect(request({ url: 'wss://a.test/s' })).toBeDefined();
    const url = (given: string): string => read({ request: { ...REQUEST, url: given } }).url;
    expect(url('wss://a.test/s')).toBe('https://a.test/s');
    expect(url('http://a.test/a/../b?c=%zz|')).toBe('http://a.test/a/../b?c=%zz|');
  });

  test('has its start and its duration', () => {
    const entry = { request: REQUEST, startedDateTime: '2026-01-02T03:04:05.678Z', time: 12.5 };
    expect(read(entry)).toMatchObject({ startedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678), durationMs: 12.5 });
    expect(read({ request: REQUEST, startedDateTime: 'soon', time: -1 })).toMatchObject({
      startedAt: 0,
      durationMs: 0,
    });
  });

  test('has its phases, `connect` without TLS', () => {
    const timings = { blocked: -1, dns: 43, connect: 37, ssl: 26, send: 1, wait: 24, receive: 2 };
    expect(read({ request: REQUEST, timings }).phases).toEqual({
      blocked: 0,
      dns: 43,
      connect: 11,
      tls: 26,
      send: 1,
      wait: 24,
      receive: 2,
    });
    const _timings = { blocked: 1, dns: 0, connect: 5, tls: 7, send: 1, wait: 2, receive: 3 };
    expect(read({ request: REQUEST, timings: { wait: 19 }, _timings }).phases).toEqual(_timings);
    for (const unknown of [undefined, {}, { send: 0, wait: 12, receive: 0 }, { dns: -1, connect: 'x' }])
      expect(read({ request: REQUEST, timings: unknown }).phases).toBeNull();
  });
});

describe('a message', () => {
  test.each([
    ['HTTP/1.0', 'HTTP/1.0'],
    ['http/1.1', 'HTTP/1.1'],
    ['HTTP/2.0', 'HTTP/2'],
    ['h2', 'HTTP/2'],
    ['h3', 'HTTP/3'],
    ['HTTP/3', 'HTTP/3'],
    ['', 'HTTP/1.1'],
    ['unknown', 'HTTP/1.1'],
  ])('in version %j', (httpVersion, version) => {
    expect(request({ httpVersion }).version).toBe(version);
  });

  test('has its headers in order, without pseudo-header and invalid fields', () => {
    const headers = [
      { name: ':authority', value: 'a.test' },
      { name: 'Set-Cookie', value: 'a=1\nb=2' },
      { name: 'X-A', value: 'b\r\nX-Injected: c\0' },
      { name: 'bad name', value: 'x' },
      { name: '', value: 'x' },
      { value: 'x' },
      'X-B: c',
      { name: 'X-C' },
    ];
    expect(response({ headers }).headers).toEqual([
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['X-A', 'b'],
      ['X-A', 'X-Injected: c'],
      ['X-C', ''],
    ]);
  });
});

describe('the body of a request', () => {
  const body = (change: object) => request(change).body;
  const typed = (value: string) => ({ headers: [{ name: 'Content-Type', value }] });

  test('as text and as base64', () => {
    expect(body({ postData: { text: 'ü' } })).toEqual({ content: 'ü', omittedBytes: 0, isDecoded: true });
    expect(body({ postData: { text: 'AP\n8=', encoding: 'base64' } }).content).toEqual(Buffer.from([0, 255]));
  });

  test('as the parameters of a form', () => {
    const params = [{ name: 'a', value: '1 2' }, { name: 'b&', value: 'ü' }, { name: 'c' }];
    expect(body({ postData: { mimeType: '', params, text: '' } }).content).toBe('a=1+2&b%26=%C3%BC&c=');
  });

  test('as the parts of a form, files among them', () => {
    const params = [
      { name: 'a "b"', value: '1' },
      { name: 'f', fileName: 'x.txt', contentType: 'text/plain', value: 'content' },
    ];
    const { content, omittedBytes: leftOut } = body({
      ...typed('multipart/form-data; boundary=XX'),
      postData: { mimeType: 'multipart/form-data', params },
    });
    expect(content).toBe(
      '--XX\r\nContent-Disposition: form-data; name="a %22b%22"\r\n\r\n1\r\n' +
        '--XX\r\nContent-Disposition: form-data; name="f"; filename="x.txt"\r\nContent-Type: text/plain\r\n\r\n' +
        'content\r\n--XX--\r\n',
    );
    expect(leftOut).toBe(0);
    const mimeType = 'multipart/form-data; boundary="y y"';
    const file = body({ postData: { mimeType, params: [{ name: 'f', fileName: 'x.bin' }] } });
    expect(file.content).toMatch(/^--y y\r\n/);
    expect(file.omittedBytes).toBeNull();
  });

  test('that the file has not', () => {
    expect(body({ bodySize: 12 }).omittedBytes).toBe(12);
    for (const bodySize of [0, -1, undefined, 'x']) expect(body({ bodySize }).omittedBytes).toBe(0);
  });
});

describe('the body of a response', () => {
  test.each([
    ['text', { content: { text: 'ü', size: 2 } }, 'GET', 0],
    ['empty text', { content: { text: '', size: 5 } }, 'GET', 0],
    ['nothing of what there was', { content: { size: 5, mimeType: 'text/html' } }, 'GET', 5],
    [
      'nothing, and no size',
      { content: { mimeType: 'image/png', comment: 'not included' }, bodySize: -1 },
      'GET',
      null,
    ],
    ['nothing, compressed there was some', { content: { size: -1 }, bodySize: 5 }, 'GET', null],
    ['no body', { content: { size: 0 } }, 'GET', 0],
    ['no content', { content: undefined, bodySize: 0 }, 'GET', 0],
    ['an answer to HEAD', { content: { size: 5 } }, 'HEAD', 0],
    ['204', { status: 204, content: {} }, 'GET', 0],
    ['304', { status: 304, content: { size: 5 } }, 'GET', 0],
    ['a redirect', { status: 301, content: { size: -1 } }, 'GET', 0],
    ['the beginning', { content: { text: 'x', size: 9, comment: '[8 bytes left out]' } }, 'GET', 8],
    [
      'the beginning of who knows',
      { content: { text: 'x', comment: '[more than 8 bytes left out]' } },
      'GET',
      null,
    ],
  ])('%s', (_, change, method, leftOut) => {
    expect(response(change, method).body.omittedBytes).toBe(leftOut);
  });

  test('that could not be decoded', () => {
    const content = {
      text: 'AAA=',
      encoding: 'base64',
      comment: '[not decoded: gzip: incorrect header check]',
    };
    expect(response({ content }).body.isDecoded).toBe(false);
  });
});
