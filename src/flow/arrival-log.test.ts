import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ArrivalLog } from './arrival-log.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Adds offsets at these times. */
function logOf(entries: readonly (readonly [time: number, end: number])[]): ArrivalLog {
  const log = new ArrivalLog();
  for (const [time, end] of entries) {
    vi.setSystemTime(time);
    log.add(end);
  }
  return log;
}

test('a message has the time of the read that completed it', () => {
  const log = logOf([
    [1000, 10],
    [2000, 15],
    [3000, 100],
  ]);
  expect([1, 10, 11, 15, 16, 100].map((end) => log.timeOf(end))).toEqual([
    1000, 1000, 2000, 2000, 3000, 3000,
  ]);
  expect([log.timeOf(101), new ArrivalLog().timeOf(1)]).toEqual([null, null]);
});

test('is bounded: what arrives later has no time', () => {
  const log = logOf(Array.from({ length: 10_005 }, (_, at) => [at, at + 1] as const));
  expect(log.timeOf(10_000)).toBe(9999);
  expect(log.timeOf(10_001)).toBeNull();
});
