import { expect, test } from 'vitest';
import { isSameJson } from './same-json.ts';

test('JSON is compared by value', () => {
  expect(isSameJson({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] })).toBe(true);
  for (const other of [{ a: 1 }, { a: [1, 2] }, [1], null, 'a'])
    expect(isSameJson({ a: [1] }, other)).toBe(false);
});
