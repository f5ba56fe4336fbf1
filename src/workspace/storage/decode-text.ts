// Decodes text files in UTF-8, or in UTF-16 with a byte order mark.

export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return swapBytes(bytes.subarray(2)).toString('utf16le');
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

function swapBytes(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16();
}
