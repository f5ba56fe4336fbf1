// A captured body as readers want it: decoded, text or bytes, with what is missing from it.
import { decodeBody, type DecodedBody } from './decode.ts';
import type { Message } from './flow.ts';
import { decodeText, isText } from './text.ts';

export type BodyContent =
  | { readonly type: 'none' }
  | ({ readonly type: 'text'; readonly text: string } & Completeness)
  | ({ readonly type: 'binary'; readonly bytes: Buffer } & Completeness);

/** How much of a body there is, and why it is not all. */
export interface Completeness extends Pick<DecodedBody, 'size' | 'exact' | 'error'> {
  /** Of the `size` bytes, those that are not given. */
  readonly omitted: number;
}

/**
 * The first `keep` decoded bytes at most, never splitting a character. Bytes beyond the capture cap count
 * as left out: exactly when the body is not compressed; of a compressed one only what could be decoded is
 * counted, and it is not `exact`. `growing`: the exchange is in progress, so that an early end of
 * compressed data is no fault.
 */
export async function bodyContent(
  message: Message,
  maxBytes: number,
  inProgress = false,
): Promise<BodyContent> {
  const { bytes, size, exact, error } = await decodeBody(message, maxBytes);
  if (size === 0) return { type: 'none' };
  const contentType = message.header('content-type');
  const isEarly = inProgress && error?.type === 'truncated';
  if (!isText(contentType, bytes)) {
    return {
      type: 'binary',
      bytes,
      size,
      exact,
      error: isEarly ? null : error,
      omitted: size - bytes.length,
    };
  }
  const { text, length } = decodeText(bytes, contentType, size > bytes.length || !exact);
  // A coding nobody knows, on what is text anyway, is a mistake of the sender that hides nothing.
  const isHarmless = error?.type === 'unsupported';
  return {
    type: 'text',
    text,
    size,
    exact,
    error: isEarly || isHarmless ? null : error,
    omitted: size - length,
  };
}

/**
 * What is missing, in words, one line each; none when nothing is. The last is `[N bytes left out]`, or
 * `[more than N bytes left out]` where the rest could not be counted.
 */
export function omissionNotes({ exact, error, omitted: leftOut }: Completeness): readonly string[] {
  const notes: string[] = [];
  if (error !== null) {
    const isDecoded = error.type === 'truncated' || error.type === 'corrupt';
    notes.push(`[${isDecoded ? 'decoding stopped' : 'not decoded'}: ${error.reason}]`);
  }
  if (!exact) notes.push(`[more than ${leftOut} bytes left out]`);
  else if (leftOut > 0) notes.push(`[${leftOut} bytes left out]`);
  return notes;
}
