import { describe, expect, test } from 'vitest';
import { BoundedLog, type LogEntry } from './bounded-log.ts';
import { LogBudget } from './log-budget.ts';

const MIB = 1024 * 1024;

function held(log: BoundedLog<LogEntry>): number {
  return log.entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

describe('recent entries', () => {
  test('are the last 200', () => {
    const log = new BoundedLog(new LogBudget(MIB));
    for (let n = 0; n < 250; n += 1) log.add({ bytes: Buffer.from([n]) });
    expect(log.entries.map(({ bytes }) => bytes[0])).toEqual(Array.from({ length: 200 }, (_, at) => at + 50));
  });

  test('take at most 4 MiB: the oldest keep only their beginning', () => {
    const log = new BoundedLog(new LogBudget(100 * MIB));
    for (let n = 0; n < 100; n += 1) {
      log.add({ bytes: Buffer.alloc(MIB, n) });
      expect(held(log)).toBeLessThanOrEqual(4 * MIB);
    }
    const lengths = log.entries.map(({ bytes }) => bytes.length);
    expect(lengths.slice(0, 97)).toEqual(Array(97).fill(1024));
    expect(lengths.slice(97)).toEqual([MIB, MIB, MIB]);
    expect(log.entries[5]!.bytes[1023]).toBe(5);
    // A truncated entry does not retain the memory of the whole.
    expect(log.entries[5]!.bytes.buffer.byteLength).toBeLessThan(MIB);
  });

  test('can get their bytes later, unless they were removed', () => {
    const log = new BoundedLog(new LogBudget(100 * MIB));
    const [first, second] = [{ bytes: Buffer.alloc(0) }, { bytes: Buffer.alloc(0) }];
    log.add(first);
    log.add(second);
    log.fill(first, Buffer.alloc(3 * MIB));
    log.fill(second, Buffer.alloc(3 * MIB));
    expect([first.bytes.length, second.bytes.length]).toEqual([1024, 3 * MIB]);
    const removed = { bytes: Buffer.alloc(0) };
    log.fill(removed, Buffer.alloc(10));
    expect(removed.bytes.length).toBe(0);
  });

  test('are evicted when all logs exceed the budget, the longest unchanged first', () => {
    const budget = new LogBudget(MIB);
    const [first, second, third] = [new BoundedLog(budget), new BoundedLog(budget), new BoundedLog(budget)];
    first.add({ bytes: Buffer.alloc(400_000) });
    second.add({ bytes: Buffer.alloc(400_000) });
    first.add({ bytes: Buffer.alloc(20_000) });
    third.add({ bytes: Buffer.alloc(400_000) });
    expect([first, second, third].map(({ entries }) => entries.length)).toEqual([2, 0, 1]);
    second.add({ bytes: Buffer.alloc(100) });
    expect(second.entries).toHaveLength(1);
  });

  test('are dropped with their flow', () => {
    const budget = new LogBudget(MIB);
    const log = new BoundedLog(budget);
    log.add({ bytes: Buffer.alloc(900_000) });
    log.release();
    log.add({ bytes: Buffer.alloc(10) });
    expect(log.entries).toEqual([]);
    const other = new BoundedLog(budget);
    other.add({ bytes: Buffer.alloc(900_000) });
    expect(other.entries).toHaveLength(1);
  });
});
