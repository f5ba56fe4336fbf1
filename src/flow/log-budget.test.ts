import { beforeEach, expect, test } from 'vitest';
import { LogBudget, type Evictable } from './log-budget.ts';

let evicted: string[];

beforeEach(() => {
  evicted = [];
});

function log(name: string): Evictable {
  return { evict: () => void evicted.push(name) };
}

test('evicts the logs that have been unchanged for longest', () => {
  const budget = new LogBudget(100);
  const [a, b, c] = [log('a'), log('b'), log('c')];
  budget.update(a, 40);
  budget.update(b, 40);
  budget.update(a, 50);
  expect(evicted).toEqual([]);
  budget.update(c, 20);
  expect(evicted).toEqual(['b']);
  budget.update(c, 50);
  expect(evicted).toEqual(['b']);
});

test('keeps the log that has just changed, however large', () => {
  const budget = new LogBudget(100);
  budget.update(log('a'), 10);
  budget.update(log('b'), 1000);
  expect(evicted).toEqual(['a']);
});

test('a removed log no longer counts', () => {
  const budget = new LogBudget(100);
  const a = log('a');
  budget.update(a, 90);
  budget.remove(a);
  budget.remove(a);
  budget.update(log('b'), 60);
  budget.update(log('c'), 40);
  expect(evicted).toEqual([]);
});

test('a lower limit evicts at once', () => {
  const budget = new LogBudget(100);
  budget.update(log('a'), 40);
  budget.update(log('b'), 40);
  budget.resize(50);
  expect(evicted).toEqual(['a']);
  budget.resize(10);
  expect(evicted).toEqual(['a', 'b']);
});
