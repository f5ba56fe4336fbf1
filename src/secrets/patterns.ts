// Secrets that are told by their own form. The text is gone through once, character by character: where one stands that
// a form has, few others tell whether it is worth to try the whole form there.
import { PATTERN_KINDS, type PatternKind, type Starts } from './kinds.ts';

export interface PatternMatch {
  readonly kind: PatternKind;
  readonly start: number;
  readonly text: string;
}

/** In order, none inside another: of two that begin alike the kind that stands first in the list. */
export function patternMatches(text: string): readonly PatternMatch[] {
  const found: PatternMatch[] = [];
  let free = 0;
  for (const { start, kind } of places(text)) {
    if (start < free) continue;
    kind.pattern.lastIndex = start;
    const match = kind.pattern.exec(text)?.[0];
    if (match === undefined) continue;
    free = start + match.length;
    // What only looks like one is passed over as a whole: its parts are none either.
    if (kind.isOne?.(match) ?? true) found.push({ kind, start, text: match });
  }
  return found;
}

/** Where a kind may begin. */
interface Place {
  readonly start: number;
  readonly kind: PatternKind;
  /** Of the kind in the list. */
  readonly rank: number;
}

function places(text: string): readonly Place[] {
  const found: Place[] = [];
  const codes = codesOf(text);
  let before = NO_CODE;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at]!;
    const which = PAIRS[before * 256 + code]!;
    before = code;
    if (which !== 0) addPlaces(SIGNS[which]!, text, at, found);
  }
  return found.sort((a, b) => a.start - b.start || a.rank - b.rank);
}

/** A byte for each character. Those beyond latin1 are no part of any form: NO_CODE stands for them. */
function codesOf(text: string): Uint8Array {
  if (!/[^\0-\xff]/.test(text)) return Buffer.from(text, 'latin1');
  const codes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) codes[at] = Math.min(NO_CODE, text.charCodeAt(at));
  return codes;
}

const NO_CODE = 0xff;

function addPlaces(signs: readonly Sign[], text: string, at: number, found: Place[]): void {
  for (const { kind, rank, starts } of signs)
    for (const start of starts(text, at)) found.push({ start, kind, rank });
}

/** What to look at where two characters stand, the second of them at `at`. */
interface Sign {
  readonly kind: PatternKind;
  readonly rank: number;
  readonly starts: Starts;
}

/** Of each list of signs that two characters have in common; 0 for none. */
const PAIRS = new Uint8Array(256 * 256);
const SIGNS: Sign[][] = [[]];
/** Behind the first character of a prefix the first of these is looked for: they are rare in texts. */
const RARE = /(?<=.)[_.=JKIx-]/;

interface PairSign extends Sign {
  /** Of single characters; of an empty text for none, and for those beyond latin1. */
  readonly isFirst: (char: string) => boolean;
  readonly isSecond: (char: string) => boolean;
}

const everySign = PATTERN_KINDS.flatMap((kind, rank) => signsOf(kind, rank));
for (let second = 0; second < NO_CODE; second += 1) {
  const signs = everySign.filter(({ isSecond }) => isSecond(String.fromCharCode(second)));
  for (let first = 0; first <= NO_CODE && signs.length > 0; first += 1)
    PAIRS[first * 256 + second] = listFor(first, signs);
}

function listFor(first: number, candidates: readonly PairSign[]): number {
  const char = first === NO_CODE ? '' : String.fromCharCode(first);
  const signs = candidates.filter(({ isFirst }) => isFirst(char));
  const isSame = (list: readonly Sign[]): boolean =>
    list.length === signs.length && list.every((sign, at) => sign === signs[at]);
  const known = SIGNS.findIndex(isSame);
  return known >= 0 ? known : SIGNS.push(signs) - 1;
}

function signsOf(kind: PatternKind, rank: number): readonly PairSign[] {
  const { landmark } = kind;
  if (landmark.type === 'pair') {
    const { first, second, starts } = landmark;
    return [
      { kind, rank, starts, isFirst: (char) => first.test(char), isSecond: (char) => second.test(char) },
    ];
  }
  return landmark.prefixes.map((prefix) => {
    const rare = prefix.search(RARE);
    if (rare < 1) throw new Error(`${kind.id}: no character of ${prefix} is rare`);
    const starts: Starts = (text, at) => (text.startsWith(prefix, at - rare) ? [at - rare] : []);
    const isChar = (at: number) => (char: string) => char === prefix[at];
    return { kind, rank, starts, isFirst: isChar(rare - 1), isSecond: isChar(rare) };
  });
}
