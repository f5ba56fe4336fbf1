import { expect, test } from 'vitest';
import { SecretMask } from './secret-mask.ts';

const secret = (name: string, value: string) =>
  ({ name, value, secret: true, enabled: true, docs: '' }) as const;
const mask = new SecretMask({
  environment: null,
  globals: [secret('a', 's3cret&more'), secret('b', 's3cret'), secret('short', 'no')],
  collection: { variables: [{ ...secret('c', 'plain-text'), secret: false }] },
});

test.each([
  ['x s3cret&more y', 'x •••••••• y'],
  ['s3cret s3cret', '•••••••• ••••••••'],
  ['?k=s3cret%26more', '?k=••••••••'],
  ['no plain-text', 'no plain-text'],
])('%s', (text, masked) => {
  expect(mask.text(text)).toBe(masked);
  expect(mask.bytes(Buffer.from(text)).toString()).toBe(masked);
  expect(mask.values([{ at: text, n: 1 }])).toEqual([{ at: masked, n: 1 }]);
});

test.each([
  ['Bearer abc', 'Bearer ••••••••'],
  ['abc', '••••••••'],
  ['Digest username="a"', 'Digest ••••••••'],
])('credentials keep their scheme: %s', (value, masked) => {
  expect(mask.credentials(value)).toBe(masked);
});

test('headers are shown as UTF-8 where they are', () => {
  expect(mask.header(Buffer.from('café s3cret').toString('latin1'))).toBe('café ••••••••');
  expect(mask.header('caf\u00e9')).toBe('caf\u00e9');
});
