// Values that look like secrets, and the names of their variables.
import { expect, test } from 'vitest';
import { secretName, secretOfField, secretOfHeader } from './secret-values.ts';

test.each([
  ['Authorization', 'Bearer abc12345678', { scheme: 'Bearer ', secret: 'abc12345678' }],
  ['X-Api-Key', '0123456789abcdef', { scheme: '', secret: '0123456789abcdef' }],
  ['X-Other', 'ghp_0123456789abcdef', { scheme: '', secret: 'ghp_0123456789abcdef' }],
  ['X-Other', 'eyJhbGciOi.eyJzdWIi.c2ln', { scheme: '', secret: 'eyJhbGciOi.eyJzdWIi.c2ln' }],
  ['Authorization', 'Bearer {{token}}', null],
  ['Authorization', 'Bearer', null],
  ['Accept', 'application/json', null],
  ['If-None-Match', '"33a64df551425fcc55e4d42a148795d9f25f89d4"', null],
])('%s: %s', (name, value, expected) => {
  expect(secretOfHeader(name, value)).toEqual(expected);
});

test.each([
  ['correct horse', { scheme: '', secret: 'correct horse' }],
  ['short', null],
  ['{{password}}-2026', null],
])('a field with %s', (value, expected) => {
  expect(secretOfField(value)).toEqual(expected);
});

test.each([
  ['X-Api-Key', [], 'xApiKey'],
  ['clientSecret', [], 'clientSecret'],
  ['token', ['token', 'token2'], 'token3'],
  ['--', [], 'secret'],
])('the variable of %s', (field, taken, name) => {
  expect(secretName(field, taken)).toBe(name);
});
