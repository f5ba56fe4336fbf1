// Tells secrets from chance: what looks like a secret inside a long run of Base64, such as an image, is a part of it.

/** The characters before a place that make a run. */
const MIN_RUN = 64;
/** The length of lines that Base64 is broken into, by RFC 7468 and RFC 2045. */
const MIN_LINE = 60;
const MAX_LINE = 76;

const DIGIT = 1;
const LARGE = 2;
const SMALL = 4;
const SIGN = 8;
const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The two alphabets (RFC 4648): each character of one by its kind, 0 for others. */
const ALPHABETS = ['+/', '-_'].map((signs) => {
  const kinds = new Uint8Array(256);
  for (const char of LETTERS_AND_DIGITS + signs)
    kinds[char.charCodeAt(0)] = /\d/.test(char)
      ? DIGIT
      : /[A-Z]/.test(char)
        ? LARGE
        : /\w/.test(char)
          ? SMALL
          : SIGN;
  return kinds;
});

/**
 * Returns true when the characters before the offset are a run of Base64, on one line or in lines of equal length.
 * `codes`: a byte for each character.
 */
export function isInBase64(codes: Uint8Array, offset: number): boolean {
  for (const kinds of ALPHABETS) {
    const start = runStart(codes, offset, kinds, MIN_RUN);
    if (offset - start >= MIN_RUN && isMixed(codes, start, offset, kinds)) return true;
    const end = lineEnd(codes, start);
    if (end === start) continue;
    const line = runStart(codes, end, kinds, MAX_LINE + 1);
    if (end - line >= MIN_LINE && end - line <= MAX_LINE && isMixed(codes, line, end, kinds)) return true;
  }
  return false;
}

function runStart(codes: Uint8Array, offset: number, kinds: Uint8Array, max: number): number {
  let start = offset;
  while (start > 0 && offset - start < max && kinds[codes[start - 1]!] !== 0) start -= 1;
  return start;
}

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BACKSLASH = 0x5c;
const N = 0x6e;
const R = 0x72;

/** Returns where the line before an offset ends, also in a string of JSON; the offset itself when none does. */
function lineEnd(codes: Uint8Array, offset: number): number {
  if (codes[offset - 1] === LINE_FEED) return codes[offset - 2] === RETURN ? offset - 2 : offset - 1;
  // The letter of the escape counts as a character of the run.
  if (codes[offset - 1] !== BACKSLASH || codes[offset] !== N) return offset;
  return codes[offset - 2] === R && codes[offset - 3] === BACKSLASH ? offset - 3 : offset - 1;
}

/** Words and slugs, too, are made of these characters. */
function isMixed(codes: Uint8Array, start: number, end: number, kinds: Uint8Array): boolean {
  let found = 0;
  let digits = 0;
  for (let at = start; at < end; at += 1) {
    const kind = kinds[codes[at]!]!;
    found |= kind;
    if (kind === DIGIT) digits += 1;
  }
  return digits >= 3 && (found & SMALL) !== 0 && (found & (LARGE | DIGIT)) !== 0;
}
