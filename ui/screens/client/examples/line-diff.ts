// The lines of two texts side by side, with those that are the same beside each other.

/** Null where a side has no such line. */
export interface LinePair {
  readonly before: string | null;
  readonly after: string | null;
}

/** Pairs of lines that are looked at; texts that differ in more are shown one after the other. */
const MAX_PAIRS = 4_000_000;

export function lineDiff(before: string, after: string): readonly LinePair[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let [start, end] = [0, 0];
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const same = (line: string): LinePair => ({ before: line, after: line });
  return [
    ...a.slice(0, start).map(same),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

function middle(a: readonly string[], b: readonly string[]): readonly LinePair[] {
  if (a.length * b.length > MAX_PAIRS) return beside(a, b);
  const common = commonLengths(a, b);
  const pairs: LinePair[] = [];
  let [removed, added]: [string[], string[]] = [[], []];
  const flush = (): void => {
    pairs.push(...beside(removed, added));
    [removed, added] = [[], []];
  };
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      flush();
      pairs.push({ before: a[i]!, after: b[j]! });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      removed.push(a[i]!);
      i += 1;
    } else {
      added.push(b[j]!);
      j += 1;
    }
  }
  flush();
  return pairs;
}

/** Returns for each pair of positions the number of lines that the rests have in common. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly Uint32Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      rows[i]![j] = a[i] === b[j] ? rows[i + 1]![j + 1]! + 1 : Math.max(rows[i + 1]![j]!, rows[i]![j + 1]!);
  return rows;
}

function beside(a: readonly string[], b: readonly string[]): readonly LinePair[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, at) => ({
    before: a[at] ?? null,
    after: b[at] ?? null,
  }));
}
