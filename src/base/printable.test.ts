import { describe, expect, test } from 'vitest';
import { byteSize, printable } from './printable.ts';

describe('printable', () => {
  test('what steers a terminal is written as escapes', () => {
    expect(printable('a\x1b[2Jb\r\n')).toBe('a\\x1b[2Jb\\x0d\\x0a');
    expect(printable('a\u202egnp.exe\u2069')).toBe('a\\u202egnp.exe\\u2069');
  });

  test('all else stays as it is', () => {
    expect(printable('https://bücher.example/日本?😀')).toBe('https://bücher.example/日本?😀');
  });
});

test('sizes have two digits at least', () => {
  expect([0, 512, 999, 1234, 12_345, 34_000_000, 5e12].map(byteSize)).toEqual([
    '0B',
    '512B',
    '999B',
    '1.2kB',
    '12kB',
    '34MB',
    '5000GB',
  ]);
});
