import { expect, test } from 'vitest';
import { readHostPattern } from './host-pattern.ts';

test.each([
  ['api.example.com', 'api.example.com'],
  [' API.Example.com ', 'api.example.com'],
  ['*', '*'],
  ['*.example.com', '*.example.com'],
  ['192.0.2.?', '192.0.2.?'],
  ['[2001:DB8::1]', '2001:db8::1'],
  ['2001:db8::*', '2001:db8::*'],
  ['fe80:*', 'fe80:*'],
  ['::ffff:10.*', '::ffff:10.*'],
  ['10.*', '10.*'],
  ['127.1', '127.1'],
  ['host.1a', 'host.1a'],
])('%j is %s', (text, pattern) => {
  expect(readHostPattern(text)).toBe(pattern);
});

test.each([
  '',
  ' ',
  'https://example.com',
  'example.com:443',
  'example.com/path',
  'a b',
  'u@example.com',
  '[::1',
  '[a.test]',
  '127.0.0.1:80',
  '127.0.0.1:*',
  '*:80',
  '999.1.1.1',
  '1.2.3.4.5',
  '1:2:3',
  'a.test,b.test',
])('%j is not a host', (text) => {
  expect(readHostPattern(text)).toBeNull();
});
