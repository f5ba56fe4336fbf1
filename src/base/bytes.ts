// Bytes as text and back, with nothing of Node, so that the browser can use it too.

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text that `bytes` are in UTF-8, a byte order mark included; null when they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

export function isUtf8(bytes: Uint8Array): boolean {
  return decodeUtf8(bytes) !== null;
}

/** How many chars `String.fromCharCode` is given at once: more would be too many arguments. */
const MAX_ARGUMENTS = 8192;

/** One char for each byte from `start` to `end`. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  const last = Math.min(end, bytes.length);
  let text = '';
  // Spread, the bytes would be taken one by one, which is seven times slower.
  for (let at = start; at < last; at += MAX_ARGUMENTS) {
    const codes = bytes.subarray(at, Math.min(at + MAX_ARGUMENTS, last));
    text += String(Reflect.apply(String.fromCharCode, null, codes));
  }
  return text;
}

/** The bytes of a text that has one char for each, such as `latin1` gives. */
export function latin1Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(latin1(bytes));
}

/** Base64 (RFC 4648), also the alphabet for URLs, with or without padding; null when it is something else. */
export function fromBase64(text: string): Uint8Array | null {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  if (!isBase64(standard)) return null;
  try {
    return latin1Bytes(atob(standard));
  } catch {
    return null;
  }
}

// White space, which `atob` ignores, is refused here.
function isBase64(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) <= 0x20) return false;
  return true;
}

/** Hexadecimal digits, two for each byte. */
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
