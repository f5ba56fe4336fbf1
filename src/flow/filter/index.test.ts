import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  completions,
  filterKeys,
  parseFilter,
  type ContentTerm,
  type FilterSubject,
  type ValidFilter,
} from './index.ts';

const NOW = new Date(2026, 10, 22, 14, 40).getTime();

const subject: FilterSubject = {
  id: 12,
  method: 'POST',
  url: 'https://api.harbor.test:8443/v1/checkout?step=2',
  host: 'api.harbor.test',
  startedAt: new Date(2026, 10, 22, 14, 32).toISOString(),
  state: 'completed',
  decrypted: true,
  app: 'Google Chrome',
  tags: ['Map Local'],
  color: 'red',
  comment: 'Total differs, see 1262',
  pinned: true,
  repaired: true,
  httpVersion: 'HTTP/2',
  requestSize: 241,
  status: 404,
  responseSize: 2_400_000,
  contentType: 'application/problem+json; charset=utf-8',
  durationMs: 2318,
};

const tunnel: FilterSubject = {
  id: 13,
  method: 'CONNECT',
  url: 'https://wss.slack.com',
  host: 'wss.slack.com',
  startedAt: new Date(2026, 10, 22, 14, 39).toISOString(),
  state: 'tunneled',
  decrypted: false,
  app: null,
  client: '192.168.1.7',
  tags: [],
  notDecryptedCode: 'refused',
  sentBytes: 10,
  receivedBytes: 4000,
};

function valid(text: string): ValidFilter {
  const filter = parseFilter(text, NOW);
  if (filter.type === 'invalid') throw new Error(`${text}: ${filter.message}`);
  return filter;
}

function matches(text: string, of: FilterSubject = subject): boolean | null {
  return valid(text).matches(of);
}

describe('terms', () => {
  test.each([
    '',
    '   ',
    'host:harbor',
    'host:HARBOR.test',
    'host:*.harbor.test',
    'host:=api.harbor.test',
    'host=api.harbor.test',
    'host:slack,harbor',
    'method:post',
    'method:GET,POST',
    'status:404',
    'status:4xx',
    'status:400-499',
    'status:5xx,404',
    'status>=400',
    'status:>=400',
    'status>3xx',
    'status<5xx',
    'path:/checkout',
    'path:*step=2',
    'app:chrome',
    'app:"google chrome"',
    "app:'google chrome'",
    'is:error',
    'is:completed',
    'is:pinned',
    'is:repaired',
    'is:changed',
    'is:decrypted',
    'type:json',
    'type:problem',
    'duration>2s',
    'duration:>2s',
    'duration<=2318ms',
    'duration:2318',
    'size>1mb',
    'size<2.5mb',
    'request-size<1kb',
    'since:14:30',
    'since:10m',
    'since:2026-11-22',
    'before:14:33',
    'before:5m',
    'url:8443/v1',
    'scheme:https',
    'port:8443',
    'protocol:http/2',
    'tool:"map local"',
    'tool:map',
    'color:red',
    'comment:differs',
    'id:12',
    'id>11',
    'checkout',
    'CHROME',
    '"see 1262"',
    'api.harbor.test:8443',
    'https://api',
    '"host:"  OR post',
  ])('%j matches', (text) => {
    expect(matches(text)).toBe(true);
  });

  test.each([
    'host:=harbor',
    'host:harbor.*',
    'host:"*.harbor.test"',
    'method:GET',
    'status:5xx',
    'status>4xx',
    'status<404',
    'is:failed',
    'is:tunnel',
    'type:html',
    'duration<2s',
    'size<1mb',
    'since:14:33',
    'before:10m',
    'port:443',
    'color:blue',
    'id>12',
    'nothing',
    'step=3',
  ])('%j does not match', (text) => {
    expect(matches(text)).toBe(false);
  });

  test('what a tunnel does not have matches nothing', () => {
    for (const text of ['status<600', 'duration>0', 'type:json', 'app:a', 'protocol:1', 'request-size<5'])
      expect(matches(text, tunnel), text).toBe(false);
    expect(matches('client:192', subject)).toBe(false);
    expect(matches('client:=192.168.1.7', tunnel)).toBe(true);
    expect(matches('is:tunnel size>3kb -status:2xx', tunnel)).toBe(true);
  });

  test('why HTTPS was not decrypted', () => {
    expect(matches('undecrypted:refused', tunnel)).toBe(true);
    expect(matches('undecrypted:bypassed,no-tls', tunnel)).toBe(false);
    expect(matches('undecrypted:refused')).toBe(false);
  });
});

