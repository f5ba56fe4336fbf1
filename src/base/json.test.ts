import { expect, test } from 'vitest';
import { parseJson, unsafeJsonReason } from './json.ts';

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

test.each(['null', '1', '"__proto__"', '{"a":[{"constructor":{"prototype":1}},2]}'])('%s', (text) => {
  expect(unsafeJsonReason(JSON.parse(text))).toBeNull();
});

test('a hundred levels, and no more', () => {
  expect(unsafeJsonReason(nested(100))).toBeNull();
  expect(unsafeJsonReason(nested(101))).toBe('it is nested more than 100 levels deep');
  expect(unsafeJsonReason(nested(1_000_000))).toContain('100 levels');
});

test('a field that would be lost', () => {
  expect(unsafeJsonReason(JSON.parse('{"a":[{"__proto__":1}]}'))).toBe(
    'it has a field "__proto__", which is not allowed',
  );
});

test('a text that is not JSON is an error that says where and what is expected', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(() => parseJson('{\n  "a" 1}')).toThrow('invalid JSON at line 2, column 7: expected a colon');
});
