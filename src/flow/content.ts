// Returns a captured body decoded, as text or bytes, with a note on what is missing.
import { setImmediate as turn } from 'node:timers/promises';
import { decodeBody, type DecodedBody } from './decode.ts';
import type { Message } from './message.ts';
import { byteFacts, charsetOf, completeLength, isText, type ByteFacts } from '../base/body-text.ts';

export type BodyContent =
  | { readonly type: 'none' }
  | ({ readonly type: 'text'; readonly text: string } & Completeness)
  | ({ readonly type: 'binary'; readonly bytes: Buffer } & Completeness);

/** A body whose text is not decoded yet: `decodedPieces` does that, with `charset` and `isCut`. */
export type BodyBytes =
  | { readonly type: 'none' }
  | ({
      readonly type: 'text';
      readonly bytes: Buffer;
      readonly charset: string;
      readonly isCut: boolean;
    } & Completeness)
  | ({ readonly type: 'binary'; readonly bytes: Buffer } & Completeness);

/** The extent of a body, and why it is not complete. */
export interface Completeness extends Pick<DecodedBody, 'size' | 'exact' | 'error'> {
  /** The part of `size` that is not returned. */
  readonly omitted: number;
  /** The reason why captured bytes are gone; null when none are. */
  readonly loss: string | null;
}

/**
 * Returns the first `maxBytes` decoded bytes at most, never splitting a character. Bytes beyond the capture
 * cap count as omitted: exactly when the body is not compressed; of a compressed one only what could be
 * decoded is counted, and it is not `exact`. `inProgress`: the exchange goes on, so an early end of
 * compressed data is not an error.
 */
export async function bodyContent(
  message: Message,
  maxBytes: number,
  inProgress = false,
): Promise<BodyContent> {
  const body = await bodyBytes(message, maxBytes, inProgress);
  if (body.type !== 'text') return body;
  const { bytes, charset, isCut, ...rest } = body;
  return { ...rest, text: new TextDecoder(charset).decode(bytes, { stream: isCut }) };
}

/** Returns the same body in pieces: one string would take several times its memory. */
export async function bodyBytes(message: Message, maxBytes: number, inProgress = false): Promise<BodyBytes> {
  const { bytes, size, exact, error } = await decodeBody(message, maxBytes);
  const { loss } = message.body;
  if (size === 0) return { type: 'none' };
  const contentType = message.header('content-type');
  const isEarly = inProgress && error?.type === 'truncated';
  const relevantError = isEarly ? null : error;
  const facts = await factsOf(bytes);
  if (!isText(contentType, bytes, facts))
    return { type: 'binary', bytes, size, exact, error: relevantError, omitted: size - bytes.length, loss };
  const isCut = size > bytes.length || !exact;
  const charset = charsetOf(bytes, contentType, isCut, facts);
  const length = isCut ? completeLength(charset, bytes) : bytes.length;
  // A text with an unknown coding is a mistake of the sender: nothing of it is hidden.
  const textError = error?.type === 'unsupported' ? null : relevantError;
  return { type: 'text', bytes, charset, isCut, size, exact, error: textError, omitted: size - length, loss };
}

/** Bodies beyond this size are looked through in turns with other work. */
const LONG_BYTES = 1024 * 1024;
const PIECES_A_TURN = 8;

/** Undefined for a short body, of which only the facts in question are found. */
async function factsOf(bytes: Buffer): Promise<ByteFacts | undefined> {
  if (bytes.length <= LONG_BYTES) return undefined;
  const facts = byteFacts(bytes);
  for (let piece = 1; ; piece += 1) {
    const { done, value } = facts.next();
    if (done === true) return value;
    if (piece % PIECES_A_TURN === 0) await turn();
  }
}

/**
 * Returns notes on what is missing, one line each. The last is `[N bytes left out]`, or `[more than N bytes
 * left out]` where the rest could not be counted.
 */
export function omissionNotes({ exact, error, omitted, loss }: Completeness): readonly string[] {
  const notes: string[] = [];
  if (error !== null) {
    const isDecoded = error.type === 'truncated' || error.type === 'corrupt';
    notes.push(`[${isDecoded ? 'decoding stopped' : 'not decoded'}: ${error.reason}]`);
  }
  if (loss !== null) notes.push(`[${loss}]`);
  if (!exact) notes.push(`[more than ${omitted} bytes left out]`);
  else if (omitted > 0) notes.push(`[${omitted} bytes left out]`);
  return notes;
}
