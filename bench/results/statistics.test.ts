import { expect, test } from 'vitest';
import { confidence, median, percentile, spread } from './statistics.ts';

test('the median is the middle value, or the mean of the middle two', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([10, 9, 1, 2])).toBe(5.5);
  expect(median([7])).toBe(7);
});

test('values are compared as numbers, and what was not measured is left out', () => {
  expect(median([100, 20, 3])).toBe(20);
  expect(median([5, Number.NaN, 1, 3])).toBe(3);
});

test('nothing measured is NaN', () => {
  expect(median([])).toBeNaN();
  expect(spread([Number.NaN])).toEqual({ median: Number.NaN, low: Number.NaN, high: Number.NaN });
  expect(percentile([], 0.5)).toBeNaN();
  expect(() => percentile([1], 95)).toThrow('95 is not a share');
});

test('the spread has the extremes and leaves its input as it is', () => {
  const values = [0.4, 0.2, 0.3];
  expect(spread(values)).toEqual({ median: 0.3, low: 0.2, high: 0.4 });
  expect(values).toEqual([0.4, 0.2, 0.3]);
});

test('percentiles of sorted samples, the last one included', () => {
  const sorted = Float64Array.from({ length: 100 }, (_, index) => index + 1);
  expect(percentile(sorted, 0.5)).toBe(51);
  expect(percentile(sorted, 0.99)).toBe(100);
  expect(percentile(sorted, 1)).toBe(100);
});

test('the mean, and how far off it may be', () => {
  // t = 2.776 for four degrees of freedom, a standard error of 0.7071.
  const { mean, low, high, count } = confidence([1, 2, 3, 4, 5]);
  expect([mean, count]).toEqual([3, 5]);
  expect(high - mean).toBeCloseTo(1.963, 3);
  expect(mean - low).toBeCloseTo(1.963, 3);
  expect(confidence([1]).high).toBe(Number.NaN);
});
