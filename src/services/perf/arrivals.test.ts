import { expect, test } from 'vitest';
import { Arrivals } from './arrivals.ts';
import { PROFILE_POINTS } from './profile.ts';

test('iterations are due by the rate, at their planned times', () => {
  const arrivals = new Arrivals({ rate: 100, points: PROFILE_POINTS.fixed, durationMs: 1000 });
  arrivals.advance(50);
  expect(arrivals.waiting).toBe(5);
  expect([arrivals.take(), arrivals.take()]).toEqual([10, 20]);
  arrivals.advance(1000);
  expect(arrivals.waiting).toBe(98);
  expect(arrivals.take()).toBe(30);
});

test('what became due just now counts from now', () => {
  const arrivals = new Arrivals({ rate: 1000, points: PROFILE_POINTS.fixed, durationMs: 1000 });
  arrivals.advance(2);
  expect([arrivals.take(), arrivals.take()]).toEqual([2, 2]);
});

test('shares have all iterations together, each once', () => {
  const shares = [0, 1, 2].map(
    (share) => new Arrivals({ rate: 100, points: PROFILE_POINTS.fixed, durationMs: 1000, share, shares: 3 }),
  );
  const waiting = (elapsed: number): readonly number[] =>
    shares.map((each) => {
      each.advance(elapsed);
      return each.waiting;
    });
  expect(waiting(10)).toEqual([1, 0, 0]);
  expect(waiting(50)).toEqual([2, 2, 1]);
  expect(waiting(1000)).toEqual([34, 33, 33]);
});

test('a profile makes its share of them, also in long tests', () => {
  const arrivals = new Arrivals({ rate: 20_000, points: PROFILE_POINTS.rampUp, durationMs: 2000 });
  let taken = 0;
  for (let elapsed = 0; elapsed <= 2000; elapsed += 20) {
    arrivals.advance(elapsed);
    while (arrivals.waiting > 0) {
      arrivals.take();
      taken += 1;
    }
  }
  // A quarter of the load for a quarter of the time, then half of it on the way up, then all.
  expect(taken).toBe(40_000 * (0.25 * 0.25 + 0.5 * 0.625 + 0.25));
});
