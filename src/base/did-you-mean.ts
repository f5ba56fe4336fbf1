// Suggestions for a misspelt name.

/** Returns the end of an error about an unknown name: "did you mean port?", or `fallback` when no name is similar. */
export function didYouMean(
  text: string,
  names: readonly string[],
  fallback = `expected one of ${names.join(', ')}`,
): string {
  const similar = nearest(text, names);
  return similar === null ? fallback : `did you mean ${similar}?`;
}

/** Returns the name with the fewest edits from `text`, ignoring case; null when none is similar. */
export function nearest(text: string, names: readonly string[]): string | null {
  const lowerText = text.slice(0, MAX_COMPARED).toLowerCase();
  let best: string | null = null;
  let fewest = Math.floor(Math.max(lowerText.length, 3) / 3) + 1;
  for (const name of names) {
    const edits = distance(lowerText, name.toLowerCase());
    if (edits >= fewest) continue;
    fewest = edits;
    best = name;
  }
  return best;
}

/** Characters of a name that are compared: the time taken grows with the product of the lengths. */
const MAX_COMPARED = 64;

/** Counts the insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (isSame ? 0 : 1),
        isSwap ? before[j - 2]! + 1 : Infinity,
      );
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
