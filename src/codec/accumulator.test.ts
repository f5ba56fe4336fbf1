import { expect, test } from 'vitest';
import { Accumulator } from './accumulator.ts';

test('what comes in one piece takes no more room than that', () => {
  const gathered = new Accumulator();
  gathered.add(Buffer.from('xabcx'), 1, 4);
  expect(gathered.bytes.length).toBe(3);
  expect(gathered.take().toString()).toBe('abc');
  expect(gathered.take().length).toBe(0);
});

test('pieces of one byte are joined, and little room is wasted', () => {
  const gathered = new Accumulator();
  const source = Buffer.from('0123456789'.repeat(77));
  for (let at = 0; at < source.length; at += 1) gathered.add(source, at, at + 1);
  expect(gathered.length).toBe(source.length);
  expect(gathered.take()).toEqual(source);
});
