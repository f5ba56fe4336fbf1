import { expect, test } from 'vitest';
import { mergePatch, patchBetween } from './merge-patch.ts';

test.each([
  // The examples of RFC 7396, appendix A, without those whose result is null.
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j with %j is %j', (value, patch, result) => {
  expect(mergePatch(value, patch)).toEqual(result);
});

test.each([
  [{ a: 1, b: { c: 2, d: 3 } }, { b: { c: 2, d: 4, e: 5 } }],
  [{ a: [1, 2] }, { a: [1, 2, 3] }],
  [{ a: { b: 1 } }, { a: 'text' }],
  [{}, { '404': 'status:404', name: '' }],
])('the patch from %j to %j leads there', (before, after) => {
  expect(mergePatch(before, patchBetween(before, after))).toEqual(after);
});

test('equal values need no patch, and a name of the prototype is a name', () => {
  expect(patchBetween({ a: { b: [1] } }, { a: { b: [1] } })).toBeUndefined();
  const named = JSON.parse('{"__proto__": {"a": 1}}') as object;
  expect(patchBetween({}, named)).toEqual(named);
  expect(JSON.stringify(mergePatch({}, named))).toBe('{"__proto__":{"a":1}}');
});
