// Masking (RFC 6455 section 5.3): each payload byte is XORed with one of four key bytes in turn. The same operation
// masks and unmasks.

const scratch = Buffer.alloc(4);
const scratchWords = new Int32Array(scratch.buffer, scratch.byteOffset, 1);
/** Below this length a loop over bytes is faster than creating a view of words. */
const WORTH_WORDS = 48;

/**
 * XORs `bytes[start…end)` in place. `key` holds the four key bytes, the first in the highest bits; `offset` is the
 * number of payload bytes before `start`.
 */
export function applyMask(bytes: Buffer, start: number, end: number, key: number, offset: number): void {
  if (end - start < WORTH_WORDS) {
    maskBytes(bytes, start, end, key, offset);
    return;
  }
  const wordsStart = start + (-(bytes.byteOffset + start) & 3);
  const count = (end - wordsStart) >> 2;
  const wordsEnd = wordsStart + count * 4;
  maskBytes(bytes, start, wordsStart, key, offset);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + wordsStart, count);
  const word = wordAt(key, offset + wordsStart - start);
  for (let at = 0; at < count; at += 1) words[at] = words[at]! ^ word;
  maskBytes(bytes, wordsEnd, end, key, offset + wordsEnd - start);
}

/** Returns the key for four payload bytes from `offset` on, in the byte order of this machine. */
function wordAt(key: number, offset: number): number {
  const turn = (offset & 3) * 8;
  scratch.writeInt32BE(turn === 0 ? key | 0 : (key << turn) | (key >>> (32 - turn)), 0);
  return scratchWords[0]!;
}

function maskBytes(bytes: Buffer, start: number, end: number, key: number, offset: number): void {
  for (let at = start; at < end; at += 1) {
    bytes[at] = bytes[at]! ^ ((key >>> (24 - ((offset + at - start) & 3) * 8)) & 0xff);
  }
}
