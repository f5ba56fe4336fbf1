// Conversions between bytes and text. It imports nothing from Node, so that the browser can load it too.

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8 and keeps a byte order mark; null when `bytes` are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes that are decoded at once where the text is of no use. */
const PIECE_BYTES = 64 * 1024;

export function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** Arguments of one `String.fromCharCode` call; a call with more can overflow the stack. */
const MAX_ARGUMENTS = 8192;

/** Decodes one character per byte, from `start` to `end`. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  const last = Math.min(end, bytes.length);
  let text = '';
  // Spread syntax would iterate over the bytes, which is seven times slower.
  for (let at = start; at < last; at += MAX_ARGUMENTS) {
    const codes = bytes.subarray(at, Math.min(at + MAX_ARGUMENTS, last));
    text += String(Reflect.apply(String.fromCharCode, null, codes));
  }
  return text;
}

/** Encodes one byte per character: the inverse of `latin1`. */
export function latin1Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(latin1(bytes));
}

/** Decodes Base64 (RFC 4648) in the standard or the URL alphabet, with or without padding; null when it is neither. */
export function fromBase64(text: string): Uint8Array | null {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  // Decoders ignore white space.
  if (/[\0-\x20]/.test(standard)) return null;
  try {
    return decodedBase64(standard);
  } catch {
    return null;
  }
}

/** Several times faster than `atob`, which older browsers have alone. */
const native = Reflect.get(Uint8Array, 'fromBase64') as ((text: string) => Uint8Array) | undefined;

function decodedBase64(text: string): Uint8Array {
  return native === undefined ? latin1Bytes(atob(text)) : Reflect.apply(native, Uint8Array, [text]);
}

/** Encodes bytes as two hexadecimal digits each. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
