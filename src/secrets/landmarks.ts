// One pass over a text: finds the pairs of characters at which a form of a secret is looked for, and the letters that
// names of secrets contain. What both searches do next happens only there.
import { NO_CODE, PAIRS } from './detectors.ts';

/** Three letters that each name of a secret contains. */
const STEMS = (
  'pas pwd sec tok key aut cre ses sid pin otp cvv cvc jwt cod coo bea csr xsr sig hma mne psk pat ass kenn ' +
  'mot con sen wac par sal num ccn ver ans phr hes jel loz adg cookie'
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
const SHORT_STEM = [16, 23] as const;
for (let before = 0; before <= 26; before += 1)
  IS_STEM[(before << 10) | (SHORT_STEM[0] << 5) | SHORT_STEM[1]] = 1;

/** Marks of pairs of characters, whose first one is the higher byte. */
const PAIR_OF_FORM = 1;
const END_OF_STEM = 2;
const MARKS = Uint8Array.from(PAIRS, (list) => (list === 0 ? 0 : PAIR_OF_FORM));
for (const [stem, isStem] of IS_STEM.entries())
  if (isStem === 1)
    for (const first of codesOfLetter((stem >> 5) & 31))
      for (const second of codesOfLetter(stem & 31)) MARKS[first * 256 + second]! |= END_OF_STEM;

/** Returns the capital and the small letter. */
function codesOfLetter(letter: number): readonly number[] {
  return [0x40 + letter, 0x60 + letter];
}

export interface Landmarks {
  /** Offsets of second characters of pairs that `PAIRS` knows. */
  readonly pairs: readonly number[];
  /** Offsets of last letters of stems. */
  readonly stems: readonly number[];
}

export function landmarksOf(codes: Uint8Array): Landmarks {
  const pairs: number[] = [];
  const stems: number[] = [];
  let pair = NO_CODE;
  for (let offset = 0; offset < codes.length; offset += 1) {
    pair = ((pair << 8) | codes[offset]!) & 0xffff;
    const mark = MARKS[pair]!;
    if (mark === 0) continue;
    if ((mark & PAIR_OF_FORM) !== 0) pairs.push(offset);
    if ((mark & END_OF_STEM) !== 0 && isStem(codes, offset)) stems.push(offset);
  }
  return { pairs, stems };
}

function isStem(codes: Uint8Array, offset: number): boolean {
  const before = offset < 2 ? 0 : LETTERS[codes[offset - 2]!]!;
  return IS_STEM[(before << 10) | (LETTERS[codes[offset - 1]!]! << 5) | LETTERS[codes[offset]!]!] === 1;
}

/** True for a stem of two letters at an offset. */
export function isShortStem(codes: Uint8Array, offset: number): boolean {
  return LETTERS[codes[offset]!] === SHORT_STEM[1] && LETTERS[codes[offset - 1]!] === SHORT_STEM[0];
}

/** Returns a byte for each character. NO_CODE stands for characters beyond Latin-1, which are part of no pattern. */
export function codesOf(text: string): Uint8Array {
  if (!/[^\0-\xff]/.test(text)) return Buffer.from(text, 'latin1');
  const codes = new Uint8Array(text.length);
  for (let offset = 0; offset < text.length; offset += 1)
    codes[offset] = Math.min(NO_CODE, text.charCodeAt(offset));
  return codes;
}
