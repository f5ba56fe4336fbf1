// Decodes text files in the encodings that programs use.
import { isUtf8 } from 'node:buffer';
import { UserError } from '../base/errors.ts';

/** Characters that no text has. */
const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/;

/**
 * Decodes UTF-8, UTF-16, and Windows-1252, which is how Excel writes CSV. Throws an Error when the bytes are not text.
 */
export function decodeText(bytes: Uint8Array): string {
  const charset = charsetOf(bytes);
  const text = new TextDecoder(charset).decode(bytes);
  if (charset === 'windows-1252' && CONTROL.test(text))
    throw new UserError('INVALID_DATA', 'it is not text in UTF-8, UTF-16 or Windows-1252');
  return text;
}

/** Detects UTF-16 without a byte order mark by the first character, which is ASCII in every format. */
function charsetOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}
