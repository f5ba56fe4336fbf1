import { expect, test } from 'vitest';
import { jsonPathValues } from '../../../../src/base/json-path.ts';
import { jsonLines } from './json-lines.ts';

const VALUE = { id: 'a', list: [1, { "it's": null }], empty: {}, 'a b': true };

test('each line has the path of its value', () => {
  const lines = jsonLines(JSON.stringify(VALUE))!;
  expect(lines.map(({ name, text }) => (name === null ? text : `${name}: ${text}`))).toEqual([
    '{',
    'id: "a"',
    'list: [',
    '0: 1',
    '1: {',
    "it's: null",
    '}',
    ']',
    'empty: {}',
    'a b: true',
    '}',
  ]);
  for (const { path, text, type } of lines) {
    const [found] = jsonPathValues(path, VALUE);
    if (type !== 'holder') expect(JSON.stringify(found)).toBe(text);
    else expect(typeof found).toBe('object');
  }
});

test('what is no JSON has no lines; long texts are cut', () => {
  expect(jsonLines('<a>')).toBeNull();
  expect(jsonLines(JSON.stringify('x'.repeat(1000)))?.[0]?.text).toMatch(/^"x{299}… 1002 characters$/);
});
