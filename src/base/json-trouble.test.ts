import { expect, test } from 'vitest';
import { jsonTrouble } from './json-trouble.ts';

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

test.each(['null', '1', '"__proto__"', '{"a":[{"constructor":{"prototype":1}},2]}'])('%s', (text) => {
  expect(jsonTrouble(JSON.parse(text))).toBeNull();
});

test('a hundred levels, and no more', () => {
  expect(jsonTrouble(nested(100))).toBeNull();
  expect(jsonTrouble(nested(101))).toBe('it is nested more than 100 levels deep');
  expect(jsonTrouble(nested(1_000_000))).toContain('100 levels');
});

test('a field that would be lost', () => {
  expect(jsonTrouble(JSON.parse('{"a":[{"__proto__":1}]}'))).toBe(
    'it has a field "__proto__", which nothing takes',
  );
});
