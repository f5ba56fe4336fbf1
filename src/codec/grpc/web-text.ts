// The body of gRPC-Web-Text: consecutive pieces of base64, each with optional padding (gRPC PROTOCOL-WEB).
import { latin1 } from '../../base/bytes.ts';
import type { GrpcStreamError } from './frame-reader.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PAD = 61;
const DIGITS = digits();

function digits(): Int8Array {
  const table = new Int8Array(256).fill(-1);
  for (let value = 0; value < ALPHABET.length; value += 1) table[ALPHABET.charCodeAt(value)] = value;
  return table;
}

/** Decodes the bytes up to the first invalid base64. */
export function decodeWebText(text: Uint8Array): {
  readonly bytes: Uint8Array;
  readonly error: GrpcStreamError | null;
} {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]!;
    if (byte === PAD) {
      bits = count = 0;
      continue;
    }
    const digit = DIGITS[byte]!;
    if (digit < 0) {
      const reason = `${JSON.stringify(latin1(text, at, at + 1))} is no base64`;
      return { bytes: bytes.subarray(0, length), error: { offset: at, reason } };
    }
    bits = ((bits << 6) | digit) & 0xffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes[length++] = (bits >> count) & 0xff;
    }
  }
  return { bytes: bytes.subarray(0, length), error: null };
}
