import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('others wait for a turn in order, and one that leaves takes none', async () => {
  const turns = new Turns(1);
  const { signal } = new AbortController();
  const giveBack = await turns.take(signal);
  expect(turns.isFull).toBe(true);
  const leaves = new AbortController();
  const order: string[] = [];
  const left = turns.take(leaves.signal).catch((error: unknown) => order.push(String(error)));
  const second = turns.take(signal).then((done) => {
    order.push('second');
    return done;
  });
  leaves.abort(new Error('gone'));
  await left;
  giveBack();
  (await second)();
  expect(order).toEqual(['Error: gone', 'second']);
  expect(turns.isFull).toBe(false);
});
