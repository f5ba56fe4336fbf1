import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inflate, MAX_DECODED_BYTES } from './content-coding.ts';

test('returns no more than the requested bytes, but counts all', async () => {
  const inflated = await inflate('gzip', gzipSync(Buffer.alloc(1_000_000, 'ab')), 3);
  expect(inflated).toEqual({ bytes: Buffer.from('aba'), size: 1_000_000, hasMore: false, error: null });
});

test('returns at most 16 MiB', async () => {
  const inflated = await inflate('gzip', gzipSync(Buffer.alloc(MAX_DECODED_BYTES * 2)), Infinity);
  expect(inflated).toMatchObject({ size: MAX_DECODED_BYTES, hasMore: true, error: null });
  expect(inflated.bytes).toHaveLength(MAX_DECODED_BYTES);
});

test('does not block the event loop', async () => {
  let turns = 0;
  let over = false;
  const count = (): void => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  await inflate('gzip', gzipSync(Buffer.alloc(MAX_DECODED_BYTES)), 0);
  over = true;
  // It is decoded asynchronously in chunks of 64 KiB.
  expect(turns).toBeGreaterThan(100);
});

test('finds the last valid byte of a long input', async () => {
  const sound = gzipSync(Buffer.from(Array.from({ length: 500_000 }, (_, at) => (at * at * 31) >> 7)));
  const inflated = await inflate('gzip', Buffer.concat([sound, Buffer.from('no gzip at all')]), Infinity);
  expect(inflated).toMatchObject({
    size: 500_000,
    error: { type: 'corrupt', reason: 'incorrect header check' },
  });
});

test('treats empty input as truncated', async () => {
  for (const coding of ['gzip', 'deflate', 'br', 'zstd'] as const) {
    expect(await inflate(coding, Buffer.alloc(0), 10)).toMatchObject({
      size: 0,
      error: { type: 'truncated' },
    });
  }
});
