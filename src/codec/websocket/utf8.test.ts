import { isUtf8 } from 'node:buffer';
import { expect, test } from 'vitest';
import { completeLength } from './utf8.ts';

test.each(['', 'a', 'aü', 'aü€', 'a€', 'a😀', '😀😀', 'abc'])(
  '%j, cut anywhere, loses the broken character alone',
  (text) => {
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const length = completeLength(bytes.subarray(0, cut));
      expect(isUtf8(bytes.subarray(0, length))).toBe(true);
      expect(text.startsWith(bytes.toString('utf8', 0, length))).toBe(true);
      expect(cut - length).toBeLessThan(4);
      if (cut === bytes.length) expect(length).toBe(cut);
    }
  },
);

test.each([[[0xff]], [[0x80]], [[0x80, 0x80, 0x80, 0x80]], [[0xc0]], [[0xf5, 0x80]]])(
  '%j begins no character and stays',
  (bytes) => {
    expect(completeLength(Buffer.from(bytes))).toBe(bytes.length);
  },
);
