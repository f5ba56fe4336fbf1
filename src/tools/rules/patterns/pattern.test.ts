import { describe, expect, test } from 'vitest';
import { captureCount, compilePattern, patternError, type PatternText } from './pattern.ts';

function wildcard(pattern: string, includeSubpaths = true): PatternText {
  return { pattern, patternType: 'wildcard', includeSubpaths };
}

function matches(text: PatternText, url: string): boolean {
  return compilePattern(text).test(url);
}

describe('wildcards', () => {
  test.each([
    // Everything.
    ['*', 'http://a.test/'],
    ['*', 'https://a.test:8443/x?y=1'],
    ['*://*', 'https://a.test/x'],
    // Schemes.
    ['http://a.test/x', 'http://a.test/x'],
    ['a.test/x', 'http://a.test/x'],
    ['a.test/x', 'https://a.test/x'],
    ['*://a.test/x', 'https://a.test/x'],
    ['http*://a.test/x', 'https://a.test/x'],
    ['http?://a.test/x', 'https://a.test/x'],
    ['HTTPS://A.Test/x', 'https://a.test/x'],
    ['ws://a.test/chat', 'http://a.test/chat'],
    ['wss://a.test/chat', 'https://a.test/chat'],
    // A host matches all its paths.
    ['a.test', 'http://a.test/'],
    ['a.test', 'https://a.test/x/y?z=1'],
    ['https://a.test', 'https://a.test/x'],
    ['*.test', 'https://api.a.test/x'],
    ['*.a.test', 'https://api.a.test/x?y=1'],
    ['a?.test', 'http://a1.test/'],
    ['a.test:8080', 'http://a.test:8080/x'],
    ['[::1]:8080/x', 'http://[::1]:8080/x'],
    // Default ports.
    ['http://a.test:80/x', 'http://a.test/x'],
    ['https://a.test:443/x', 'https://a.test/x'],
    ['a.test:443/x', 'https://a.test/x'],
    ['a.test:443/x', 'http://a.test:443/x'],
    ['a.test:80', 'http://a.test/'],
    // Paths and subpaths.
    ['a.test/b', 'http://a.test/b'],
    ['a.test/b', 'http://a.test/b/'],
    ['a.test/b', 'http://a.test/b/c/d'],
    ['a.test/b/', 'http://a.test/b/c'],
    ['a.test/', 'http://a.test/b/c'],
    ['a.test/*/c', 'http://a.test/b/c'],
    ['a.test/*/c', 'http://a.test/b/x/c/d'],
    ['*/api/*', 'http://a.test/v1/api/x'],
    ['*.json', 'http://a.test/x.json'],
    ['a.test/v?/users', 'http://a.test/v2/users'],
    ['a.test/v?/users', 'http://a.test/v2/users/5'],
    // Queries.
    ['a.test/b', 'http://a.test/b?x=1'],
    ['a.test/b', 'http://a.test/b/c?x=/z'],
    ['*.json', 'http://a.test/x.json?v=1'],
    ['a.test/b?x=1', 'http://a.test/b?x=1'],
    ['a.test/b?*y=2*', 'http://a.test/b?x=1&y=2&z=3'],
    // Other hosts.
    ['bücher.test/x', 'http://xn--bcher-kva.test/x'],
    // Characters with a meaning in regular expressions.
    ['a.test/(b)+[c]', 'http://a.test/(b)+[c]'],
    ['a.test/b|c', 'http://a.test/b|c'],
    ['a.test/$1^', 'http://a.test/$1^'],
  ])('%s matches %s', (pattern, url) => {
    expect(matches(wildcard(pattern), url)).toBe(true);
  });

  test.each([
    ['http://a.test/x', 'https://a.test/x'],
    ['ws://a.test/chat', 'https://a.test/chat'],
    ['a.test', 'http://b.a.test/'],
    ['a.test', 'http://a.test.evil/'],
    ['a.test', 'http://a.test:8080/'],
    ['a.test', 'http://b.test/a.test'],
    ['a.test:443/x', 'http://a.test/x'],
    ['a.test:443/x', 'https://a.test:8443/x'],
    ['https://a.test:80', 'https://a.test/'],
    ['*.a.test', 'http://a.test/'],
    ['a.test/b', 'http://a.test/bc'],
    ['a.test/b', 'http://a.test/B'],
    ['a.test/b/', 'http://a.test/b'],
    ['a.test/*/c', 'http://a.test/b?c=/c'],
    ['*.json', 'http://a.test/x?file=y.json'],
    ['a.test/b?x=1', 'http://a.test/b'],
    ['a.test/b?x=1', 'http://a.test/b?x=12'],
    ['a.test/v?/users', 'http://a.test/v2/users?page=1'],
    ['atest', 'http://a.test/'],
  ])('%s does not match %s', (pattern, url) => {
    expect(matches(wildcard(pattern), url)).toBe(false);
  });

  test('without subpaths only the path itself matches', () => {
    const pattern = wildcard('a.test/b', false);
    expect(matches(pattern, 'http://a.test/b?x=1')).toBe(true);
    expect(matches(pattern, 'http://a.test/b/')).toBe(false);
    expect(matches(pattern, 'http://a.test/b/c')).toBe(false);
    expect(matches(wildcard('a.test', false), 'http://a.test/')).toBe(true);
    expect(matches(wildcard('a.test', false), 'http://a.test/b')).toBe(false);
    expect(matches(wildcard('a.test/*', false), 'http://a.test/b/c')).toBe(true);
  });

  test.each([
    ['https://*.a.test/v1/*', 'https://api.a.test/v1/users/5?x=1', ['api', 'users/5']],
    ['*://a.test/*/edit', 'https://a.test/b/edit/more', ['https', 'b']],
    ['a.test/v?/*', 'http://a.test/v2/x?y=1', ['2', 'x?y=1']],
    ['a.test/b', 'http://a.test/b/c', []],
    ['*', 'http://a.test/b', ['a.test/b']],
  ])('%s captures of %s', (pattern, url, captures) => {
    expect(compilePattern(wildcard(pattern)).captures(url).slice(1)).toEqual(captures);
  });

  test('many stars take linear time', () => {
    const pattern = compilePattern(wildcard(`a.test/${'*a'.repeat(19)}*b`));
    expect(pattern.test(`http://a.test/${'a'.repeat(50_000)}`)).toBe(false);
  });
});

