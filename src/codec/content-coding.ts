// Content codings (RFC 9110 section 8.4): their names, and decoding within bounds. Bytes beyond the limit are only
// counted. Corrupt data yields the bytes before the error. zlib runs in Node's thread pool, so it does not block the
// event loop.
import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  brotliDecompressSync,
  zstdDecompressSync,
} from 'node:zlib';

export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

/** The content codings by name. `x-gzip` is another name for gzip (RFC 9110 section 8.4.1.3). */
export const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
]);

/** Maximum number of nested codings to decode. */
export const MAX_CODINGS = 5;

/** Returns the names in a Content-Encoding field, in the order of application, without `identity`. */
export function codingNames(value: string): readonly string[] {
  return value
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
}

/** Maximum decoded size in bytes for one coding of a captured body, whether the bytes are kept or only counted. */
export const MAX_DECODED_BYTES = 16 * 1024 * 1024;

export interface InflateResult {
  /** The first decoded bytes, at most as many as requested. */
  readonly bytes: Buffer;
  /** Decoded bytes in all, at most `limit`. */
  readonly size: number;
  /** True when there are more than `size`. */
  readonly hasMore: boolean;
  /** The reason why the data could not be decoded to its end; null when it could, or was not tried. */
  readonly error: InflateError | null;
}

export interface InflateError {
  /** The data ends too early, or is not in the announced format. */
  readonly type: 'truncated' | 'corrupt';
  readonly reason: string;
}

/** Decodes `input` to at most `limit` bytes, and returns the first `maxBytes` of them. Never rejects. */
export async function inflate(
  coding: Coding,
  input: Buffer,
  maxBytes: number,
  limit: number = MAX_DECODED_BYTES,
): Promise<InflateResult> {
  const first = await decode(coding, input, maxBytes, limit);
  if (first.error?.type !== 'corrupt') return first;
  // zlib withholds what it decoded in the step that met the error, which may be everything.
  const validLength = await validPrefixLength(coding, input);
  return { ...(await decode(coding, input.subarray(0, validLength), maxBytes, limit)), error: first.error };
}

async function decode(
  coding: Coding,
  input: Buffer,
  maxBytes: number,
  limit: number,
): Promise<InflateResult> {
  const stream = createDecoder(coding, input);
  const keptPieces: Buffer[] = [];
  let size = 0;
  let hasMore = false;
  stream.on('error', () => undefined);
  stream.on('data', (chunk: Buffer) => {
    const remaining = Math.min(maxBytes, limit) - size;
    if (remaining > 0) keptPieces.push(chunk.subarray(0, remaining));
    hasMore = size + chunk.length > limit;
    size = Math.min(size + chunk.length, limit);
    if (hasMore) stream.destroy();
  });
  const error = await feed(stream, input);
  return { bytes: Buffer.concat(keptPieces), size, hasMore, error };
}

/**
 * Feeds all of `input` to a decoder. The end is signalled apart from the last byte, since a premature end
 * makes zlib withhold what it decoded in that step.
 */
async function feed(stream: Transform, input: Buffer): Promise<InflateError | null> {
  await writeAll(stream, input);
  if (stream.errored !== null) return { type: 'corrupt', reason: stream.errored.message };
  if (stream.destroyed) return null;
  return (await endsCleanly(stream)) ? null : { type: 'truncated', reason: 'unexpected end of data' };
}

async function endsCleanly(stream: Transform): Promise<boolean> {
  await new Promise<void>((resolve) => {
    stream.once('close', resolve);
    stream.end();
  });
  return stream.errored === null;
}

/** Writes bytes; resolves when the decoder has taken them, or is gone. */
function writeAll(stream: Transform, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    stream.once('close', resolve);
    stream.write(bytes, () => {
      stream.off('close', resolve);
      resolve();
    });
  });
}

/**
 * The number of parts into which a stretch with the error is divided, to examine the first failing one
 * closer.
 */
const PARTS = 64;

/** Returns how many bytes of corrupt `input` can be decoded without an error. */
async function validPrefixLength(coding: Coding, input: Buffer): Promise<number> {
  let validLength = 0;
  let broken = input.length;
  while (broken - validLength > 1) {
    const step = Math.ceil((broken - validLength) / PARTS);
    validLength = await decodeInSteps(coding, input, validLength, broken, step);
    broken = Math.min(broken, validLength + step);
  }
  return validLength;
}

/**
 * Decodes the first `validLength` bytes, which are known to be valid, and then in steps; returns the start of the
 * failing step.
 */
async function decodeInSteps(
  coding: Coding,
  input: Buffer,
  validLength: number,
  broken: number,
  step: number,
): Promise<number> {
  const stream = createDecoder(coding, input);
  stream.on('error', () => undefined);
  stream.resume();
  await writeAll(stream, input.subarray(0, validLength));
  let at = validLength;
  while (at + step < broken) {
    await writeAll(stream, input.subarray(at, at + step));
    if (stream.destroyed) break;
    at += step;
  }
  stream.destroy();
  return at;
}

const CHUNK = { chunkSize: 64 * 1024 };
/** RFC 9659: windows of zstd in HTTP are at most 8 MiB; larger ones would exhaust memory. */
const ZSTD = { ...CHUNK, params: { [constants.ZSTD_d_windowLogMax]: 23 } };

/** Creates a decoder for `coding`. `input` is the first bytes that it will receive. */
export function createDecoder(coding: Coding, input: Buffer): Transform {
  switch (coding) {
    case 'gzip':
      return createGunzip(CHUNK);
    case 'deflate':
      return hasZlibHeader(input) ? createInflate(CHUNK) : createInflateRaw(CHUNK);
    case 'br':
      return createBrotliDecompress(CHUNK);
    case 'zstd':
      return createZstdDecompress(ZSTD);
  }
}

/** Decodes a small body at once; null when it is damaged, incomplete, or larger than `maxBytes`. */
export function decodedNow(coding: Coding, input: Buffer, maxBytes: number): Buffer | null {
  try {
    return decodeSync(coding, input, maxBytes);
  } catch {
    return null;
  }
}

function decodeSync(coding: Coding, input: Buffer, maxOutputLength: number): Buffer {
  switch (coding) {
    case 'gzip':
      return gunzipSync(input, { maxOutputLength });
    case 'deflate':
      return (hasZlibHeader(input) ? inflateSync : inflateRawSync)(input, { maxOutputLength });
    case 'br':
      return brotliDecompressSync(input, { maxOutputLength });
    case 'zstd':
      return zstdDecompressSync(input, { ...ZSTD, maxOutputLength });
  }
}

/**
 * RFC 9110 section 8.4.1.2: `deflate` is the zlib format (RFC 1950), though some servers omit its wrapper.
 */
function hasZlibHeader(input: Buffer): boolean {
  const [cmf = 0, flags = 0] = input;
  return (cmf & 0x0f) === 8 && (cmf * 256 + flags) % 31 === 0;
}
