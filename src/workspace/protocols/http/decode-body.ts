// The content of a response without its codings (RFC 9110 section 8.4), bounded.
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { messageOf } from '../../../base/errors.ts';

/** A few bytes may be said to be many. */
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
  // Some servers leave out the wrapper that the coding asks for.
  ['deflate', (bytes) => inflate(bytes, OPTIONS).catch(() => inflateRaw(bytes, OPTIONS))],
  ['br', (bytes) => brotli(bytes, OPTIONS)],
  ['zstd', (bytes) => zstd(bytes, OPTIONS)],
]);

/** What `sent` says can be read. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br, zstd';
const MAX_CODINGS = 5;

/** `coding`: of Content-Encoding. Rejects with an Error that names the coding that cannot be undone. */
export async function decodeBody(bytes: Buffer, coding: string): Promise<Buffer> {
  const codings = coding
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'identity');
  if (codings.length > MAX_CODINGS)
    throw new Error(`the response has more than ${MAX_CODINGS} content codings`);
  let content = bytes;
  for (const name of codings.reverse()) {
    const decode = DECODERS.get(name);
    // Nobody asked for it; whoever reads it may know it.
    if (decode === undefined || content.length === 0) return content;
    try {
      content = await decode(content);
    } catch (error) {
      throw new Error(`the response is no ${name}: ${messageOf(error)}`, { cause: error });
    }
  }
  return content;
}
