// Finds the recorded request that is most like one that none equals.
import type { CanonicalRequest } from '../request/canonical.ts';

/** Returns the most similar of the same server; null where nothing of it was recorded. */
export function nearestRequest<T extends { readonly request: CanonicalRequest }>(
  recorded: readonly T[],
  asked: CanonicalRequest,
): T | null {
  let best: T | null = null;
  let bestScore = -1;
  const counts = counted(asked.lines);
  for (const each of recorded) {
    if (each.request.site !== asked.site) continue;
    const score = (each.request.title === asked.title ? 1 : 0) + sharedPart(each.request, asked, counts);
    if (score > bestScore) [best, bestScore] = [each, score];
  }
  return best;
}

/** Returns how many lines both have, between 0 and 1. */
function sharedPart(
  { lines }: CanonicalRequest,
  asked: CanonicalRequest,
  counts: ReadonlyMap<string, number>,
): number {
  const all = lines.length + asked.lines.length;
  if (all === 0) return 1;
  let shared = 0;
  for (const [line, count] of counted(lines)) shared += Math.min(count, counts.get(line) ?? 0);
  return (2 * shared) / all;
}

function counted(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