describe('operators', () => {
  test.each([
    ['host:harbor status:404', true],
    ['host:harbor AND status:404', true],
    ['host:harbor && status:500', false],
    ['host:slack OR status:404', true],
    ['host:slack || status:500', false],
    ['-host:slack', true],
    ['NOT host:slack', true],
    ['!host:harbor', false],
    ['--host:harbor', true],
    ['host:slack (status:404 OR status:500)', false],
    ['host:harbor (status:500 OR status:404)', true],
    ['-(host:slack OR status:500)', true],
    ['host:slack OR host:harbor status:404', true],
    ['host:harbor OR host:slack status:500', true],
    ['host:slack host:harbor OR status:500', false],
    ['or', true],
    ['-', false],
  ])('%j: %j', (text, expected) => {
    expect(matches(text)).toBe(expected);
  });
});

describe('content', () => {
  test.each([
    ['host:harbor', true],
    ['body:x', null],
    ['host:slack body:x', false],
    ['host:harbor body:x', null],
    ['host:harbor OR body:x', true],
    ['host:slack OR body:x', null],
    ['-body:x', null],
    ['-(host:harbor OR body:x)', false],
    ['-(host:slack body:x)', true],
    ['(body:x OR host:harbor) -message:y', null],
  ])('%j by what lists know: %j', (text, expected) => {
    expect(matches(text)).toBe(expected);
  });

  test('answers decide', () => {
    const { matches: test, contentTerms } = valid('host:harbor body:a -(message:b OR rule:c)');
    const with_ = (found: readonly string[]) =>
      test(subject, ({ text }) => (text === null ? null : found.includes(text.text)));
    expect(with_(['a'])).toBe(true);
    expect(with_(['a', 'b'])).toBe(false);
    expect(with_([])).toBe(false);
    expect(test(subject, ({ text }) => (text?.text === 'c' ? true : null))).toBe(false);
    expect(contentTerms.map(({ isNegated }) => isNegated)).toEqual([false, true, true]);
  });

  const part = (text: string) => ({ type: 'part', text });
  const whole = (text: string) => ({ type: 'whole', text });
  test.each<[string, Partial<ContentTerm>]>([
    ['body:"Two words"', { parts: ['request-body', 'response-body'], text: part('two words') as never }],
    ['request-body:=all', { parts: ['request-body'], text: whole('all') as never }],
    ['message:a*b', { parts: ['message'], text: { type: 'wildcard', text: 'a*b' } }],
    ['message:"a*b"', { text: part('a*b') as never }],
    ['rule:slow', { parts: ['rule'] }],
    ['header:X-Client', { parts: ['header'], header: whole('x-client') as never, text: null }],
    ['header:x-*', { header: { type: 'wildcard', text: 'x-*' }, text: null }],
    ['header:x-client=IOS', { header: whole('x-client') as never, text: part('ios') as never }],
    ['header:x-client="a b, c"', { text: part('a b, c') as never }],
    ['header:x-client==ios', { text: whole('ios') as never }],
    ['header:x-client=ios*', { text: { type: 'wildcard', text: 'ios*' } }],
    ['header:cookie=a=b', { text: part('a=b') as never }],
  ])('%j looks for', (text, expected) => {
    expect(valid(text).contentTerms).toEqual([expect.objectContaining(expected)]);
  });

  test('of several values one has to be there', () => {
    expect(valid('header:a=1,b').contentTerms).toHaveLength(2);
    expect(valid('body:a,b').matches(subject, ({ text }) => text?.text === 'b')).toBe(true);
  });
});

test('errors inside of successful responses', () => {
  const ok = { ...subject, status: 200 };
  expect(matches('is:error', ok)).toBe(false);
  expect(matches('is:error', { ...ok, grpcStatus: 'OK' })).toBe(false);
  expect(matches('is:error', { ...ok, grpcStatus: 'NOT_FOUND' })).toBe(true);
  expect(matches('is:error', { ...ok, applicationError: { type: 'graphql', message: '' } })).toBe(true);
  expect(matches('is:graphql -is:mcp', { ...ok, operation: { type: 'graphql', name: 'A' } })).toBe(true);
  expect(matches('is:sse', { ...ok, contentType: 'text/event-stream; charset=utf-8' })).toBe(true);
});

