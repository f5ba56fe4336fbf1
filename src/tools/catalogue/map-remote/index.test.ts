import { describe, expect, test } from 'vitest';
import { capturedFlow } from '../../../../test/helpers/flows.ts';
import {
  TestExchange,
  TestResponse,
  type GivenRequest,
  type GivenResponse,
} from '../../../../test/helpers/interception.ts';
import { startTool, createRule } from '../../../../test/helpers/started-tool.ts';
import { expandCaptures } from '../../rules/patterns/captures.ts';
import { mapRemote } from './index.ts';

type Given = Readonly<Record<string, unknown>>;

/** Returns the request after rules that all match. */
async function mapped(
  rules: readonly Given[],
  request: GivenRequest = {},
  captures: readonly string[] = [''],
) {
  const { running, matches, recordMatch, recordedMatches: list } = startTool(mapRemote, rules, captures);
  const exchange = new TestExchange(request);
  const verdict = await running.request?.(exchange, matches, recordMatch);
  expect(verdict).toBeUndefined();
  const { target, path } = exchange.request;
  return {
    url: `${target.scheme}://${target.host}:${target.port}${path}`,
    request: exchange.request,
    matches: list,
  };
}

async function rewrittenResponse(
  rules: readonly Given[],
  given: GivenResponse,
  captures: readonly string[] = [''],
) {
  const { running, matches, recordMatch, recordedMatches: list } = startTool(mapRemote, rules, captures);
  const response = new TestResponse(given);
  await running.response?.(new TestExchange(), response, matches, recordMatch);
  return { response, text: response.replaced?.toString() ?? null, matches: list };
}

const url = 'https://api.test:8443/v1/users?page=2';

describe('a target', () => {
  test.each([
    [{}, 'https://api.test:8443/v1/users?page=2'],
    [{ scheme: 'http' }, 'http://api.test:80/v1/users?page=2'],
    [{ scheme: 'https' }, 'https://api.test:8443/v1/users?page=2'],
    [{ host: 'localhost' }, 'https://localhost:8443/v1/users?page=2'],
    [{ host: '::1', port: 3000, scheme: 'http' }, 'http://::1:3000/v1/users?page=2'],
    [{ host: '[::1]' }, 'https://::1:8443/v1/users?page=2'],
    [{ port: 1 }, 'https://api.test:1/v1/users?page=2'],
    [{ path: '/other' }, 'https://api.test:8443/other?page=2'],
    [{ query: '' }, 'https://api.test:8443/v1/users'],
    [{ query: '?a=1' }, 'https://api.test:8443/v1/users?a=1'],
    [{ path: '/v2/$2', query: 'p=$3&$$' }, 'https://api.test:8443/v2/users?p=2&$'],
    [{ host: '$1.local', path: '$2' }, 'https://api.local:8443/users?page=2'],
    [{ path: '/$4' }, 'https://api.test:8443/x?y=1'],
    [{ path: '/$4', query: 'z' }, 'https://api.test:8443/x?z'],
    [{ path: '/ü' }, 'https://api.test:8443/%C3%BC?page=2'],
  ])('%j', async (to, expected) => {
    const { url: found } = await mapped([{ pattern: '(a)(b)(c)(d)', patternType: 'regex', to }], { url }, [
      '',
      'api',
      'users',
      '2',
      'x?y=1',
    ]);
    expect(found).toBe(expected);
  });

  test('keeps `*`, the method and the body', async () => {
    const exchange = new TestExchange({ method: 'OPTIONS', url, body: 'x' });
    exchange.request.path = '*';
    const { running, matches, recordMatch } = startTool(mapRemote, [{ to: { host: 'b.test' } }]);
    await running.request?.(exchange, matches, recordMatch);
    expect(exchange.request).toMatchObject({
      method: 'OPTIONS',
      path: '*',
      target: { host: 'b.test' },
      replaced: null,
    });
    expect(exchange.request.holds).toBe(0);
  });

  test('sets the Host header, unless it is to be preserved', async () => {
    const fields = [
      ['Accept', '*/*'],
      ['hOST', 'api.test:8443'],
    ] as const;
    const to = { scheme: 'http', host: 'b.test', port: 8080 };
    const { request } = await mapped([{ to }], { url, fields });
    expect(request.fields).toEqual([
      ['Accept', '*/*'],
      ['Host', 'b.test:8080'],
    ]);
    expect((await mapped([{ to, preserveHost: true }], { url, fields })).request.fields).toEqual(fields);
    expect((await mapped([{ to }], { url, fields: [] })).request.fields).toEqual([['Host', 'b.test:8080']]);
  });

  test('that is not a valid URL skips its rule', async () => {
    const rule = { name: 'r', to: { host: '$1' }, requestHeaders: [{ op: 'set', name: 'X', value: '1' }] };
    const { url: found, request, matches } = await mapped([rule], { url }, ['', 'a/b']);
    expect(found).toBe(url);
    expect(request.fields).toHaveLength(1);
    expect(matches).toEqual(['r: the new destination is not a URL']);
  });

  test('is taken from the first rule; rules that only rewrite all apply, in order', async () => {
    const set = (value: string): object => ({ requestHeaders: [{ op: 'add', name: 'X', value }] });
    const {
      url: found,
      request,
      matches,
    } = await mapped(
      [
        { name: '1', ...set('1') },
        { name: '2', to: { host: 'two.test' }, ...set('2') },
        { name: '3', to: { host: 'three.test' }, ...set('3') },
        { name: '4', ...set('4') },
      ],
      { url },
    );
    expect(found).toBe('https://two.test:8443/v1/users?page=2');
    expect(request.fields.filter(([name]) => name === 'X').map(([, value]) => value)).toEqual([
      '1',
      '2',
      '4',
    ]);
    expect(matches).toEqual(['1', '2', '4']);
  });

  test.each([
    { scheme: 'ftp' },
    { host: '' },
    { host: 'a.test:80' },
    { host: 'http://a.test' },
    { host: 'a/b' },
    { host: '300.1.1.1' },
    { port: 0 },
    { port: '80' },
    { path: 'x' },
    { path: '/a b' },
    { path: '/a?b' },
    { query: 'a#b' },
    { query: 'a\r\nb' },
    { extra: 1 },
  ])('rejects %j', (to) => expect(() => createRule(mapRemote, { to })).toThrow());
});

