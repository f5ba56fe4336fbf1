// Makes one pass over a text. It finds the pairs of characters at which a form of a secret may match, the stems of
// names of secrets, and the signs of statements without a name. The further searches look only there. `npm run bench --
// tricks`: a fifth of the CPU of trying the patterns one by one.
import { STATEMENTS_BY_SIGN, type Signs } from './signs.ts';
import { SHORT_STEMS, STEMS } from '../names/name-stems.ts';
import { allDetectors, ANY_CHAR, codesIn, NO_CODE, type PairDetector } from './detectors.ts';

/**
 * Maps a char code to six bits: letters regardless of case to 1 to 26, digits and the signs of forms to the next ones, all
 * others to 0.
 */
const CLASSES = new Uint8Array(256);
for (const [at, char] of Array.from('abcdefghijklmnopqrstuvwxyz0123456789-_.:/ "=~$+@%!|*').entries())
  for (const code of [char.charCodeAt(0), char.toUpperCase().charCodeAt(0)]) CLASSES[code] = at + 1;
const CLASS_COUNT = 64;

/**
 * Marks of three characters, by their classes. The lower bits, unless 0, say that the first two may be a pair of a form
 * and that the third may follow it: 1, or an index in `TESTS`.
 */
const MARKS = new Uint8Array(CLASS_COUNT ** 3);
const OF_FORM = 0x3f;
const END_OF_SIGN = 0x40;
const END_OF_STEM = 0x80;

/** A test of a character at a distance after a pair. The first two tests allow any character. */
type Test = Pick<PairDetector, 'distance' | 'isDistant'>;
const ANY: Test = { distance: 0, isDistant: ANY_CHAR };
const TESTS: Test[] = [ANY, ANY];

for (const detector of allDetectors) {
  const test = detector.kind.landmark.type === 'pair' ? TESTS.push(detector) - 1 : 1;
  const [firsts, seconds, nexts] = [detector.isFirst, detector.isSecond, detector.isNext].map(classesOf);
  for (const first of firsts!)
    for (const second of seconds!)
      for (const next of nexts!) {
        const bits = bitsOf(first, second, next);
        // No two forms share a test.
        MARKS[bits] = MARKS[bits] === 0 ? test : 1;
      }
}
for (const stem of STEMS) MARKS[bitsOfText(stem)]! |= END_OF_STEM;
const SIGNS = new Map(Array.from(STATEMENTS_BY_SIGN, ([sign, bits]) => [bitsOfText(sign), bits]));
for (const sign of SIGNS.keys()) MARKS[sign]! |= END_OF_SIGN;
const SHORT = new Set(SHORT_STEMS.map((stem) => bitsOf(0, classAt(stem, 0), classAt(stem, 1))));
for (const bits of SHORT)
  for (let before = 0; before < CLASS_COUNT; before += 1) MARKS[bits + bitsOf(before, 0, 0)]! |= END_OF_STEM;

const DISTANCES = Uint8Array.from(TESTS, ({ distance }) => distance);
const IS_DISTANT = new Uint8Array(256 * TESTS.length);
for (const [at, { isDistant }] of TESTS.entries()) IS_DISTANT.set(isDistant, 256 * at);

function bitsOf(first: number, second: number, next: number): number {
  return (first * CLASS_COUNT + second) * CLASS_COUNT + next;
}

function bitsOfText(text: string): number {
  return bitsOf(classAt(text, 0), classAt(text, 1), classAt(text, 2));
}

function classAt(text: string, offset: number): number {
  return CLASSES[text.charCodeAt(offset)]!;
}

function classesOf(isChar: PairDetector['isFirst']): ReadonlySet<number> {
  const classes = new Set<number>();
  for (const code of codesIn(isChar)) classes.add(CLASSES[code]!);
  return classes;
}

export interface Landmarks {
  /** Offsets of the second characters of pairs at which a form may match. */
  readonly pairs: readonly number[];
  /** Offsets of last letters of stems. */
  readonly stems: readonly number[];
  readonly signs: Signs;
}

export function landmarksOf(codes: Uint8Array): Landmarks {
  const pairs: number[] = [];
  const stems: number[] = [];
  let signs: Signs = 0;
  let classes = 0;
  for (let offset = 0; offset < codes.length; offset += 1) {
    classes = ((classes << 6) | CLASSES[codes[offset]!]!) & 0x3ffff;
    const mark = MARKS[classes]!;
    if (mark === 0) continue;
    const test = mark & OF_FORM;
    if (test !== 0 && IS_DISTANT[(test << 8) | (codes[offset - 1 + DISTANCES[test]!] ?? NO_CODE)] === 1)
      pairs.push(offset - 1);
    if (mark >= END_OF_STEM) stems.push(offset);
    if ((mark & END_OF_SIGN) !== 0) signs |= SIGNS.get(classes)!;
  }
  // A pair may end the text.
  if ((MARKS[(classes << 6) & 0x3ffff]! & OF_FORM) !== 0) pairs.push(codes.length - 1);
  return { pairs, stems, signs };
}

/** True for a stem of two letters at an offset. */
export function isShortStem(codes: Uint8Array, offset: number): boolean {
  return SHORT.has(bitsOf(0, CLASSES[codes[offset - 1]!]!, CLASSES[codes[offset]!]!));
}

/** Returns a byte for each character. NO_CODE stands for characters beyond Latin-1, which are part of no pattern. */
export function codesOf(text: string): Uint8Array {
  if (!/[^\0-\xff]/.test(text)) return Buffer.from(text, 'latin1');
  const codes = new Uint8Array(text.length);
  for (let offset = 0; offset < text.length; offset += 1)
    codes[offset] = Math.min(NO_CODE, text.charCodeAt(offset));
  return codes;
}
