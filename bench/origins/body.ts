// The bytes that the origin answers with: the same text over and over, so that any length of it is known.

/** What large bodies are made of. */
export const PIECE = Buffer.alloc(
  256 * 1024,
  'The quick brown fox jumps over the lazy dog, 0123456789 times. ',
);

/** A body of so many bytes. */
export function bodyOf(bytes: number): Buffer {
  const body = Buffer.allocUnsafe(bytes);
  for (let at = 0; at < bytes; at += PIECE.length) PIECE.copy(body, at);
  return body;
}
