import { expect, test } from 'vitest';
import { ScanBudget } from './scan-budget.ts';

test('scans follow one another at once until 400 ms of scanning are done', () => {
  const budget = new ScanBudget(0);
  for (let scan = 0; scan < 80; scan += 1) {
    expect(budget.delay(0)).toBe(0);
    budget.spend(5, 0);
  }
  expect(budget.delay(0)).toBe(0);
  budget.spend(5, 0);
  expect(budget.delay(0)).toBe(20);
});

test('over time they take a quarter', () => {
  const budget = new ScanBudget(0);
  let now = 0;
  let scanned = 0;
  while (now < 60_000) {
    now += budget.delay(now) + 5;
    scanned += 5;
    budget.spend(5, now);
  }
  expect(scanned / now).toBeGreaterThan(0.25);
  expect(scanned / now).toBeLessThan(0.26);
});

test('a pause earns the burst again, and no more', () => {
  const budget = new ScanBudget(0);
  budget.spend(600, 600);
  expect(budget.delay(1_000_000)).toBe(0);
  budget.spend(400, 1_000_000);
  expect(budget.delay(1_000_000)).toBe(0);
  budget.spend(1, 1_000_000);
  expect(budget.delay(1_000_000)).toBe(4);
});

test('after a scan of a minute the wait is 1.6 seconds', () => {
  const budget = new ScanBudget(0);
  budget.spend(60_000, 0);
  expect(budget.delay(0)).toBe(1600);
});
