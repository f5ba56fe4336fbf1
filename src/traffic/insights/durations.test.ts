import { expect, test } from 'vitest';
import { Durations } from './durations.ts';

const of = (values: readonly number[]): Durations => {
  const durations = new Durations();
  for (const value of values) durations.add(value);
  return durations;
};

test('no, one and few values', () => {
  expect(of([]).percentile(0.5)).toBe(null);
  expect([0, 0.5, 0.95, 1].map((share) => of([7.4]).percentile(share))).toEqual([7, 7, 7, 7]);
  const twenty = of(Array.from({ length: 20 }, (_, index) => 200 - index * 10));
  expect([0.5, 0.95].map((share) => twenty.percentile(share))).toEqual([100, 190]);
});

test('many values, within one percent', () => {
  const many = of(Array.from({ length: 50_000 }, (_, index) => (index * 7919) % 50_000));
  for (const [share, exact] of [
    [0.5, 25_000],
    [0.95, 47_500],
    [1, 49_999],
  ] as const)
    expect(Math.abs((many.percentile(share) ?? 0) - exact) / exact).toBeLessThan(0.01);
  expect(of(Array<number>(5000).fill(0)).percentile(0.5)).toBe(0);
});
