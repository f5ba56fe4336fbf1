// The bytes of JSON: strings, scalars and white space, in UTF-8.
import { latin1 } from '../../../src/base/bytes.ts';

export const BRACE = 0x7b;
export const BRACKET = 0x5b;
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
const RECORD_SEPARATOR = 0x1e;
const U = 0x75;

/** The bytes that may follow a backslash, besides `u` (RFC 8259, section 7). */
const ESCAPED = table('"\\/bfnrt');
const SCALAR_BYTES = table('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-+._');
const HEX = table('0123456789abcdefABCDEF');

function table(chars: string): Uint8Array {
  const found = new Uint8Array(256);
  for (const char of chars) found[char.charCodeAt(0)] = 1;
  return found;
}

/** Returns true for white space; records of a sequence are separated by another character, too. */
export function isBlank(byte: number, isBetween: boolean): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9 || (isBetween && byte === RECORD_SEPARATOR);
}

/** Returns true for what numbers and words consist of, and what would not end one. */
export function isScalarByte(byte: number): boolean {
  return SCALAR_BYTES[byte] === 1;
}

/**
 * Returns the offset behind a string that begins at `start`. Otherwise the offset, negated, of what is wrong in it, or of
 * the end of the bytes.
 */
export function stringEnd(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  for (let at = start + 1; at < length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte < 0x20) return -at;
    if (byte !== BACKSLASH) continue;
    at += 1;
    if (at >= length) return -length;
    if (ESCAPED[bytes[at]!] === 1) continue;
    if (bytes[at] !== U) return -at;
    for (let digit = at + 1; digit < at + 5; digit += 1) {
      if (digit >= length) return -length;
      if (HEX[bytes[digit]!] !== 1) return -at;
    }
    at += 4;
  }
  return -length;
}

/** Returns what is wrong at an offset of a string. */
export function stringError(bytes: Uint8Array, at: number): string {
  return bytes[at]! < 0x20 ? 'no control character in a string' : 'an escape such as \\n or \\u0041';
}

const SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
/** The beginning of a scalar, at the end of a text that was cut. */
const CUT_SCALAR =
  /^(?:-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d*)?)?|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)$/;
/** Nobody sends longer numbers; their syntax is checked up to here. */
const MAX_SCALAR = 10_000;

/** Returns true for a number or a word; with `isCut`, for the beginning of one, too. */
export function isScalar(bytes: Uint8Array, start: number, end: number, isCut: boolean): boolean {
  const text = latin1(bytes, start, Math.min(end, start + MAX_SCALAR));
  return SCALAR.test(text) || (isCut && end > start && CUT_SCALAR.test(text));
}

/** Returns true for `true`, `false` and `null`. */
export function isWord(bytes: Uint8Array, start: number, end: number): boolean {
  const word = WORDS.find(([first]) => first === bytes[start]) ?? NO_WORD;
  return end > start && end - start === word.length && word.every((byte, at) => bytes[start + at] === byte);
}

const NO_WORD: Uint8Array = new Uint8Array();
const WORDS = ['true', 'false', 'null'].map((word): Uint8Array => new TextEncoder().encode(word));
