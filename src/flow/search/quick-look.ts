// Rules out most bodies without decoding their text: where the bytes do not have ASCII text, neither does the text, in the
// charsets that most bodies have. What is not ruled out is searched as text.
import { charsetOf } from '../../base/body-text.ts';
import { grpcKind } from '../../codec/grpc/content-type.ts';
import { decodedNow, MAX_DECODED_BYTES } from '../../codec/content-coding.ts';
import { codingsOf, decodeBody } from '../decode.ts';
import type { TextPattern } from '../filter/index.ts';
import type { Message } from '../message.ts';
import type { Pace } from './pace.ts';
import { ASSUMED_UTF8 } from './texts.ts';

/** Compressed bodies up to this size are decoded at once, which takes less time than to wait for another thread. */
const SMALL_BYTES = 64 * 1024;
/** Bytes to which they may expand meanwhile. */
const MAX_NOW_BYTES = 1024 * 1024;
const PIECE_BYTES = 256 * 1024;
const HEAD_BYTES = 1024;

/** Returns true when the body does not have the text; false says nothing. */
export async function lacksText(message: Message, { type, text }: TextPattern, pace: Pace): Promise<boolean> {
  if (type !== 'part' || !/^[\x20-\x7e]+$/.test(text)) return false;
  const contentType = message.header('content-type');
  if (grpcKind(contentType) !== null) return false;
  const isCoded = codingsOf(message).length > 0;
  const pieces = isCoded ? slices(await decoded(message)) : message.body.pieces();
  let tail: string | null = null;
  for (const piece of pieces) {
    if (tail === null && !isLikeAscii(piece, contentType)) return false;
    const characters: string = (tail ?? '') + piece.toString('latin1');
    if (characters.toLowerCase().includes(text) || hasOddCase(characters, text)) return false;
    tail = characters.slice(-Math.max(text.length, MAX_ODD));
    const pause = pace.note(piece.length);
    if (pause !== undefined) await pause;
  }
  return true;
}

/** True for charsets that are ASCII where bytes are, and have no other letters that fold to ASCII but `ODD`. */
function isLikeAscii(piece: Buffer, contentType: string | undefined): boolean {
  const charset = charsetOf(piece.subarray(0, HEAD_BYTES), contentType, true, ASSUMED_UTF8);
  return charset === 'utf-8' || charset === 'windows-1252';
}

/** The bytes in UTF-8 of the letters outside ASCII whose lower case begins with one in ASCII: dotted I, and Kelvin. */
const ODD = [
  ['i', '\xc4\xb0'],
  ['k', '\xe2\x84\xaa'],
] as const;
const MAX_ODD = 3;

function hasOddCase(characters: string, text: string): boolean {
  return ODD.some(([letter, bytes]) => text.includes(letter) && characters.includes(bytes));
}

async function decoded(message: Message): Promise<Buffer> {
  const [coding, ...others] = codingsOf(message);
  const { body } = message;
  if (coding !== null && coding !== undefined && others.length === 0 && body.size <= SMALL_BYTES) {
    const bytes = decodedNow(coding, body.bytes(), MAX_NOW_BYTES);
    if (bytes !== null) return bytes;
  }
  return (await decodeBody(message, MAX_DECODED_BYTES)).bytes;
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
