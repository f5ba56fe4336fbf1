// What is made of repeated measurements: the middle one, and how far they lie apart.

/** The median of several values with the least and the greatest of them. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** The middle value, of an even number the mean of the middle two; NaN of none. NaN in `values` is left out. */
export function median(values: readonly number[]): number {
  const sorted = sortedNumbers(values);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return sorted.length === 0 ? Number.NaN : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** All three are NaN when there is no value. */
export function spread(values: readonly number[]): Spread {
  const sorted = sortedNumbers(values);
  return {
    median: median(sorted),
    low: sorted[0] ?? Number.NaN,
    high: sorted.at(-1) ?? Number.NaN,
  };
}

/** The value below which `share` (0 to 1) of `sorted` lies, which is in ascending order; NaN of none. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return sorted[at] ?? Number.NaN;
}

/** How much y rises for each unit of x, by least squares; NaN of fewer than two points. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const count = points.length;
  if (count < 2) return Number.NaN;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

function sortedNumbers(values: readonly number[]): number[] {
  return values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
}
