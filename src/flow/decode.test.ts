import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { capturedMessage } from '../../test/helpers/flows.ts';
import { decodeBody, type DecodedBody } from './decode.ts';

type Coder = (data: Buffer | string) => Buffer;

const brotli: Coder = (data) => brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

const coders: Readonly<Record<string, readonly [string, Coder]>> = {
  gzip: ['gzip', gzipSync],
  'x-gzip': ['X-GZip', gzipSync],
  deflate: ['deflate', deflateSync],
  'deflate without a wrapper': ['deflate', deflateRawSync],
  br: ['br', brotli],
  zstd: ['zstd', zstdCompressSync],
};
const each = Object.entries(coders).map(([title, [coding, coder]]) => [title, coding, coder] as const);

const limit = 16 * 1024 * 1024;
/** A text that compresses badly, so that its middle can be corrupted. */
const text = Array.from({ length: 20_000 }, (_, line) => `${line} ${Math.sin(line)}\n`).join('');

function decode(
  body: Buffer,
  coding: string | readonly string[],
  keep = Infinity,
  cap = Infinity,
): Promise<DecodedBody> {
  const fields = [coding].flat().map((value) => `Content-Encoding: ${value}`);
  return decodeBody(capturedMessage({ head: ['HTTP/1.1 200 OK', ...fields], body, cap }), keep);
}

describe.each(each)('%s', (_, coding, encode) => {
  test('is decoded', async () => {
    const { bytes, ...rest } = await decode(encode(text), coding);
    expect(bytes.toString()).toBe(text);
    expect(rest).toEqual({ size: text.length, exact: true, decoded: true, error: null });
  });

  test('returns the requested bytes and counts the rest', async () => {
    const decoded = await decode(encode(text), coding, 100);
    expect(decoded).toMatchObject({ size: text.length, exact: true, error: null });
    expect(decoded.bytes.toString()).toBe(text.slice(0, 100));
  });

  test('of an empty body is empty', async () => {
    expect(await decode(encode(''), coding)).toMatchObject({
      size: 0,
      exact: true,
      decoded: true,
      error: null,
    });
  });

  test('is counted up to 16 MiB', async () => {
    const whole = await decode(encode(Buffer.alloc(limit)), coding, 10);
    expect(whole).toMatchObject({ size: limit, exact: true, error: null });
    const bomb = await decode(encode(Buffer.alloc(limit + 1)), coding, 10);
    expect(bomb).toMatchObject({ size: limit, exact: false, error: null });
    expect(bomb.bytes).toHaveLength(10);
  });

  test('returns the bytes before an early end, with an error', async () => {
    const encoded = encode(text);
    const decoded = await decode(encoded.subarray(0, encoded.length * 0.75), coding);
    expect(decoded.error).toEqual({
      type: 'truncated',
      reason: `${coding.toLowerCase()}: unexpected end of data`,
    });
    expect(decoded.bytes.length).toBeGreaterThan(text.length / 2);
    expect(text.startsWith(decoded.bytes.toString())).toBe(true);
    expect(decoded).toMatchObject({ size: decoded.bytes.length, exact: true });
  });

  test('an early end of a truncated capture is not an error, but marked as incomplete', async () => {
    const encoded = encode(text);
    const decoded = await decode(encoded, coding, 100, Math.floor(encoded.length * 0.75));
    expect(decoded).toMatchObject({ exact: false, error: null });
    expect(decoded.size).toBeGreaterThan(text.length / 2);
  });

  test('that was not applied leaves the body as captured', async () => {
    const plain = Buffer.from('<p>not compressed at all</p>');
    const decoded = await decode(plain, coding);
    expect(decoded).toMatchObject({
      size: plain.length,
      exact: true,
      decoded: false,
      error: { type: 'undecoded' },
    });
    expect(decoded.bytes).toEqual(plain);
  });
});

