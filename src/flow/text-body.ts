// Bodies that are edited as text: decoded by their charset, and encoded in UTF-8 after a change.
import { charsetOf, decodeText, isText } from '../base/body-text.ts';

/** Decodes a whole body without content coding; null when it is not text. */
export function decodeTextBody(bytes: Uint8Array, contentType: string | undefined): string | null {
  return isText(contentType, bytes) ? decodeText(bytes, contentType, false).text : null;
}

export interface EncodedText {
  readonly bytes: Buffer;
  /** The Content-Type that describes the new bytes; null where it may stay. */
  readonly contentType: string | null;
}

/** Encodes text as UTF-8, whatever its charset was before. */
export function encodeText(text: string, contentType: string | undefined): EncodedText {
  const bytes = Buffer.from(text.toWellFormed());
  const charset = charsetOf(bytes, contentType, false);
  const isReadable = charset === 'utf-8' || new TextDecoder(charset).decode(bytes) === text;
  return { bytes, contentType: isReadable || contentType === undefined ? null : inUtf8(contentType) };
}

function inUtf8(contentType: string): string {
  const bare = contentType.replace(/\s*;\s*charset\s*=\s*(?:"[^"]*"|[^\s;]*)/gi, '');
  return `${bare}; charset=utf-8`;
}
