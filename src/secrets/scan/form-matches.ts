// Finds secrets by their form. Where a pair of characters may belong to a secret, a detector decides whether the whole
// pattern is worth trying.
import { DETECTORS, detectorsAt, lowestBit } from './detectors.ts';
import type { SecretForm } from '../forms/contract.ts';
import { codesOf, landmarksOf } from './landmarks.ts';

export interface FormMatch {
  readonly kind: SecretForm;
  readonly start: number;
  readonly text: string;
}

/** Returns matches in order, without overlaps. Of two that start together, the kind that is listed first wins. */
export function formMatches(
  text: string,
  codes = codesOf(text),
  pairs = landmarksOf(codes).pairs,
): readonly FormMatch[] {
  const matches: FormMatch[] = [];
  let end = 0;
  for (const { start, kind } of candidatesAt(pairs, text, codes)) {
    if (start < end) continue;
    kind.pattern.lastIndex = start;
    const match = kind.pattern.exec(text)?.[0];
    if (match === undefined) continue;
    // The secret after a name such as `Bearer` may have its own form.
    end = start + (kind.secretPart?.(match)[0] ?? match.length);
    // An invalid match is skipped as a whole, since its parts are not secrets either.
    if (kind.validate?.(match) ?? true) matches.push({ kind, start, text: match });
  }
  return matches;
}

/** A place where a secret of a kind may start. */
interface Candidate {
  readonly start: number;
  readonly kind: SecretForm;
  /** The index of the kind in the list. */
  readonly rank: number;
}

function candidatesAt(pairs: readonly number[], text: string, codes: Uint8Array): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const offset of pairs) {
    const { index, bits } = detectorsAt(codes, offset);
    for (let left = bits; left !== 0; left &= left - 1) {
      const { kind, rank, starts } = DETECTORS[index]![lowestBit(left)]!;
      for (const start of starts(text, offset)) candidates.push({ start, kind, rank });
    }
  }
  return candidates.sort((a, b) => a.start - b.start || a.rank - b.rank);
}
