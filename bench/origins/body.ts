// The origin's response bodies: the same text repeated, so that any length of it is known.

/** The text that large bodies repeat. */
export const PIECE = Buffer.alloc(
  256 * 1024,
  'The quick brown fox jumps over the lazy dog, 0123456789 times. ',
);

/** Returns a body of this size. */
export function bodyOf(bytes: number): Buffer {
  const body = Buffer.allocUnsafe(bytes);
  for (let at = 0; at < bytes; at += PIECE.length) PIECE.copy(body, at);
  return body;
}
