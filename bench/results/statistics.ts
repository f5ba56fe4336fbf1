// Statistics of repeated measurements: median, spread and confidence intervals.

/** The median of several values, with the smallest and the largest of them. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the median; for an even number of values the mean of the middle two, and NaN for none. Ignores NaN
 * in `values`.
 */
export function median(values: readonly number[]): number {
  const sorted = sortedNumbers(values);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return sorted.length === 0 ? Number.NaN : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the spread of the values; all three figures are NaN when there is no value. */
export function spread(values: readonly number[]): Spread {
  const sorted = sortedNumbers(values);
  return {
    median: median(sorted),
    low: sorted[0] ?? Number.NaN,
    high: sorted.at(-1) ?? Number.NaN,
  };
}

/** An interval that contains the true mean with 95 % confidence. */
export interface Confidence {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/**
 * Two-sided 95 % quantiles of Student's t, by degrees of freedom from 1; the normal quantile is used beyond
 * them.
 */
const T_95 = [
  12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Returns the confidence interval of the mean; NaN for fewer than two values. */
export function confidence(values: readonly number[]): Confidence {
  const known = sortedNumbers(values);
  const count = known.length;
  const mean = known.reduce((sum, value) => sum + value, 0) / count;
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  const half = (T_95[count - 2] ?? 1.96) * Math.sqrt(variance / count);
  return { mean, low: mean - half, high: mean + half, count };
}

/**
 * Returns the value below which `share` (0 to 1) of `sorted` lies, which is in ascending order; NaN for none. Throws a
 * RangeError for a share in percent.
 */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (share > 1) throw new RangeError(`${share} is not a share: give 0 to 1`);
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return sorted[at] ?? Number.NaN;
}

/** Returns the least-squares slope of y over x; NaN for fewer than two points. */
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
