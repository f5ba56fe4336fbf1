// Decodes the content codings of a response body (RFC 9110 section 8.4), and limits the decoded size.
import { UserError } from '../../base/errors.ts';
import { CODINGS, codingNames, inflate, MAX_CODINGS } from '../../codec/content-coding.ts';

/** The maximum size of a decoded body, since a few bytes can expand to very many. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The value of Accept-Encoding. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br, zstd';

/**
 * Decodes a body; `value` is that of Content-Encoding. Rejects with an Error that names the coding that failed; with
 * `isPartial`, what can be decoded of a body that ended early is the result.
 */
export async function decodeBody(bytes: Buffer, value: string, isPartial = false): Promise<Buffer> {
  const names = codingNames(value);
  if (names.length > MAX_CODINGS)
    throw new UserError('TOO_LARGE', `the response has more than ${MAX_CODINGS} content codings`);
  let content = bytes;
  for (const name of names.toReversed()) {
    const coding = CODINGS.get(name);
    // An unknown coding, which we did not accept, is left to the reader.
    if (coding === undefined || content.length === 0) return content;
    const decoded = await inflate(coding, content, MAX_BYTES, MAX_BYTES);
    if (decoded.error !== null && !isPartial)
      throw new UserError('INVALID_DATA', `the response is not valid ${name}: ${decoded.error.reason}`);
    if (decoded.hasMore)
      throw new UserError('TOO_LARGE', `the response is more than ${MAX_BYTES} bytes once decoded (${name})`);
    content = decoded.bytes;
  }
  return content;
}
