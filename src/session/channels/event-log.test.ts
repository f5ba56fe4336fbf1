import { expect, test } from 'vitest';
import { EventLog, type ChannelEvent } from './event-log.ts';

const event = (number: number, size = 1): ChannelEvent => ({
  number,
  type: 'message',
  time: 0,
  size,
  fields: () => ({}),
});
const numbers = (log: EventLog, after: number, max = 100): readonly number[] =>
  log.after(after, max).map((each) => each.number);

test('events after a number, whatever the gaps', () => {
  const log = new EventLog();
  for (const number of [2, 5, 9]) log.add(event(number));
  expect([0, 2, 4, 5, 9].map((after) => numbers(log, after))).toEqual([[2, 5, 9], [5, 9], [5, 9], [9], []]);
  expect(numbers(log, 0, 2)).toEqual([2, 5]);
});

test('the oldest leave it by number and by size, and are counted', () => {
  const log = new EventLog({ maxEvents: 3, maxBytes: 10 });
  for (let number = 1; number <= 5; number += 1) log.add(event(number));
  expect(numbers(log, 0)).toEqual([3, 4, 5]);
  log.add(event(6, 9));
  expect(numbers(log, 0)).toEqual([5, 6]);
  expect([log.dropped, log.lastDropped, log.bytes]).toEqual([4, 4, 10]);
});

test('the newest stays, however large it is', () => {
  const log = new EventLog({ maxEvents: 3, maxBytes: 10 });
  log.add(event(1));
  log.add(event(2, 1000));
  expect(numbers(log, 0)).toEqual([2]);
});

test('a long log gives what it holds', () => {
  const log = new EventLog({ maxEvents: 10, maxBytes: 1e9 });
  for (let number = 1; number <= 20_000; number += 1) log.add(event(number));
  expect(numbers(log, 0)).toEqual([
    19_991, 19_992, 19_993, 19_994, 19_995, 19_996, 19_997, 19_998, 19_999, 20_000,
  ]);
});
