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
