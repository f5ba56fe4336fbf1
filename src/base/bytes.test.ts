import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  fromBase64,
  isUtf8,
  concatBytes,
  latin1,
  latin1Bytes,
  toBase64,
  toHex,
  decodeUtf8,
} from './bytes.ts';

const samples = [0, 1, 2, 3, 255, 8191, 8192, 8193, 100_000].map((length) => randomBytes(length));

test('base64 is that of Node, both ways and in both alphabets', () => {
  for (const bytes of samples) {
    expect(toBase64(bytes)).toBe(bytes.toString('base64'));
    expect(Buffer.from(fromBase64(bytes.toString('base64'))!).equals(bytes)).toBe(true);
    expect(Buffer.from(fromBase64(bytes.toString('base64url'))!).equals(bytes)).toBe(true);
  }
});

test.each(['a', 'a b=', '====', 'ä', 'ab.c', 'YQ=='.repeat(2)])('%j is no base64', (text) => {
  expect(fromBase64(text)).toBeNull();
});

test('latin1 and hex are those of Node', () => {
  for (const bytes of samples) {
    expect(latin1(bytes)).toBe(bytes.toString('latin1'));
    expect(latin1(bytes, 1, 3)).toBe(bytes.toString('latin1', 1, 3));
    expect(Buffer.from(latin1Bytes(bytes.toString('latin1'))).equals(bytes)).toBe(true);
    expect(toHex(bytes)).toBe(bytes.toString('hex'));
  }
});

test('UTF-8 is told from other bytes, and keeps its byte order mark', () => {
  expect(decodeUtf8(Buffer.from('\ufeffgrüße 😀'))).toBe('\ufeffgrüße 😀');
  expect(isUtf8(Buffer.alloc(0))).toBe(true);
  for (const bytes of ['ff', 'c328', 'c0af', 'eda080', 'f4908080', 'e282']) {
    expect(isUtf8(Buffer.from(bytes, 'hex')), bytes).toBe(false);
  }
});

test('pieces are joined in their order', () => {
  expect([...concatBytes([Uint8Array.of(1), new Uint8Array(0), Uint8Array.of(2, 3)])]).toEqual([1, 2, 3]);
});
