// MD4 (RFC 1320), which NTLM needs and OpenSSL 3 no longer offers. It protects nothing else.

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;

type Words = [number, number, number, number];

interface Round {
  readonly mix: (x: number, y: number, z: number) => number;
  readonly constant: number;
  readonly shifts: Readonly<Words>;
  /** The order in which the words of the block are added. */
  readonly order: readonly number[];
}

const ROUNDS: readonly Round[] = [
  {
    mix: (x, y, z) => (x & y) | (~x & z),
    constant: 0,
    shifts: [3, 7, 11, 19],
    order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  },
  {
    mix: (x, y, z) => (x & y) | (x & z) | (y & z),
    constant: 0x5a827999,
    shifts: [3, 5, 9, 13],
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
  },
  {
    mix: (x, y, z) => x ^ y ^ z,
    constant: 0x6ed9eba1,
    shifts: [3, 9, 11, 15],
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
  },
];

/** Returns the 16 bytes of the hash. */
export function md4(bytes: Buffer): Buffer {
  const padded = withPadding(bytes);
  let state: Words = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    const block = padded.subarray(at, at + BLOCK_BYTES);
    const mixed = ROUNDS.reduce((words, round) => afterRound(words, round, block), state);
    state = state.map((word, index) => (word + mixed[index]!) | 0) as Words;
  }
  const digest = Buffer.alloc(16);
  state.forEach((word, index) => digest.writeInt32LE(word, index * 4));
  return digest;
}

/** Appends a bit, zeros, and the length in bits. */
function withPadding(bytes: Buffer): Buffer {
  const blocks = Math.ceil((bytes.length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const padded = Buffer.alloc(blocks * BLOCK_BYTES);
  bytes.copy(padded);
  padded[bytes.length] = 0x80;
  padded.writeBigUInt64LE(BigInt(bytes.length) * 8n, padded.length - LENGTH_BYTES);
  return padded;
}

function afterRound([a, b, c, d]: Words, { mix, constant, shifts, order }: Round, block: Buffer): Words {
  order.forEach((word, step) => {
    const sum = (a + mix(b, c, d) + block.readInt32LE(word * 4) + constant) | 0;
    const shift = shifts[step % 4]!;
    [a, b, c, d] = [d, (sum << shift) | (sum >>> (32 - shift)), b, c];
  });
  return [a, b, c, d];
}