describe('other types', () => {
  test.each([
    ['exact', 'http://a.test/b', 'http://a.test/b', true],
    ['exact', 'HTTP://A.test/b', 'http://a.test/b', true],
    ['exact', 'a.test/b?x=1', 'https://a.test/b?x=1', true],
    ['exact', 'http://a.test', 'http://a.test/', true],
    ['exact', 'https://a.test:443/', 'https://a.test/', true],
    ['exact', 'wss://a.test/s', 'https://a.test/s', true],
    ['exact', 'http://a.test/b', 'http://a.test/b?x=1', false],
    ['exact', 'http://a.test/b', 'http://a.test/b/c', false],
    ['exact', 'http://a.test/*', 'http://a.test/b', false],
    ['exact', 'http://a.test/*', 'http://a.test/*', true],
    ['exact', 'http://a.test/B', 'http://a.test/b', false],
    ['contains', '/api/', 'http://a.test/api/x', true],
    ['contains', 'token=', 'http://a.test/x?token=1', true],
    ['contains', 'A.Test', 'http://a.test/', true],
    ['contains', 'A.Test/Api', 'http://a.test/Api/x', true],
    ['contains', 'A.Test/Api', 'http://a.test/api/x', false],
    ['contains', 'HTTPS://A', 'https://a.test/', true],
    ['contains', 'ws://a', 'http://a.test/', true],
    ['contains', '/API/', 'http://a.test/api/x', false],
    ['contains', 'Api', 'http://a.test/api', false],
    ['contains', '*', 'http://a.test/', false],
    ['contains', 'a.b', 'http://acb.test/', false],
    ['regex', String.raw`^https://a\.test/\d+$`, 'https://a.test/42', true],
    ['regex', String.raw`/\d+`, 'https://a.test/x/42/y', true],
    ['regex', 'A', 'http://a.test/', false],
    ['regex', '(?i)A\\.TEST', 'http://a.test/', true],
    ['regex', '(?<id>\\d+)', 'http://a.test/7', true],
    ['regex', '', 'http://a.test/', true],
  ] as const)('%s %s on %s: %s', (patternType, pattern, url, expected) => {
    expect(matches({ pattern, patternType, includeSubpaths: true }, url)).toBe(expected);
  });

  test('groups are captures, empty when they did not participate', () => {
    const text = { pattern: '/(a)?(b)', patternType: 'regex', includeSubpaths: true } as const;
    expect(compilePattern(text).captures('http://x.test/b')).toEqual(['/b', '', 'b']);
  });

  test('a regular expression with catastrophic backtracking does not hang', () => {
    const text = { pattern: '(a+)+$', patternType: 'regex', includeSubpaths: true } as const;
    expect(compilePattern(text).test(`http://x.test/${'a'.repeat(20_000)}!`)).toBe(false);
  });
});