describe('corrupt data', () => {
  // A wrong checksum at the very end: everything before it is valid.
  test.each([
    ['gzip', 'short', gzipSync],
    ['gzip', text, gzipSync],
    ['deflate', 'short', deflateSync],
    ['deflate', text, deflateSync],
  ] as const)('returns all of a %s body with a wrong checksum', async (coding, content, encode) => {
    const encoded = encode(content);
    // The last byte of the checksum; in gzip the length follows it.
    encoded[encoded.length - (coding === 'gzip' ? 5 : 1)]! ^= 0xff;
    const decoded = await decode(encoded, coding);
    expect(decoded.error).toEqual({ type: 'corrupt', reason: `${coding}: incorrect data check` });
    expect(decoded.bytes.toString()).toBe(content);
  });

  test('returns the bytes before the corruption', async () => {
    const half = text.slice(0, text.length / 2);
    const start = deflateRawSync(half, { finishFlush: constants.Z_SYNC_FLUSH });
    // 0b111: the last block, of a type that does not exist.
    const decoded = await decode(Buffer.concat([start, Buffer.from([7, 7, 7])]), 'deflate');
    expect(decoded.error).toEqual({ type: 'corrupt', reason: 'deflate: invalid block type' });
    expect(decoded.bytes.toString()).toBe(half);
  });

  test('in brotli returns the bytes before the corruption', async () => {
    const start = brotliCompressSync(text, {
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    });
    // RFC 7932 9.2: the header of a metablock whose reserved bit is set.
    const decoded = await decode(Buffer.concat([start, Buffer.from([0x0e])]), 'br');
    expect(decoded.error).toEqual({ type: 'corrupt', reason: 'br: Decompression failed' });
    expect(decoded.bytes.toString()).toBe(text);
  });

  test('of any kind never throws', async () => {
    for (const [, coding, encode] of each) {
      const encoded = encode(text.slice(0, 3000));
      for (let at = 0; at < encoded.length; at += 97) {
        const broken = Buffer.from(encoded);
        broken[at]! ^= 0x55;
        const decoded = await decode(broken, coding, 1000);
        expect(decoded.bytes.length).toBeLessThanOrEqual(1000);
      }
    }
  });
});

describe('stacked codings', () => {
  test('are decoded from the last to the first', async () => {
    const body = zstdCompressSync(brotli(gzipSync(text)));
    expect((await decode(body, 'gzip, br, zstd')).bytes.toString()).toBe(text);
    expect((await decode(body, ['gzip', 'identity,br', ' ,ZSTD'])).bytes.toString()).toBe(text);
  });

  test('are decoded up to five', async () => {
    const times = (count: number): Buffer =>
      Array.from({ length: count }).reduce<Buffer>((data) => gzipSync(data), Buffer.from('a'));
    const five = await decode(times(5), Array<string>(5).fill('gzip'));
    expect(five).toMatchObject({ bytes: Buffer.from('a'), error: null });
    const six = await decode(times(6), Array<string>(6).fill('gzip'));
    expect(six).toMatchObject({ bytes: times(6), size: times(6).length, exact: true, decoded: false });
    expect(six.error).toEqual({
      type: 'unsupported',
      reason: '6 content codings are stacked, at most 5 are undone',
    });
  });

  test('are bounded in every layer', { tags: ['full'] }, async () => {
    const zeros = gzipSync(Buffer.alloc(limit + 1));
    const decoded = await decode(gzipSync(zeros), 'gzip, gzip', 10);
    expect(decoded).toMatchObject({ size: limit, exact: false, error: null });
    // Twenty million bytes of members without content: nothing comes out, and it still ends.
    const empty = Buffer.concat(Array<Buffer>(1_000_000).fill(gzipSync('')));
    expect(await decode(gzipSync(empty), 'gzip, gzip', 10)).toMatchObject({ decoded: false });
  });

  test('report the outermost error', async () => {
    const body = gzipSync(brotli(text));
    const decoded = await decode(body.subarray(0, body.length / 2), 'br, gzip');
    expect(decoded.error).toEqual({ type: 'truncated', reason: 'gzip: unexpected end of data' });
    expect(text.startsWith(decoded.bytes.toString())).toBe(true);
    expect(decoded.size).toBeGreaterThan(1000);
  });
});

describe('a body is returned as captured', () => {
  test.each([[[]], [['identity']], [['']]])('with the codings %j', async (codings) => {
    const decoded = await decode(Buffer.from('plain'), codings, 3);
    expect(decoded).toEqual({ bytes: Buffer.from('pla'), size: 5, exact: true, decoded: false, error: null });
  });

  test.each(['compress', 'utf-8', 'constructor', '__proto__'])(
    'with the unknown coding %s',
    async (coding) => {
      const { error, bytes } = await decode(Buffer.from('plain'), coding);
      expect(error).toEqual({
        type: 'unsupported',
        reason: `the content coding "${coding}" is not supported`,
      });
      expect(bytes.toString()).toBe('plain');
    },
  );

  test('and counted beyond the captured part', async () => {
    expect(await decode(Buffer.alloc(500), [], 10, 100)).toMatchObject({ size: 500, exact: true });
  });

  test('when too little was captured to decode any of it', async () => {
    const decoded = await decode(gzipSync(text), 'gzip', 100, 5);
    const reason = 'gzip: none of the captured bytes could be decoded';
    expect(decoded).toMatchObject({ decoded: false, error: { type: 'undecoded', reason } });
    expect(decoded.bytes).toEqual(gzipSync(text).subarray(0, 5));
  });
});
