// Secrets that are told by their own form. The text is gone through once, character by character: where one stands that
// a form has, few others tell whether it is worth to try the whole form there.
import { PATTERN_KINDS, type PatternKind, type FindStarts } from './kinds.ts';

export interface PatternMatch {
  readonly kind: PatternKind;
  readonly start: number;
  readonly text: string;
}

/** In order, none inside another: of two that begin alike the kind that stands first in the list. */
export function patternMatches(text: string): readonly PatternMatch[] {
  const found: PatternMatch[] = [];
  let end = 0;
  for (const { start, kind } of candidatesIn(text)) {
    if (start < end) continue;
    kind.pattern.lastIndex = start;
    const match = kind.pattern.exec(text)?.[0];
    if (match === undefined) continue;
    end = start + match.length;
    // What only looks like one is passed over as a whole: its parts are none either.
    if (kind.validate?.(match) ?? true) found.push({ kind, start, text: match });
  }
  return found;
}

/** Where a kind may begin. */
interface Candidate {
  readonly start: number;
  readonly kind: PatternKind;
  /** Of the kind in the list. */
  readonly rank: number;
}

function candidatesIn(text: string): readonly Candidate[] {
  const found: Candidate[] = [];
  const codes = codesOf(text);
  let previous = NO_CODE;
  for (let offset = 0; offset < codes.length; offset += 1) {
    const code = codes[offset]!;
    const list = PAIRS[previous * 256 + code]!;
    previous = code;
    if (list !== 0) addCandidates(DETECTORS[list]!, text, offset, found);
  }
  return found.sort((a, b) => a.start - b.start || a.rank - b.rank);
}

/** A byte for each character. Those beyond latin1 are no part of any form: NO_CODE stands for them. */
function codesOf(text: string): Uint8Array {
  if (!/[^\0-\xff]/.test(text)) return Buffer.from(text, 'latin1');
  const codes = new Uint8Array(text.length);
  for (let offset = 0; offset < text.length; offset += 1)
    codes[offset] = Math.min(NO_CODE, text.charCodeAt(offset));
  return codes;
}

const NO_CODE = 0xff;

function addCandidates(
  detectors: readonly Detector[],
  text: string,
  offset: number,
  found: Candidate[],
): void {
  for (const { kind, rank, starts } of detectors)
    for (const start of starts(text, offset)) found.push({ start, kind, rank });
}

/** What to look at where two characters stand, the second of them at `at`. */
interface Detector {
  readonly kind: PatternKind;
  readonly rank: number;
  readonly starts: FindStarts;
}

/** Of each list of signs that two characters have in common; 0 for none. */
const PAIRS = new Uint8Array(256 * 256);
const DETECTORS: Detector[][] = [[]];
/** Behind the first character of a prefix the first of these is looked for: they are rare in texts. */
const RARE_CHARACTER = /(?<=.)[_.=JKIx-]/;

interface PairDetector extends Detector {
  /** Of single characters; of an empty text for none, and for those beyond latin1. */
  readonly isFirst: (char: string) => boolean;
  readonly isSecond: (char: string) => boolean;
}

const allDetectors = PATTERN_KINDS.flatMap((kind, rank) => detectorsOf(kind, rank));
for (let second = 0; second < NO_CODE; second += 1) {
  const detectors = allDetectors.filter(({ isSecond }) => isSecond(String.fromCharCode(second)));
  for (let first = 0; first <= NO_CODE && detectors.length > 0; first += 1)
    PAIRS[first * 256 + second] = listFor(first, detectors);
}

function listFor(first: number, candidates: readonly PairDetector[]): number {
  const char = first === NO_CODE ? '' : String.fromCharCode(first);
  const detectors = candidates.filter(({ isFirst }) => isFirst(char));
  const isSame = (list: readonly Detector[]): boolean =>
    list.length === detectors.length && list.every((detector, offset) => detector === detectors[offset]);
  const known = DETECTORS.findIndex(isSame);
  return known >= 0 ? known : DETECTORS.push(detectors) - 1;
}

function detectorsOf(kind: PatternKind, rank: number): readonly PairDetector[] {
  const { landmark } = kind;
  if (landmark.type === 'pair') {
    const { first, second, starts } = landmark;
    return [
      { kind, rank, starts, isFirst: (char) => first.test(char), isSecond: (char) => second.test(char) },
    ];
  }
  return landmark.prefixes.map((prefix) => {
    const rare = prefix.search(RARE_CHARACTER);
    if (rare < 1) throw new Error(`${kind.id}: no character of ${prefix} is rare`);
    const starts: FindStarts = (text, offset) =>
      text.startsWith(prefix, offset - rare) ? [offset - rare] : [];
    const isChar = (offset: number) => (char: string) => char === prefix[offset];
    return { kind, rank, starts, isFirst: isChar(rare - 1), isSecond: isChar(rare) };
  });
}
