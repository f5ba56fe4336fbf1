import { expect, test } from 'vitest';
import { GenerationalMap } from './generational-map.ts';

test('what was used lately is there, and the rest goes', () => {
  const map = new GenerationalMap<number, string>(10);
  map.set(0, 'kept');
  for (let key = 1; key <= 100; key += 1) {
    map.set(key, `value ${key}`);
    expect(map.get(0)).toBe('kept');
    expect(map.get(key)).toBe(`value ${key}`);
  }
  expect(map.get(92)).toBe('value 92');
  expect(
    Array.from({ length: 101 }, (_, key) => map.get(key)).filter((value) => value !== undefined),
  ).toSatisfy((values: readonly string[]) => values.length <= 20);
  map.set(0, 'other');
  expect(map.get(0)).toBe('other');
});
