// UTF-8 that may be cut anywhere: finds the end of the last complete character.

/** Returns the length of `bytes` without an incomplete character at the end. */
export function completeLength(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return back < characterLength(byte) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Returns the length of a character by its first byte; 1 for bytes that start none (RFC 3629 section 4). */
function characterLength(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 1;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}
