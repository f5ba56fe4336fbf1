import { expect, test } from 'vitest';
import { comparedFigures, differingOptions } from './comparison.ts';

const marks = (before: Record<string, number>, now: Record<string, number>) =>
  Object.fromEntries(comparedFigures(before, now).map(({ metric, mark }) => [metric, mark]));

test('changes below 5 % are not marked; more is better for the rate, and worse for the rest', () => {
  expect(marks({ p95: 100, avg: 100, rps: 100 }, { p95: 104.9, avg: 95.1, rps: 95.1 })).toEqual({
    p95: null,
    avg: null,
    rps: null,
  });
  expect(
    marks({ p95: 100, avg: 100, rps: 100, 'errors%': 0 }, { p95: 105, avg: 95, rps: 106, 'errors%': 1 }),
  ).toEqual({
    p95: 'worse',
    avg: 'better',
    rps: 'better',
    'errors%': 'worse',
  });
  expect(marks({ rps: 100 }, { rps: 90 })).toEqual({ rps: 'worse' });
});

test('totals depend on the length and are not marked; nothing is divided by 0', () => {
  expect(comparedFigures({ requests: 10, errors: 0 }, { requests: 1000, errors: 5 })).toMatchObject([
    { metric: 'errors', change: null, mark: null },
    { metric: 'requests', change: 99, mark: null },
  ]);
});

test('options that differ are named, those that only one has among them', () => {
  expect(
    differingOptions({ users: 10, only: ['a'], rate: null }, { users: 20, only: ['a'], dataset: 'users' }),
  ).toEqual([
    { option: 'users', before: 10, now: 20 },
    { option: 'dataset', before: null, now: 'users' },
  ]);
});