describe('hosts', () => {
  const host = (pattern: string): PatternText => ({ pattern, patternType: 'host', includeSubpaths: true });
  test.each([
    ['a.test', 'http://a.test/x', true],
    ['a.test', 'https://a.test:8443', true],
    ['A.test', 'http://a.test/', true],
    ['*.a.test', 'http://b.c.a.test:81/', true],
    ['::1', 'http://[::1]:81/', true],
    ['*', 'http://a.test/', true],
    ['a.test', 'http://b.a.test/', false],
    ['*.a.test', 'http://x.test/b.a.test/', false],
    ['a.test', 'http://a.test.b/', false],
  ])('%s on %s: %s', (pattern, url, expected) => {
    expect(matches(host(pattern), url)).toBe(expected);
  });
});

describe('matching by host alone', () => {
  test.each([
    ['https://A.test:8443/x/*', 'a.test'],
    ['a.test/b?', 'a.test'],
    ['[::1]:80/', '::1'],
    ['*.a.test', null],
    ['*', null],
  ])('%s: %s', (pattern, expected) => {
    expect(compilePattern(wildcard(pattern)).host).toBe(expected);
  });

  test.each([
    ['*', true],
    ['**', true],
    ['*://*', true],
    ['*/*', true],
    ['http://*', false],
    ['*:443', false],
    ['*?', false],
    ['*/a', false],
  ])('%s matches everything: %s', (pattern, expected) => {
    expect(compilePattern(wildcard(pattern)).matchesAll).toBe(expected);
  });

  test.each([
    // pattern, site, reaches, covers
    ['a.test', 'https://a.test', true, true],
    ['https://a.test/', 'https://a.test', true, true],
    ['https://a.test/*', 'https://a.test', true, true],
    ['https://a.test/b', 'https://a.test', true, false],
    ['http://a.test', 'https://a.test', false, false],
    ['a.test', 'https://a.test:8443', false, false],
    ['a.test:8443/*', 'https://a.test:8443', true, true],
    ['a.test:443', 'https://a.test', true, true],
    ['a.test:443', 'https://a.test:8443', false, false],
    ['*.a.test/*', 'https://b.a.test', true, true],
    ['*.a.test/*', 'https://c.test', false, false],
    ['*', 'https://a.test', true, true],
    ['*/api/*', 'https://a.test', true, false],
    ['*login*', 'https://a.test', false, false],
    ['*login*', 'https://login.test', true, true],
  ])('%s of %s: reaches %s, covers %s', (pattern, site, reaches, covers) => {
    const compiled = compilePattern(wildcard(pattern));
    expect([compiled.reaches(site), compiled.covers(site)]).toEqual([reaches, covers]);
  });

  test('a substring or regular expression may match anywhere', () => {
    const regex = compilePattern({ pattern: '/x$', patternType: 'regex', includeSubpaths: true });
    expect([regex.reaches('https://a.test'), regex.covers('https://a.test')]).toEqual([true, false]);
    const part = compilePattern({ pattern: 'a.test', patternType: 'contains', includeSubpaths: true });
    expect([part.reaches('https://a.test'), part.covers('https://a.test')]).toEqual([true, true]);
  });
});

