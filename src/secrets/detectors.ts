// The pairs of adjacent characters at which secrets of each form are looked for: the rarest pair of a prefix, or what a
// form says of itself.
import type { SecretForm } from './forms/contract.ts';
import { FORMS } from './forms/index.ts';
import type { FindStarts } from './match-starts.ts';

/** Stands for characters beyond Latin-1, which are part of no form. */
export const NO_CODE = 0xff;

/** Finds where a secret may start for a pair of characters, the second of which is at the given offset. */
export interface Detector {
  readonly kind: SecretForm;
  readonly rank: number;
  readonly starts: FindStarts;
}

/** Maps each pair of characters, as `first * 256 + second`, to an index in DETECTORS; 0 stands for none. */
export const PAIRS = new Uint8Array(256 * 256);
export const DETECTORS: Detector[][] = [[]];

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
