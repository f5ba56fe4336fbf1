// The Huffman code of field compression (RFC 7541 section 5.2 and appendix B), read four bits at a time.

/** Code lengths in bits of the bytes 0 to 255 and of the end of the string. The code is canonical. */
// oxfmt-ignore
const LENGTHS = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,
  28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
  5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
  13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
  7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
  15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
  6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
  20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
  24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
  22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,
  21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
  26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
  19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
  20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
  26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
  30,
];
const END_OF_STRING = 256;

/** A step of the decoder that must not be taken. */
const INVALID = 0xff_ff;
/** A step that completes no byte. */
const NOTHING = 0x1_00;

interface Machine {
  /** The next state, by state and the next four bits. */
  readonly next: Uint16Array;
  /** The byte that the step completes. */
  readonly byte: Uint16Array;
  /** Holds 1 for states in which a string may end: at most seven bits of padding, all ones. */
  readonly accepts: Uint8Array;
}

let machine: Machine | null = null;
let scratch = Buffer.allocUnsafe(4096);

/** Decodes `bytes[start…end)` to a string with one char per byte; null when the code is not valid. */
export function decodeHuffman(bytes: Buffer, start: number, end: number): string | null {
  const { next, byte, accepts } = (machine ??= buildMachine());
  // The shortest code has five bits.
  const maxLength = Math.ceil(((end - start) * 8) / 5);
  if (scratch.length < maxLength) scratch = Buffer.allocUnsafe(maxLength);
  const out = scratch;
  let length = 0;
  let state = 0;
  for (let at = start; at < end; at += 1) {
    const value = bytes[at] ?? 0;
    const high = (state << 4) | (value >>> 4);
    const middle = next[high] ?? INVALID;
    if (middle === INVALID) return null;
    const first = byte[high] ?? NOTHING;
    if (first !== NOTHING) out[length++] = first;
    const low = (middle << 4) | (value & 0xf);
    state = next[low] ?? INVALID;
    if (state === INVALID) return null;
    const second = byte[low] ?? NOTHING;
    if (second !== NOTHING) out[length++] = second;
  }
  return accepts[state] === 1 ? out.toString('latin1', 0, length) : null;
}

/** The tree of the code: two children a node, negative for a leaf, whose symbol is `-1 - child`. */
function buildTree(): number[] {
  const tree = [0, 0];
  let code = 0;
  let previous = 0;
  const symbols = LENGTHS.map((length, symbol) => ({ length, symbol }));
  symbols.sort((one, other) => one.length - other.length || one.symbol - other.symbol);
  for (const { length, symbol } of symbols) {
    code *= 2 ** (length - previous);
    previous = length;
    let node = 0;
    for (let bit = length - 1; bit > 0; bit -= 1) {
      const slot = node * 2 + (Math.floor(code / 2 ** bit) & 1);
      if (tree[slot] === 0) {
        tree[slot] = tree.length / 2;
        tree.push(0, 0);
      }
      node = tree[slot] ?? 0;
    }
    tree[node * 2 + (code & 1)] = -1 - symbol;
    code += 1;
  }
  return tree;
}

function buildMachine(): Machine {
  const tree = buildTree();
  const states = tree.length / 2;
  const next = new Uint16Array(states * 16);
  const byte = new Uint16Array(states * 16).fill(NOTHING);
  for (let state = 0; state < states; state += 1)
    for (let bits = 0; bits < 16; bits += 1) {
      let node = state;
      for (let bit = 3; bit >= 0 && node !== INVALID; bit -= 1) {
        const child = tree[node * 2 + ((bits >>> bit) & 1)] ?? 0;
        if (child >= 0) node = child;
        else if (child === -1 - END_OF_STRING) node = INVALID;
        else {
          byte[state * 16 + bits] = -1 - child;
          node = 0;
        }
      }
      next[state * 16 + bits] = node;
    }
  const accepts = new Uint8Array(states);
  for (let padding = 0, node = 0; padding < 8; padding += 1) {
    accepts[node] = 1;
    node = tree[node * 2 + 1] ?? 0;
  }
  return { next, byte, accepts };
}
