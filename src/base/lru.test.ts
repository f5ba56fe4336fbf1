import { expect, test } from 'vitest';
import { Lru } from './lru.ts';

const value = (id: number): { readonly id: number } => ({ id });

test('the entry unused for longest goes first, and reading counts as use', () => {
  const lru = new Lru<string, { readonly id: number }>(2);
  lru.set('a', value(1));
  lru.set('b', value(2));
  expect(lru.get('a')).toEqual({ id: 1 });
  lru.set('c', value(3));
  expect(lru.get('b')).toBeUndefined();
  expect(lru.get('a')).toEqual({ id: 1 });
  expect(lru.get('c')).toEqual({ id: 3 });
});

test('entries go in the order of their last use, however many went before', () => {
  const lru = new Lru<number, { readonly id: number }>(3);
  for (let key = 1; key <= 1000; key += 1) {
    lru.set(key, value(key));
    // The first one is used again and again, and stays.
    expect(lru.get(1)).toEqual({ id: 1 });
  }
  expect([1, 998, 999, 1000].map((key) => lru.get(key)?.id)).toEqual([1, undefined, 999, 1000]);
});

test('replacing an entry drops no other and makes it the newest', () => {
  const lru = new Lru<string, { readonly id: number }>(2);
  lru.set('a', value(1));
  lru.set('b', value(2));
  lru.set('a', value(3));
  expect(lru.get('b')).toEqual({ id: 2 });
  expect(lru.get('a')).toEqual({ id: 3 });
  lru.set('c', value(4));
  expect(lru.get('b')).toBeUndefined();
});
