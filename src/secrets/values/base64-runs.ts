// Rules out coincidences: text that looks like a secret inside a long run of Base64, such as an image, is only part of
// the run.

/** The characters before a place that make a run. */
const MIN_RUN = 64;
/** The length of lines that Base64 is broken into, by RFC 7468 and RFC 2045. */
const MIN_LINE = 60;
const MAX_LINE = 76;

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The two alphabets (RFC 4648): 1 for each of their characters. */
const ALPHABETS = ['+/', '-_'].map((signs) => {
  const alphabet = new Uint8Array(256);
  for (const char of LETTERS_AND_DIGITS + signs) alphabet[char.charCodeAt(0)] = 1;
  return alphabet;
});

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BACKSLASH = 0x5c;
const N = 0x6e;
const R = 0x72;

/**
 * Returns true when the characters before the offset are a run of Base64, on one line or in lines of equal length.
 * `codes`: a byte for each character.
 */
export function isInBase64(codes: Uint8Array, offset: number): boolean {
  return ALPHABETS.some((alphabet) => {
    const start = runStart(codes, offset, alphabet, MIN_RUN);
    if (offset - start >= MIN_RUN) return looksRandom(codes.subarray(start, offset));
    const end = lineEnd(codes, start);
    // At the start of a line, it may be the next item of a list; the letter of `\n` counts as part of the run.
    if (end === start || offset - start <= (codes[start - 1] === BACKSLASH ? 1 : 0)) return false;
    const line = runStart(codes, end, alphabet, MAX_LINE + 1);
    return end - line >= MIN_LINE && end - line <= MAX_LINE && looksRandom(codes.subarray(line, end));
  });
}

function runStart(codes: Uint8Array, offset: number, alphabet: Uint8Array, max: number): number {
  let start = offset;
  while (start > 0 && offset - start < max && alphabet[codes[start - 1]!] === 1) start -= 1;
  return start;
}

/** Returns where the line before an offset ends, also in a string of JSON; the offset itself when none does. */
function lineEnd(codes: Uint8Array, offset: number): number {
  if (codes[offset - 1] === LINE_FEED) return codes[offset - 2] === RETURN ? offset - 2 : offset - 1;
  if (codes[offset - 1] !== BACKSLASH || codes[offset] !== N) return offset;
  return codes[offset - 2] === R && codes[offset - 3] === BACKSLASH ? offset - 3 : offset - 1;
}

/** Slugs and paths are made of these characters too: they lack capitals and digits, or have whole words. */
function looksRandom(codes: Uint8Array): boolean {
  const run = String.fromCharCode(...codes);
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /(?:\d.*){3}/.test(run) && !/\/[a-z]{3,}\//.test(run);
}
