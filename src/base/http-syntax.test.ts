import { expect, test } from 'vitest';
import { charTable, hasOption, isToken, trimmed } from './http-syntax.ts';

test('each of the 77 characters of RFC 9110 makes a token, and no other', () => {
  const all = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
  expect(all.filter(isToken).join('')).toBe(
    "!#$%&'*+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ^_`abcdefghijklmnopqrstuvwxyz|~",
  );
});

test.each(['', 'a b', 'a:', 'GET\n', '"a"', 'é'])('%j is not a token', (text) => {
  expect(isToken(text)).toBe(false);
});

test('a table answers by char code', () => {
  const digits = charTable((code) => code >= 48 && code <= 57);
  expect([digits.length, digits[47], digits[48], digits[57], digits[58]]).toEqual([256, 0, 1, 1, 0]);
});

test('only space and tab are trimmed', () => {
  expect(trimmed(' \t a b\t ')).toBe('a b');
  expect(trimmed('\xa0a\n')).toBe('\xa0a\n');
  expect(trimmed(' \t')).toBe('');
});

test.each([
  ['close', true],
  ['keep-alive, close', true],
  ['keep-alive,\tclose ,x', true],
  ['closed', false],
  ['', false],
])('close in %j: %s', (connection, expected) => {
  expect(hasOption(connection, 'close')).toBe(expected);
});
