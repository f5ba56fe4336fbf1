// Finds identifiers in any text that may name a secret. One pass over the text looks at three letters at a time; only
// where they begin a word such as `password`, `token` or `key` is the identifier around them read and judged.
import { namedSecret, type NamedSecret } from './names.ts';

export interface NameHit {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly found: NamedSecret;
}

/** Three letters that each name of a secret contains. */
const STEMS = (
  'pas pwd sec tok key aut cre ses sid pin otp cvv cvc jwt cod coo bea csr xsr sig hma mne psk pat ass kenn ' +
  'mot con sen wac par sal num ccn ver ans phr cookie'
)
  .split(' ')
  .map((stem) => stem.slice(0, 3));

/** Maps a char code to five bits: letters regardless of case to 1 to 26, all others to 0. */
const LETTERS = new Uint8Array(256);
for (let letter = 1; letter <= 26; letter += 1) {
  LETTERS[0x40 + letter] = letter;
  LETTERS[0x60 + letter] = letter;
}
const IS_STEM = new Uint8Array(32_768);
for (const stem of STEMS)
  IS_STEM[Buffer.from(stem).reduce((bits, code) => (bits << 5) | LETTERS[code]!, 0)] = 1;

/** `pw` has two letters: whatever stands before them. */
for (let before = 0; before <= 26; before += 1) IS_STEM[(before << 10) | (16 << 5) | 23] = 1;

const MAX_NAME = 80;

/** Yields the names in order. The caller may set `resume.at` to skip a value that it has read. */
export function* nameHits(
  text: string,
  codes: Uint8Array,
  resume: { at: number },
): Generator<NameHit, void, undefined> {
  let bits = 0;
  for (let offset = 0; offset < codes.length; offset += 1) {
    bits = ((bits << 5) | LETTERS[codes[offset]!]!) & 0x7fff;
    if (IS_STEM[bits] === 0 || offset < resume.at) continue;
    const first = isNameCode(codes[offset - 2] ?? 0) ? offset - 2 : offset - 1;
    const start = nameStart(codes, first, resume.at);
    const end = nameEnd(codes, offset + 1);
    if (end - start <= MAX_NAME) {
      const name = text.slice(start, end);
      const found = namedSecret(name);
      if (found !== null) yield { name, start, end, found };
    }
    resume.at = Math.max(resume.at, end);
    offset = Math.max(offset, resume.at - 1);
    bits = 0;
  }
}

const PERCENT = 0x25;
const BACKSLASH = 0x5c;

/** Returns where the identifier starts, without the rest of an escape before it: `%22token`, `\ntoken`, `\u0026token`. */
function nameStart(codes: Uint8Array, offset: number, min: number): number {
  let start = offset;
  while (start > min && offset - start < MAX_NAME && isNameCode(codes[start - 1]!)) start -= 1;
  const before = codes[start - 1];
  if (before === PERCENT) {
    start += 2;
    while (
      codes[start - 2] === 0x32 &&
      codes[start - 1] === 0x35 &&
      isHex(codes[start]) &&
      isHex(codes[start + 1]) &&
      start + 2 <= offset
    )
      start += 2;
  } else if (before === BACKSLASH) start += codes[start] === 0x75 ? 5 : 1;
  return Math.min(start, offset);
}

function nameEnd(codes: Uint8Array, offset: number): number {
  let end = offset;
  while (end < codes.length && end - offset < MAX_NAME && isNameCode(codes[end]!)) end += 1;
  return end;
}

function isHex(code = 0): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

/** True for letters, digits, hyphens, dots and underscores, and for letters beyond ASCII. */
const NAME_CODES = new Uint8Array(256);
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.')
  NAME_CODES[char.charCodeAt(0)] = 1;
for (let code = 0xc0; code < 0xff; code += 1) NAME_CODES[code] = 1;

function isNameCode(code: number): boolean {
  return NAME_CODES[code] === 1;
}
