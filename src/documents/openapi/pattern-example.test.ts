import { expect, test } from 'vitest';
import { patternExample } from './pattern-example.ts';

test.each([
  '^[0-9a-fA-F]+$',
  '^ssh-(rsa|dss|ed25519) |^ecdsa-sha2-nistp(256|384|521) ',
  String.raw`^\d{3}-\w{2,4}\.\s?[^a-z\d]x*$`,
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$',
  '^(?<year>[12]\\d{3})(-[01]\\d)?$',
  '^\\+?[1-9]\\d{1,14}$',
  '^(a+)+$',
  '^[^\\s@]+@[^\\s@]+\\.[a-z]{2,}$',
  '^\\u0041\\x42[\\]^-]$',
  '',
])('%s', (pattern) => {
  const text = patternExample(pattern, 0);
  expect(text).not.toBeNull();
  expect(text).toMatch(new RegExp(pattern));
});

test('is as long as it has to be', () => {
  expect(patternExample('^[0-9a-f]+$', 40)).toBe('a'.repeat(40));
  expect(patternExample('^x(a*)?$', 9)).toBe(`x${'a'.repeat(8)}`);
  expect(patternExample('^(a+){2,}$', 7)).toBe('a'.repeat(7));
  expect(patternExample('^x[a-z]{2,9}$', 6)!.length).toBeGreaterThanOrEqual(6);
});

test.each(['(?=a)b', String.raw`(a)\1`, '(a', '[a', '*', `${'('.repeat(99)}a`, '(a{9999}){9999}', 'a{9999}'])(
  'nothing for %s',
  (pattern) => {
    expect(patternExample(pattern, 0)).toBeNull();
  },
);
