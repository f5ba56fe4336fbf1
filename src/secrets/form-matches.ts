// Finds secrets by their form. One pass over the text looks at pairs of adjacent characters; where a pair may belong
// to a secret, a detector decides whether the whole pattern is worth trying.
import type { SecretForm } from './forms/contract.ts';
import { FORMS } from './forms/index.ts';
import type { FindStarts } from './match-starts.ts';

export interface FormMatch {
  readonly kind: SecretForm;
  readonly start: number;
  readonly text: string;
}

/** Returns matches in order, without overlaps. Of two that start together, the kind that is listed first wins. */
export function formMatches(text: string, codes = codesOf(text)): readonly FormMatch[] {
  const found: FormMatch[] = [];
  let end = 0;
  for (const { start, kind } of candidatesIn(text, codes)) {
    if (start < end) continue;
    kind.pattern.lastIndex = start;
    const match = kind.pattern.exec(text)?.[0];
    if (match === undefined) continue;
    // Behind a name such as `Bearer` the secret may have a form of its own.
    end = start + (kind.secretPart?.(match)[0] ?? match.length);
    // An invalid match is skipped as a whole, since its parts are not secrets either.
    if (kind.validate?.(match) ?? true) found.push({ kind, start, text: match });
  }
  return found;
}

/** A place where a secret of a kind may start. */
interface Candidate {
  readonly start: number;
  readonly kind: SecretForm;
  /** The index of the kind in the list. */
  readonly rank: number;
}

function candidatesIn(text: string, codes: Uint8Array): readonly Candidate[] {
  const found: Candidate[] = [];
  let previous = NO_CODE;
  for (let offset = 0; offset < codes.length; offset += 1) {
    const code = codes[offset]!;
    const list = PAIRS[previous * 256 + code]!;
    previous = code;
    if (list !== 0) addCandidates(DETECTORS[list]!, text, offset, found);
  }
  return found.sort((a, b) => a.start - b.start || a.rank - b.rank);
}

/** Returns a byte for each character. NO_CODE stands for characters beyond Latin-1, which are part of no pattern. */
export function codesOf(text: string): Uint8Array {
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

/** Finds where a secret may start for a pair of characters, the second of which is at the given offset. */
interface Detector {
  readonly kind: SecretForm;
  readonly rank: number;
  readonly starts: FindStarts;
}

/** Maps each pair of characters to an index in DETECTORS; 0 stands for none. */
const PAIRS = new Uint8Array(256 * 256);
const DETECTORS: Detector[][] = [[]];
interface PairDetector extends Detector {
  /** Tests single characters; the empty text stands for none, and for characters beyond Latin-1. */
  readonly isFirst: (char: string) => boolean;
  readonly isSecond: (char: string) => boolean;
}

const allDetectors = FORMS.flatMap((kind, rank) => detectorsOf(kind, rank));
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

function detectorsOf(kind: SecretForm, rank: number): readonly PairDetector[] {
  const { landmark } = kind;
  if (landmark.type === 'pair') {
    const { first, second, starts } = landmark;
    return [
      { kind, rank, starts, isFirst: (char) => first.test(char), isSecond: (char) => second.test(char) },
    ];
  }
  if (landmark.prefixes.some((prefix) => prefix.length < 2))
    throw new Error(`${kind.id}: a prefix is too short`);
  return landmark.prefixes.map((prefix) => {
    const rare = rarestAt(prefix);
    const starts: FindStarts = (text, offset) =>
      text.startsWith(prefix, offset - rare) ? [offset - rare] : NO_STARTS;
    const isChar = (offset: number) => (char: string) => char === prefix[offset];
    return { kind, rank, starts, isFirst: isChar(rare - 1), isSecond: isChar(rare) };
  });
}

const NO_STARTS: readonly number[] = [];

/** Returns the offset of the second character of the pair in a prefix that texts have least often. */
function rarestAt(prefix: string): number {
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
  for (let offset = 2; offset < prefix.length; offset += 1)
    if (score(prefix[offset - 1]) + score(prefix[offset]) > score(prefix[best - 1]) + score(prefix[best]))
      best = offset;
  return best;
}
