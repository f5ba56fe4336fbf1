// Reproducible random choices: a seed determines a whole run.

export interface Random {
  /** Returns a whole number from 0 to `below` - 1. */
  int(below: number): number;
  /** Returns true once in `n` times. */
  oneIn(n: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** Returns a generator (mulberry32); the same seed gives the same choices. */
export function seeded(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    oneIn: (n) => int(n) === 0,
    pick: (list) => list[int(list.length)]!,
  };
}

/** Cuts `bytes` into one to five pieces, or into single bytes. */
export function pieces(bytes: Buffer, random: Random): Buffer[] {
  if (random.oneIn(10)) return Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
  const cuts = Array.from({ length: random.int(5) }, () => random.int(bytes.length + 1));
  const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
  return edges.slice(1).map((end, i) => bytes.subarray(edges[i], end));
}
