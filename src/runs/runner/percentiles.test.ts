import { expect, test } from 'vitest';
import { Percentiles } from './percentiles.ts';

test('are within one percent of the values', () => {
  const times = new Percentiles();
  for (let ms = 1000; ms > 0; ms -= 1) times.add(ms);
  const [median = 0, p95 = 0, p99 = 0] = times.at([0.5, 0.95, 0.99]);
  for (const [found, real] of [
    [median, 500],
    [p95, 950],
    [p99, 990],
  ] as const)
    expect(Math.abs(found - real) / real).toBeLessThan(0.011);
  expect([times.min, times.max]).toEqual([1, 1000]);
});

test('of one value are that value, and of none 0', () => {
  const times = new Percentiles();
  expect([times.min, times.max, ...times.at([0.5, 1])]).toEqual([0, 0, 0, 0]);
  times.add(7.5);
  expect([times.min, times.max, ...times.at([0.5, 1])]).toEqual([7.5, 7.5, 7.5, 7.5]);
});
