import { expect, test } from 'vitest';
import { Topics } from './topics.ts';

const seen = (...messages: readonly (readonly [string, string])[]) => {
  const topics = new Topics();
  for (const [topic, payload] of messages) topics.add(topic, Buffer.from(payload));
  return topics;
};

test('counts by topic and by level', () => {
  const topics = seen(['plant/a/speed', '1'], ['plant/b', '2'], ['plant/a/speed', '3'], ['top', '4']);
  expect(topics.seen()).toEqual({
    topics: [
      { topic: 'plant/a/speed', messages: 2, last: '3' },
      { topic: 'plant/b', messages: 1, last: '2' },
      { topic: 'top', messages: 1, last: '4' },
    ],
    levels: [
      { level: 'plant', topics: 2, messages: 3 },
      { level: 'plant/a', topics: 1, messages: 2 },
    ],
    omitted: 0,
  });
  expect(topics.counts).toEqual({ topics: 3, messages: 4 });
});

test('topics, names and levels are bounded, and what is beyond is counted', () => {
  const many = seen(...Array.from({ length: 10_005 }, (_, at) => [`t${at}/x`, ''] as const));
  expect(many.seen()).toMatchObject({ omitted: 5 });
  expect([many.seen().topics.length, many.seen().levels.length]).toEqual([10_000, 10_000]);
  const long = seen(...Array.from({ length: 100 }, (_, at) => [`${at}${'x'.repeat(65_000)}`, ''] as const));
  expect(long.counts.topics).toBe(64);
  const [deep] = [seen(['/'.repeat(100), '']).seen()];
  expect(deep.levels.length).toBe(20);
});

test('of the last payload, the beginning', () => {
  expect(seen(['a', 'ü'.repeat(2000)]).seen().topics[0]!.last).toBe('ü'.repeat(1000));
});