describe('errors name the position', () => {
  test.each([
    ['hots:api', 0, 8, '"hots" is not a key: did you mean host?'],
    ['foo:bar', 0, 7, '"foo" is not a key: to look for it as text, put it in quotation marks'],
    ['host:', 0, 5, 'host needs a value, such as host:*.example.com'],
    ['a status:abc', 9, 12, '"abc" is not a value of status: give a number such as 404'],
    ['status:200,x', 11, 12, '"x" is not a value of status'],
    ['is:slow', 3, 7, '"slow" is not a value of is: give error, failed'],
    ['size>big', 5, 8, '"big" is not a value of size: give a size such as 500'],
    ['host>5', 0, 6, 'host cannot be compared with >: write host:*.example.com'],
    ['body:', 0, 5, 'body needs a value, such as body:requires_action'],
    ['header:x=', 7, 9, 'give a value behind =, such as header:content-type=json'],
    ['body>5', 0, 6, 'body cannot be compared with >: write body:requires_action'],
    ['bdy:x', 0, 5, '"bdy" is not a key: did you mean body?'],
    ['message:"a', 0, 10, 'The quotation mark is not closed'],
    ['(a OR b', 0, 1, 'This ( is not closed: add )'],
    ['a )', 2, 3, 'This ) has no ( before it'],
    ['a OR', 2, 4, 'A term is missing after OR'],
    ['OR a', 0, 2, 'A term is missing before OR'],
    ['()', 1, 2, 'A term is missing before )'],
    ['app:"Google', 0, 11, 'The quotation mark is not closed'],
    ['-'.repeat(200) + 'a', 100, 101, 'The filter is nested too deeply'],
  ])('%j', (text, start, end, message) => {
    expect(parseFilter(text)).toEqual({
      type: 'invalid',
      start,
      end,
      message: expect.stringContaining(message) as string,
    });
  });
});

test('the parts of a filter can be dropped one by one', () => {
  const terms = (text: string): readonly string[] => {
    const filter = parseFilter(text);
    return filter.type === 'filter' ? filter.terms.map((term) => term.text) : [];
  };
  expect(terms('-method:OPTIONS host:"a b" (x OR y)')).toEqual(['-method:OPTIONS host:"a b" (x OR y)']);
  expect(terms('-method:OPTIONS AND host:"a b" -(x y)')).toEqual(['-method:OPTIONS', 'host:"a b"', '-(x y)']);
  expect(terms('')).toEqual([]);
});

test('every example is valid, and every key has a summary', () => {
  for (const { name, example, summary } of filterKeys) {
    expect(parseFilter(example), name).toMatchObject({ type: 'filter' });
    expect(summary).not.toBe('');
  }
});

describe('completion', () => {
  const texts = (text: string, known = {}): readonly string[] =>
    completions(text, text.length, known).map((each) => each.text);

  test('keys, then values', () => {
    expect(texts('dur')).toEqual(['duration>', 'duration<']);
    expect(texts('a ho')).toEqual(['host:']);
    expect(texts('')[0]).toBe('host:');
    expect(texts('is:e')).toEqual(expect.arrayContaining(['error']));
    expect(texts('is:e')[0]).toBe('error');
    expect(texts('status:')).toEqual(expect.arrayContaining(['2xx', '404']));
    expect(texts('-method:P')).toEqual(expect.arrayContaining(['POST', 'PUT', 'PATCH']));
    expect(texts('color:')).toEqual(['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'gray']);
    expect(texts('"ho')).toEqual([]);
    expect(texts('bod')).toEqual(['body:']);
    expect(texts('header:content')).toEqual(['content-type']);
    expect(texts('header:content-type=js')).toEqual([]);
    expect(texts('is:gr').slice(0, 2)).toEqual(['grpc', 'graphql']);
  });

  test('values of the traffic come first, in quotation marks where they need them', () => {
    const known = { app: ['curl', 'Google Chrome'], host: ['api.test'] };
    expect(texts('app:', known)).toEqual(['curl', '"Google Chrome"']);
    expect(texts('app:chr', known)).toEqual(['"Google Chrome"']);
    expect(completions('x host:ap', 9, known)).toEqual([
      { text: 'api.test', start: 7, end: 9, summary: '', isOpen: false },
    ]);
  });
});

test('a hostile pattern takes linear time', () => {
  const long = { ...subject, url: `https://a/${'a'.repeat(20_000)}` };
  expect(matches(`path:${'a*'.repeat(50)}b`, long)).toBe(false);
});

test('the documentation has every key', () => {
  const page = readFileSync(new URL('../../../docs/filters.md', import.meta.url), 'utf8');
  for (const { name } of filterKeys) expect(page).toMatch(new RegExp(`\\| \`${name}\` +\\|`));
});
