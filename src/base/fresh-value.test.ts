import { expect, test } from 'vitest';
import { fresh } from './fresh-value.ts';

test('is found out once for a key, until it is too old or forgotten', async () => {
  const asked: string[] = [];
  const load = (key: string): Promise<number> => Promise.resolve(asked.push(key));
  const value = fresh(60_000, load);
  expect([await value.get('a'), await value.get('a'), await value.get('b')]).toEqual([1, 1, 2]);
  value.forget();
  expect(await value.get('b')).toBe(3);
  const old = fresh(-1, load);
  expect([await old.get('c'), await old.get('c')]).toEqual([4, 5]);
});