describe('errors', () => {
  test.each([
    ['a(?=b)', 'without look-ahead (?=…), which cannot run in linear time'],
    ['a(?!b)', 'without negative look-ahead (?!…)'],
    ['(?<=a)b', 'without look-behind (?<=…)'],
    ['(?<!a)b', 'without negative look-behind (?<!…)'],
    ['(a)\\1', String.raw`without the back-reference \1`],
    ['(?<n>a)\\k<n>', String.raw`without the back-reference \k<n>`],
    ['(', 'a valid regular expression: missing closing )'],
    ['a{2000}', 'a valid regular expression: invalid repeat count'],
    ['x'.repeat(1001), 'of at most 1000 characters'],
    ['('.repeat(900), 'a valid regular expression'],
    ['(a)'.repeat(21), 'with at most 20 groups'],
  ])('%s', (pattern, expected) => {
    expect(patternError({ pattern, patternType: 'regex', includeSubpaths: true })).toContain(expected);
  });

  test.each(['[(?=]', String.raw`\(?=`, String.raw`\\1`, 'a+?', '(?:a|b)', '(?<name>x)'])(
    '%s has no error',
    (pattern) => {
      expect(patternError({ pattern, patternType: 'regex', includeSubpaths: true })).toBeNull();
    },
  );

  test('several stars in a row equal one', () => {
    expect(patternError(wildcard('*'.repeat(8192)))).toBeNull();
    expect(compilePattern(wildcard('a.test/***/b')).captures('http://a.test/x/b').slice(1)).toEqual(['x']);
  });

  test('rejects too many wildcards', () => {
    expect(patternError(wildcard('*a'.repeat(21)))).toBe('a pattern with at most 20 * and 200 ?');
    expect(patternError(wildcard('?'.repeat(201)))).toBe('a pattern with at most 20 * and 200 ?');
    expect(patternError({ ...wildcard('?*'.repeat(300)), patternType: 'exact' })).toBeNull();
  });

  test('rejects a pattern that is too long', () => {
    expect(patternError(wildcard('x'.repeat(8193)))).toBe('a pattern of at most 8192 characters');
  });
});

test.each([
  'htps://a.test/*',
  'ftp*://a.test',
  'https:///x',
  '/v1/users',
  'https://999.1.1.1/x',
  'a.test:99999',
  'a test/x',
])('%j is rejected: no URL can match it', (pattern) => {
  expect(patternError(wildcard(pattern))).toMatch(/^a pattern (?:whose scheme is|with a host)/);
  expect(patternError({ ...wildcard(pattern), patternType: 'exact' })).not.toBeNull();
  expect(patternError({ ...wildcard(pattern), patternType: 'contains' })).toBeNull();
});

test.each([
  [wildcard('*'), 1],
  [wildcard('http*://*.a.test/?/**/x'), 4],
  [wildcard('a.test'), 0],
  [{ ...wildcard('(a)(?:b)(c)'), patternType: 'regex' as const }, 2],
  [{ ...wildcard('*'), patternType: 'contains' as const }, 0],
])('%j has %i captures', (text, count) => expect(captureCount(text)).toBe(count));