test.each([
  [
    { pattern: 'https://a.test/*', to: { path: '/$3' } },
    'to.path is "/$3": give a text without $3, since the pattern has 1 capture',
  ],
  [
    { pattern: 'a.test', to: { host: '$1' } },
    'to.host is "$1": give a text without $1, since the pattern has none',
  ],
  [{ pattern: '(a)', patternType: 'regex', to: { query: 'a=$2' } }, 'to.query is "a=$2"'],
  [
    { replaceResponseBody: [{ find: '(a)', regex: true, replace: '$1$2' }] },
    'replaceResponseBody[0].replace is "$1$2"',
  ],
])('a reference without a capture is rejected: %j', (given, message) => {
  expect(() => createRule(mapRemote, given)).toThrow(message);
});

test.each([
  { pattern: '*.a.test/*/?', to: { path: '/$1$2$3$0$&$$9' } },
  { pattern: 'a.test/*', to: { path: '/$10' } },
  { replaceResponseBody: [{ find: 'a', replace: '$7' }] },
])('is accepted: %j', (given) => expect(createRule(mapRemote, given)).toMatchObject(given));

test.each([
  ['$1-$2', 'a-b'],
  ['$10', 'a0'],
  ['$9', ''],
  ['$0$&', 'xx'],
  ['$$1', '$1'],
  ['$', '$'],
  ['$x', '$x'],
])('%s stands for %s', (text, expected) => expect(expandCaptures(text, ['x', 'a', 'b'])).toBe(expected));

test('headers of requests and responses are set, added and removed', async () => {
  const operations = [
    { op: 'set', name: 'Accept', value: 'x' },
    { op: 'add', name: 'X-A', value: 'ü' },
    { op: 'remove', name: 'cookie' },
  ];
  const fields = [
    ['Cookie', 'a'],
    ['accept', '*/*'],
    ['cookie', 'b'],
  ] as const;
  const expected = [
    ['Accept', 'x'],
    ['X-A', 'Ã¼'],
  ];
  expect((await mapped([{ requestHeaders: operations }], { fields })).request.fields).toEqual(expected);
  const { response, matches } = await rewrittenResponse([{ responseHeaders: operations }], { fields });
  expect(response.fields).toEqual(expected);
  expect(response.holds).toBe(0);
  expect(matches).toEqual([]);
});

