import { expect, test } from 'vitest';
import { type Clocks, ScanBudget } from './scan-budget.ts';

const busy = (now: number): Clocks => ({ now, idle: 0 });

test('scans follow one another at once until 400 ms of scanning are done', () => {
  const budget = new ScanBudget(busy(0));
  for (let scan = 0; scan < 80; scan += 1) {
    expect(budget.delay(busy(0))).toBe(0);
    budget.spend(5, busy(0));
  }
  expect(budget.delay(busy(0))).toBe(0);
  budget.spend(6, busy(0));
  expect(budget.delay(busy(0))).toBe(8);
});

test.each([
  ['the whole time busy', 0, 0.25],
  ['half of it', 0.5, 0.375],
  ['idle', 1, 0.75],
])('over time they take a share, beside a thread that is %s', (_what, idleShare, expected) => {
  let clocks = busy(0);
  const pass = (ms: number): void => {
    clocks = { now: clocks.now + ms, idle: clocks.idle + ms * idleShare };
  };
  const budget = new ScanBudget(clocks);
  let scanned = 0;
  while (clocks.now < 60_000) {
    for (let delay = budget.delay(clocks); delay > 0; delay = budget.delay(clocks)) pass(Math.max(delay, 1));
    pass(5);
    scanned += 5;
    budget.spend(5, clocks);
  }
  expect(scanned / clocks.now).toBeCloseTo(expected, 1);
});

test('a pause earns the burst again, and no more', () => {
  const budget = new ScanBudget(busy(0));
  budget.spend(600, busy(600));
  expect(budget.delay(busy(1_000_000))).toBe(0);
  budget.spend(400, busy(1_000_000));
  expect(budget.delay(busy(1_000_000))).toBe(0);
  budget.spend(3, busy(1_000_000));
  expect(budget.delay(busy(1_000_000))).toBe(4);
});

test('even a scan of a minute is paid off in 1.6 seconds', () => {
  const budget = new ScanBudget(busy(0));
  budget.spend(60_000, busy(0));
  expect(budget.delay(busy(1599))).toBeGreaterThan(0);
  expect(budget.delay(busy(1600))).toBe(0);
});
