import { expect, test } from 'vitest';
import { withoutHttp3 } from './alt-svc.ts';

test.each<[value: string, expected: string | null]>([
  ['h3=":443"; ma=86400', null],
  ['h3=":443"; ma=86400, h3-29=":443"; ma=86400', null],
  ['h3=":443";ma=3600,h2=":443";ma=3600', 'h2=":443";ma=3600'],
  [
    'h2="alt.example.com:8000", h3-Q050=":443", http%2F1.1=":80"',
    'h2="alt.example.com:8000", http%2F1.1=":80"',
  ],
  ['H3=":443"', null],
  ['h%33=":443"', null],
  ['%683=":443", h2=":1"', 'h2=":1"'],
  ['h2="a,h3=b:443"; persist=1, h3=":443"', 'h2="a,h3=b:443"; persist=1'],
  ['h2="a\\",h3=\\"b:443", h3=":443"', 'h2="a\\",h3=\\"b:443"'],
  [', ,h3=":443",', ''],
  ['h3', null],
  ['h3=":443", h2="unclosed, h2=":8"', 'h2="unclosed, h2=":8"'],
])('%s becomes %s', (value, expected) => {
  expect(withoutHttp3(value)).toBe(expected === '' ? null : expected);
});

test.each([
  'clear',
  '',
  'h2=":443"',
  'h2="h3:443"',
  'h2="a,h3=b:443"',
  'quic=":443"',
  'h30=":443"',
  'xh3=":443"',
])('%j stays as it is', (value) => {
  expect(withoutHttp3(value)).toBe(value);
});

test('takes linear time', () => {
  const value = `h3=${'"\\'.repeat(30_000)}${',h3'.repeat(1000)}`;
  expect(withoutHttp3(value)).not.toBe(value);
});