describe('captures of the pattern', () => {
  const operations = [
    { op: 'set', name: 'X-User', value: '$1 costs $$1' },
    { op: 'add', name: 'X-Whole', value: '$2' },
    { op: 'replace', name: 'Cookie', find: 'a', value: '$1' },
    { op: 'replace', name: 'Cookie', find: '(z)', regex: true, value: '<$1>' },
  ];
  const pattern = { pattern: '(a)(b)', patternType: 'regex' };
  const captures = ['', 'anna', 'x%20y'];
  const fields = [['Cookie', 'a=z']] as const;
  const expected = [
    ['Cookie', 'anna=<z>'],
    ['X-User', 'anna costs $1'],
    ['X-Whole', 'x%20y'],
  ];

  test('stand in the values of headers', async () => {
    const rule = { ...pattern, requestHeaders: operations, responseHeaders: operations };
    expect((await mapped([rule], { fields }, captures)).request.fields).toEqual(expected);
    expect((await rewrittenResponse([rule], { fields }, captures)).response.fields).toEqual(expected);
  });

  test('stand in query parameters, without escapes that would be escaped again', async () => {
    const rule = { ...pattern, requestQuery: [{ op: 'set', name: 'page', value: '$1 & $2' }] };
    expect((await mapped([rule], { url }, captures)).url).toBe(
      'https://api.test:8443/v1/users?page=anna%20%26%20x%20y',
    );
  });

  test.each(['requestHeaders', 'responseHeaders', 'requestQuery'])(
    'that the pattern does not have are rejected in %s',
    (field) => {
      const rule = { ...pattern, [field]: [operations[0], { op: 'set', name: 'X', value: '$3' }] };
      expect(() => createRule(mapRemote, rule)).toThrow(
        `${field}[1].value is "$3": give a text without $3, since the pattern has 2 captures`,
      );
    },
  );
});

