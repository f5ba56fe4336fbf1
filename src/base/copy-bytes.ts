// Copies a range of bytes.

/** Returns a copy of `bytes[start…end)`. Takes less time than a copy of a subarray, which is an object more. */
export function copyBytes(bytes: Buffer, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafe(end - start);
  bytes.copy(copy, 0, start, end);
  return copy;
}
