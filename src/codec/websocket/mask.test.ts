import { expect, test } from 'vitest';
import { applyMask } from './mask.ts';

const KEY = 0x89ab_cdef | 0;
const keyBytes = [0x89, 0xab, 0xcd, 0xef];

test.each([0, 1, 3, 4, 5, 47, 48, 49, 63, 64, 100, 1000, 1023])('%i bytes, wherever they lie', (length) => {
  for (let start = 0; start < 5; start += 1) {
    for (let offset = 0; offset < 5; offset += 1) {
      const whole = Buffer.from(Array.from({ length: start + length + 4 }, (_, at) => at % 251));
      // At each alignment that memory can have.
      const bytes = Buffer.concat([Buffer.alloc(start), whole]).subarray(start);
      const expected = Buffer.from(bytes);
      for (let at = 0; at < length; at += 1) expected[start + at]! ^= keyBytes[(offset + at) % 4]!;
      applyMask(bytes, start, start + length, KEY, offset);
      expect(bytes).toEqual(expected);
    }
  }
});

test('masking twice changes nothing', () => {
  const bytes = Buffer.from('a message that is long enough to be masked by words, not bytes');
  const before = Buffer.from(bytes);
  applyMask(bytes, 0, bytes.length, 1, 0);
  expect(bytes).not.toEqual(before);
  applyMask(bytes, 0, bytes.length, 1, 0);
  expect(bytes).toEqual(before);
});
