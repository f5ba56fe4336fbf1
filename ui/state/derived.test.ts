import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDerived } from './derived.ts';
import { createStore } from './store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function sum() {
  const a = createStore(1);
  const b = createStore(2);
  const derive = vi.fn(() => a.get() + b.get());
  return { a, b, derive, derived: createDerived([a, b], 500, derive) };
}

test('a burst of changes is computed once, at its end the last values', () => {
  const { a, b, derive, derived } = sum();
  const seen: number[] = [];
  derived.subscribe(() => seen.push(derived.get()));
  expect(derived.get()).toBe(3);
  for (let value = 2; value <= 100; value += 1) a.set(value);
  b.set(50);
  vi.advanceTimersByTime(0);
  expect([derive.mock.calls.length, seen]).toEqual([2, [150]]);
  for (let value = 2; value <= 100; value += 1) b.set(value);
  vi.advanceTimersByTime(499);
  expect([derive.mock.calls.length, derived.get()]).toEqual([2, 150]);
  vi.advanceTimersByTime(1);
  expect([derive.mock.calls.length, seen]).toEqual([3, [150, 200]]);
});

test('a change after a quiet time is followed at once', () => {
  const { a, derived } = sum();
  derived.subscribe(() => undefined);
  derived.get();
  vi.advanceTimersByTime(5000);
  a.set(7);
  vi.advanceTimersByTime(0);
  expect(derived.get()).toBe(9);
});

test('nothing is computed while nobody follows, and the value is current when somebody asks', () => {
  const { a, derive, derived } = sum();
  const stop = derived.subscribe(() => undefined);
  expect(derived.get()).toBe(3);
  stop();
  a.set(10);
  vi.advanceTimersByTime(5000);
  expect(derive).toHaveBeenCalledTimes(1);
  expect([derived.get(), derived.get()]).toEqual([12, 12]);
  expect(derive).toHaveBeenCalledTimes(2);
});
