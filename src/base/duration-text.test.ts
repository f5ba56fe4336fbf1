import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

test.each([
  [0, '0 ms'],
  [1.23, '1.2 ms'],
  [12.4, '12 ms'],
  [318, '318 ms'],
  [999.6, '1.00 s'],
  [2040, '2.04 s'],
  [31_200, '31.2 s'],
  [150_000, '3 min'],
  [7_200_000, '2.0 h'],
])('%d ms are %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
