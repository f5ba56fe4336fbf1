import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CollectOptions } from './collector.ts';
import { collector } from './collector.ts';
import { releaseMemoryWhenIdle } from './idle-memory.ts';

const MB = 1_000_000;
const calls: CollectOptions[] = [];
let cpuMs = 0;
let heap = { heapTotal: 40 * MB, heapUsed: 20 * MB };
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  calls.length = 0;
  cpuMs = 0;
  heap = { heapTotal: 40 * MB, heapUsed: 20 * MB };
  const usage = {
    cpuUsage: () => ({ user: cpuMs * 1000, system: 0 }),
    memoryUsage: () => heap,
  };
  stop = releaseMemoryWhenIdle({ usage, collect });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

function collect(options: CollectOptions): void {
  calls.push(options);
  heap = { ...heap, heapTotal: 25 * MB };
}

/** Lets half a second pass, of which the process was busy for `busyMs`. */
function pass(busyMs: number): void {
  cpuMs += busyMs;
  vi.advanceTimersByTime(500);
}

/** Lets a minute and a half without work pass. */
function rest(): void {
  for (let at = 0; at < 180; at += 1) pass(5);
}

test('collects once when nothing has happened for a minute', () => {
  for (const busy of [400, 400, 400]) pass(busy);
  for (let at = 0; at < 119; at += 1) pass(5);
  expect(calls).toEqual([]);
  pass(5);
  expect(calls).toEqual([{ type: 'major', flavor: 'last-resort' }]);
  rest();
  expect(calls).toHaveLength(1);
});

test('another time may be asked for', () => {
  stop();
  stop = releaseMemoryWhenIdle({ usage: { ...process, memoryUsage: () => heap }, collect, idleMs: 1000 });
  vi.advanceTimersByTime(500);
  expect(calls).toHaveLength(0);
  vi.advanceTimersByTime(500);
  expect(calls).toHaveLength(1);
});

test('pauses between bursts are left alone', () => {
  for (let burst = 0; burst < 50; burst += 1) for (const busy of [400, 0, 0, 0, 0]) pass(busy);
  expect(calls).toEqual([]);
});

test('collects again only after the heap has grown', () => {
  rest();
  pass(400);
  rest();
  expect(calls).toHaveLength(1);
  heap = { ...heap, heapTotal: 40 * MB };
  pass(400);
  rest();
  expect(calls).toHaveLength(2);
});

test('leaves a large heap alone, whose collection would be noticed', () => {
  heap = { heapTotal: 400 * MB, heapUsed: 300 * MB };
  pass(400);
  rest();
  expect(calls).toEqual([]);
});

test('the collector frees what nobody holds', async () => {
  vi.useRealTimers();
  let held: object | null = { big: new Array(1000).fill(1) };
  const weak = new WeakRef(held);
  held = null;
  await new Promise((resolve) => setTimeout(resolve, 1));
  collector()({ type: 'major', flavor: 'last-resort' });
  expect(weak.deref()).toBeUndefined();
});