describe('replacing in bodies', () => {
  const replaceRequestBody = [{ find: 'a', replace: 'b' }];

  test('works on requests', async () => {
    const { request, matches } = await mapped([{ name: 'r', replaceRequestBody }], {
      body: 'banana',
    });
    expect(request.replaced?.toString()).toBe('bbnbnb');
    expect(matches).toEqual(['r']);
  });

  test('leaves an unchanged body byte for byte', async () => {
    expect((await mapped([{ replaceRequestBody }], { body: 'xyz' })).request.replaced).toBeNull();
    expect((await mapped([{ replaceRequestBody }], {})).request.holds).toBe(0);
    expect(
      (await mapped([{ replaceRequestBody }], { body: Buffer.from([0, 97]) })).request.replaced,
    ).toBeNull();
  });

  test.each([
    [[{ find: 'a.c', replace: 'x' }], 'abc a.c', 'abc x'],
    [[{ find: 'a(.)c', regex: true, replace: '<$1$$>' }], 'abc a.c', '<b$> <.$>'],
    [[{ find: 'a', replace: '$1$&' }], 'a', '$1$&'],
    [[{ find: '(?<n>\\d+)', regex: true, replace: '[$1]' }], '1 22', '[1] [22]'],
    [[{ find: '^', regex: true, replace: '>' }], 'a', '>a'],
    [
      [
        { find: 'a', replace: 'b' },
        { find: 'b+', regex: true, replace: 'c' },
      ],
      'aab',
      'c',
    ],
  ])('%j', async (replaceResponseBody, body, expected) => {
    expect((await rewrittenResponse([{ replaceResponseBody }], { body })).text).toBe(expected);
  });

  test('respects the charset, and declares UTF-8 when it has to change', async () => {
    const { response, text } = await rewrittenResponse(
      [{ replaceResponseBody: [{ find: 'é', replace: 'è' }] }],
      {
        fields: [['content-type', 'text/html; charset=iso-8859-1']],
        body: Buffer.from('caf\xe9', 'latin1'),
      },
    );
    expect(text).toBe('cafè');
    expect(response.fields).toEqual([['Content-Type', 'text/html; charset=utf-8']]);
  });

  test('skips the rule when the body is too large to buffer', async () => {
    const rule = {
      name: 'r',
      to: { host: 'b.test' },
      replaceRequestBody,
      replaceResponseBody: replaceRequestBody,
      responseHeaders: [{ op: 'set', name: 'X', value: '1' }],
    };
    const { url: found, matches } = await mapped([rule], { url, tooLarge: true });
    expect(found).toBe(url);
    expect(matches).toEqual(['r: body too large']);
    const large = await rewrittenResponse([rule], { tooLarge: true });
    expect(large.response.fields).toEqual([]);
    expect(large.matches).toEqual(['r: body too large']);
    const stream = await rewrittenResponse([rule], { isEventStream: true });
    expect(stream.matches).toEqual(['r: an event stream is not buffered']);
  });

  test('limits the size of the result', async () => {
    const growing = { find: 'a', replace: 'x'.repeat(100_000) };
    const { text, matches } = await rewrittenResponse([{ name: 'r', replaceResponseBody: [growing] }], {
      body: 'a'.repeat(10_000),
    });
    expect(text).toBeNull();
    expect(matches).toEqual(['r: body too large after replacing']);
  });

  test('limits the time of a regular expression', { tags: ['full'] }, async () => {
    // Each match is found in linear time, but all of them together take quadratic time.
    const slow = { find: 'a[^b]*b|a', regex: true, replace: '' };
    const { text, matches } = await rewrittenResponse([{ name: 'r', replaceResponseBody: [slow] }], {
      body: 'a'.repeat(300_000),
    });
    expect(text).toBeNull();
    expect(matches).toEqual(['r: replacing took longer than 2000 ms']);
  });

  test('does not delay other requests', { tags: ['full'] }, async () => {
    const slow = { find: '([a-f]+)([0-9]+)', regex: true, replace: '$2$1' };
    const body = 'abc123'.repeat(100_000);
    let turns = 0;
    const counter = setInterval(() => (turns += 1), 1);
    const { text } = await rewrittenResponse([{ replaceResponseBody: [slow] }], { body });
    clearInterval(counter);
    expect(text).toBe('123abc'.repeat(100_000));
    expect(turns).toBeGreaterThan(10);
  });

  test.each([
    [{ find: '' }],
    [{ find: '(', regex: true }],
    [{ find: '(?=a)', regex: true }],
    [{ find: 'a', replaced: '' }],
  ])('rejects %j', (...replaceRequestBody) => {
    expect(() => createRule(mapRemote, { replaceRequestBody })).toThrow();
  });
});

test('a rule from a captured exchange maps to the original server', async () => {
  const flow = capturedFlow({ target: { scheme: 'https', host: 'a.test', port: 444 } });
  expect(await mapRemote.fromFlow?.(flow)).toEqual({ to: { scheme: 'https', host: 'a.test', port: 444 } });
});

test('query parameters are rewritten, also of a new destination', async () => {
  const requestQuery = [
    { op: 'set', name: 'page', value: '9' },
    { op: 'replace', name: 'q', find: '^a(.*)', regex: true, value: '$1 b' },
    { op: 'remove', name: 'utm' },
  ];
  const before = 'https://a.test/x?page=1&q=axe&utm=1';
  expect((await mapped([{ requestQuery }], { url: before })).url).toBe(
    'https://a.test:443/x?page=9&q=xe%20b',
  );
  expect((await mapped([{ to: { query: 'page=3' }, requestQuery }], { url: before })).url).toBe(
    'https://a.test:443/x?page=9',
  );
});

test('the status is rewritten, with its reason', async () => {
  const { response } = await rewrittenResponse([{ responseStatus: 503 }], { status: 200, reason: 'Fine' });
  expect(response).toMatchObject({ status: 503, reason: 'Service Unavailable' });
  const same = await rewrittenResponse([{ responseStatus: 200 }], { status: 200, reason: 'Fine' });
  expect(same.response).toMatchObject({ status: 200, reason: 'Fine' });
});
