// Text of captured URLs and header fields.

/** Decodes a URL or header field, which holds one char per byte, as UTF-8. */
export function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}
