// Counts and samples by suite: a part in the quick suite, everything in the full one (`vitest --mode full`).

/** True in the full suite. */
export const isFull = process.env['TEST_FULL'] === '1';

/** Returns the count for this suite; the environment variable `override`, when set, wins. */
export function scaled(counts: { readonly quick: number; readonly full: number }, override?: string): number {
  const given = override === undefined ? undefined : process.env[override];
  if (given !== undefined) return Number(given);
  return isFull ? counts.full : counts.quick;
}

/** Returns the whole list in the full suite, else `quick` of its elements, spread evenly over it. */
export function sampled<const Element>(list: readonly Element[], quick: number): readonly Element[] {
  if (isFull || list.length <= quick) return list;
  return Array.from({ length: quick }, (_, at) => list[Math.floor((at * list.length) / quick)]!);
}

/** The themes whose pages are looked at. */
export const themes = sampled(['light', 'dark'] as const, 1);
