import { expect, test } from 'vitest';
import { ScriptLog } from './script-log.ts';

test('returns lines in order, the newest last', () => {
  const log = new ScriptLog();
  log.add('log', 'A', 'first');
  log.add('error', 'B', 'second');
  expect(log.entries(100)).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'log',
      script: 'A',
      message: 'first',
    },
    expect.objectContaining({ level: 'error', script: 'B', message: 'second' }),
  ]);
  expect(log.entries(1).map(({ message }) => message)).toEqual(['second']);
  expect(log.entries(0)).toEqual([]);
});

test('keeps the last 1,000 lines', () => {
  const log = new ScriptLog();
  for (let line = 1; line <= 2500; line += 1) log.add('log', 'A', String(line));
  const entries = log.entries(100_000);
  expect(entries).toHaveLength(1000);
  expect(entries[0]?.message).toBe('1501');
  expect(entries.at(-1)?.message).toBe('2500');
});

test('truncates a long line', () => {
  const log = new ScriptLog();
  log.add('log', 'n'.repeat(5000), 'x'.repeat(10_003));
  const [entry] = log.entries(1);
  expect(entry?.message).toBe(`${'x'.repeat(10_000)} [3 characters left out]`);
  expect(entry?.script).toHaveLength(200);
});
