// Decodes the content codings of a response body (RFC 9110 section 8.4), with a limit on the result.
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { messageOf, UserError } from '../../base/errors.ts';

/** The maximum size of a decoded body, since a few bytes can expand to very many. */
const MAX_BYTES = 256 * 1024 * 1024;
const OPTIONS = { maxOutputLength: MAX_BYTES };

type Decode = (bytes: Buffer) => Promise<Buffer>;

const inflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate);
const inflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflateRaw);
const gunzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip);
const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress);
const zstd = promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress);

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', (bytes) => gunzip(bytes, OPTIONS)],
  ['x-gzip', (bytes) => gunzip(bytes, OPTIONS)],
  // Some servers omit the zlib wrapper that the coding requires.
  ['deflate', (bytes) => inflate(bytes, OPTIONS).catch(() => inflateRaw(bytes, OPTIONS))],
  ['br', (bytes) => brotli(bytes, OPTIONS)],
  ['zstd', (bytes) => zstd(bytes, OPTIONS)],
]);

/** The value of Accept-Encoding. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br, zstd';
const MAX_CODINGS = 5;

/**
 * Decodes a body; `coding` is the value of Content-Encoding. Rejects with an Error that names the coding that failed.
 */
export async function decodeBody(bytes: Buffer, coding: string): Promise<Buffer> {
  const codings = coding
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'identity');
  if (codings.length > MAX_CODINGS)
    throw new UserError('TOO_LARGE', `the response has more than ${MAX_CODINGS} content codings`);
  let content = bytes;
  for (const name of codings.reverse()) {
    const decode = DECODERS.get(name);
    // An unknown coding, which we did not accept, is left for the reader.
    if (decode === undefined || content.length === 0) return content;
    try {
      content = await decode(content);
    } catch (error) {
      throw new UserError('INVALID_DATA', `the response is not valid ${name}: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }
  return content;
}
