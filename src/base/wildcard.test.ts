import { describe, expect, test } from 'vitest';
import { matchesWildcard } from './wildcard.ts';

describe('a pattern', () => {
  test.each([
    ['*', ''],
    ['*', 'anything.test'],
    ['**', ''],
    ['', ''],
    ['a.test', 'a.test'],
    ['*.test', 'a.test'],
    ['*.test', '.test'],
    ['*.test', 'a.b.test'],
    ['a.*', 'a.'],
    ['a.*.test', 'a.b.c.test'],
    ['*a*b*c*', 'xxaxxbxxcxx'],
    ['*a*b*c*', 'abc'],
    ['?', 'x'],
    ['a?c', 'abc'],
    ['*?', 'x'],
    ['?*?', 'xy'],
    ['*ab', 'aab'],
    ['*aab', 'aaaab'],
    ['a*a', 'aa'],
    ['[a].$^(b)|\\+', '[a].$^(b)|\\+'],
  ])('%j matches %j', (pattern, text) => {
    expect(matchesWildcard(pattern, text)).toBe(true);
  });

  test.each([
    ['', 'a'],
    ['a.test', 'a.tes'],
    ['a.test', 'a.testx'],
    ['a.test', 'A.test'],
    ['*.test', 'test'],
    ['*.test', 'a.test.x'],
    ['a.*', 'ba.'],
    ['?', ''],
    ['?', 'xy'],
    ['*?', ''],
    ['a*a', 'a'],
    ['*a*b*', 'ba'],
    ['a.test', 'a-test'],
    ['*x', 'x*y'],
  ])('%j does not match %j', (pattern, text) => {
    expect(matchesWildcard(pattern, text)).toBe(false);
  });

  test('of many stars is no trap', () => {
    expect(matchesWildcard('*a'.repeat(1000), `${'a'.repeat(2000)}b`)).toBe(false);
    expect(matchesWildcard(`${'*a'.repeat(1000)}*`, 'a'.repeat(2000))).toBe(true);
  });
});
