// The pairs of adjacent characters at which the scan looks for secrets of each form: the rarest pair of the form's
// marker, or a pair that the form declares.
import type { SecretForm } from '../forms/contract.ts';
import { FORMS } from '../forms/index.ts';
import type { FindStarts } from '../forms/shared/match-starts.ts';

/** Stands for characters beyond Latin-1, which are part of no form. */
export const NO_CODE = 0xff;

/** Finds where a secret may start for a pair of characters, the second of which is at the given offset. */
export interface Detector {
  readonly kind: SecretForm;
  readonly rank: number;
  readonly starts: FindStarts;
}

/** Maps each pair of characters, as `first * 256 + second`, to an index in DETECTORS; 0 means none. */
export const PAIRS = new Uint8Array(256 * 256);
export const DETECTORS: PairDetector[][] = [[]];

/** Holds 1 for each character that may be in a place, by its code. NO_CODE also means the end of the text. */
type CharTable = Uint8Array;
export const ANY_CHAR: CharTable = new Uint8Array(256).fill(1);
/** The tables that hold one character, by its code. */
const onlyChar: CharTable[] = [];

export interface PairDetector extends Detector {
  readonly isFirst: CharTable;
  readonly isSecond: CharTable;
  /** The characters on both sides of the pair. */
  readonly isBefore: CharTable;
  readonly isNext: CharTable;
  /** The distance of a further character after the second one. */
  readonly distance: number;
  readonly isDistant: CharTable;
}

/** All detectors, in the order of the forms. */
export const allDetectors: readonly PairDetector[] = FORMS.flatMap((kind, rank) => detectorsOf(kind, rank));
for (let second = 0; second < NO_CODE; second += 1) {
  const detectors = allDetectors.filter(({ isSecond }) => isSecond[second] === 1);
  for (let first = 0; first <= NO_CODE && detectors.length > 0; first += 1)
    PAIRS[first * 256 + second] = listFor(first, detectors);
}

/**
 * Bits of the detectors of a list that a character beside a pair allows, by `index in DETECTORS * 256 + character`. The
 * characters beside most pairs show that no secret begins there.
 */
const BEFORE = charsBeside(({ isBefore }) => isBefore);
const NEXT = charsBeside(({ isNext }) => isNext);

function charsBeside(charsIn: (detector: PairDetector) => CharTable): Uint32Array {
  const table = new Uint32Array(256 * DETECTORS.length);
  for (const [index, list] of DETECTORS.entries()) {
    if (list.length > 32) throw new Error(`${list[0]!.kind.id}: a pair has too many forms`);
    for (const [bit, detector] of list.entries())
      for (const code of codesIn(charsIn(detector))) table[index * 256 + code]! |= 1 << bit;
  }
  return table;
}

/** Yields the characters of a table; most tables have one. */
export function* codesIn(table: CharTable): Generator<number, void, undefined> {
  for (let code = table.indexOf(1); code >= 0; code = table.indexOf(1, code + 1)) yield code;
}

/**
 * Returns a bit for each detector of a pair that the characters around the pair allow. `offset`: the place of its
 * second character.
 */
export function detectorsAt(
  codes: Uint8Array,
  offset: number,
): { readonly index: number; readonly bits: number } {
  const index = PAIRS[(codes[offset - 1] ?? NO_CODE) * 256 + (codes[offset] ?? NO_CODE)]!;
  let bits =
    BEFORE[index * 256 + (codes[offset - 2] ?? NO_CODE)]! &
    NEXT[index * 256 + (codes[offset + 1] ?? NO_CODE)]!;
  for (let left = bits; left !== 0; left &= left - 1) {
    const { distance, isDistant } = DETECTORS[index]![lowestBit(left)]!;
    if (isDistant[codes[offset + distance] ?? NO_CODE] === 0) bits ^= left & -left;
  }
  return { index, bits };
}

export function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function listFor(first: number, candidates: readonly PairDetector[]): number {
  const detectors = candidates.filter(({ isFirst }) => isFirst[first] === 1);
  const isSame = (list: readonly PairDetector[]): boolean =>
    list.length === detectors.length && list.every((detector, offset) => detector === detectors[offset]);
  const known = DETECTORS.findIndex(isSame);
  if (known >= 0) return known;
  if (DETECTORS.length > 255) throw new Error('too many lists of forms for the table of pairs');
  return DETECTORS.push(detectors) - 1;
}

function detectorsOf(kind: SecretForm, rank: number): readonly PairDetector[] {
  const { landmark } = kind;
  if (landmark.type === 'pair') {
    const { first, second, next, distant, starts } = landmark;
    const chars = { isFirst: charsOf(first), isSecond: charsOf(second), isNext: charsOf(next) };
    const isDistant = charsOf(distant?.char);
    return [{ kind, rank, starts, ...chars, isBefore: ANY_CHAR, distance: distant?.at ?? 0, isDistant }];
  }
  const { markers, before = [0] } = landmark;
  if (markers.some((marker) => marker.length < 2)) throw new Error(`${kind.id}: a marker is too short`);
  return markers.map((marker) => {
    const rare = rarestAt(marker);
    const starts: FindStarts = (text, offset) =>
      text.startsWith(marker, offset - rare)
        ? before.map((length) => offset - rare - length).filter((start) => start >= 0)
        : NO_STARTS;
    return {
      kind,
      rank,
      starts,
      isBefore: charAt(marker, rare - 2),
      isFirst: charAt(marker, rare - 1),
      isSecond: charAt(marker, rare),
      isNext: charAt(marker, rare + 1),
      distance: marker.length - 1 - rare,
      isDistant: charAt(marker, marker.length - 1),
    };
  });
}

function charsOf(pattern: RegExp | undefined): CharTable {
  if (pattern === undefined) return ANY_CHAR;
  const isMatch = (code: number): boolean => pattern.test(code === NO_CODE ? '' : String.fromCharCode(code));
  return Uint8Array.from({ length: 256 }, (_, code) => Number(isMatch(code)));
}

/** Any character may be beside a marker. */
function charAt(marker: string, offset: number): CharTable {
  const code = marker.charCodeAt(offset);
  return Number.isNaN(code)
    ? ANY_CHAR
    : (onlyChar[code] ??= Uint8Array.from(ANY_CHAR, (_, at) => +(at === code)));
}

const NO_STARTS: readonly number[] = [];

/** Returns the offset of the second character of the pair in a marker that texts have least often. */
function rarestAt(marker: string): number {
  const score = (char = ''): number =>
    /[_~$=!|]/.test(char)
      ? 4
      : /[A-Z]/.test(char)
        ? 3
        : /[-\d.jkqvwxz]/.test(char)
          ? 2
          : /[aeinorst ]/.test(char)
            ? 0
            : 1;
  let best = 1;
  for (let offset = 2; offset < marker.length; offset += 1)
    if (score(marker[offset - 1]) + score(marker[offset]) > score(marker[best - 1]) + score(marker[best]))
      best = offset;
  return best;
}
