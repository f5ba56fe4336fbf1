// Bodies that are edited as text: read by their charset, and written in UTF-8 where that has changed them.
import { charsetOf, decodeText, isText } from './text.ts';

/** Null when the body, which is whole and without content coding, is not text. */
export function decodeTextBody(bytes: Uint8Array, contentType: string | undefined): string | null {
  return isText(contentType, bytes) ? decodeText(bytes, contentType, false).text : null;
}

export interface EncodedText {
  readonly bytes: Buffer;
  /** What Content-Type must say from now on; null where it may stay as it is. */
  readonly contentType: string | null;
}

/** UTF-8, whatever the text was in before: a reader that goes by Content-Type reads it right. */
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
