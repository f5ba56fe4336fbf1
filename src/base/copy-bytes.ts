// Copies a range of bytes.

/** Returns a copy of `bytes[start…end)`. */
export function copyBytes(bytes: Buffer, start: number, end: number): Buffer {
  return Buffer.from(bytes.subarray(start, end));
}
