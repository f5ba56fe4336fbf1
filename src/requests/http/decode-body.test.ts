import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeBody } from './decode-body.ts';

const TEXT = Buffer.from('content');

test.each([
  ['', TEXT],
  ['identity', TEXT],
  ['gzip', gzipSync(TEXT)],
  ['X-GZIP', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['deflate', deflateRawSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['zstd', zstdCompressSync(TEXT)],
  ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
])('decodes %j', async (coding, bytes) => {
  expect(await decodeBody(bytes, coding)).toEqual(TEXT);
});

test('leaves an unknown coding, and an empty body, as they are', async () => {
  expect(await decodeBody(TEXT, 'exi')).toBe(TEXT);
  expect(await decodeBody(Buffer.alloc(0), 'gzip')).toHaveLength(0);
});

test('rejects a body that does not have its coding, and too many codings', async () => {
  await expect(decodeBody(TEXT, 'gzip')).rejects.toThrow('the response is not valid gzip: ');
  await expect(decodeBody(TEXT, 'br,br,br,br,br,br')).rejects.toThrow('more than 5 content codings');
});
