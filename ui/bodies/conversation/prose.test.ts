import { expect, test } from 'vitest';
import { beginning, indentedJson, paragraphs, spansOf, visible } from './prose.ts';

test('paragraphs, with their lines', () => {
  expect(paragraphs('one\ntwo\n\n \nthree\n\n')).toEqual(['one\ntwo', 'three']);
  expect(paragraphs('\n\n')).toEqual([]);
});

test('what cannot be seen is made visible', () => {
  expect(visible('a\u202eb\u0000c\x1b[31m\td\r\ne')).toBe('a⟨U+202E⟩b⟨U+0000⟩c⟨U+001B⟩[31m\td\ne');
});

test('a long text has a beginning', () => {
  expect(beginning('short')).toBeNull();
  expect(beginning('word '.repeat(1000))).toMatch(/^(?:word )+word$/);
  expect(beginning('x'.repeat(1_000_000))).toHaveLength(1200);
});

test('JSON in lines', () => {
  expect(indentedJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(indentedJson('{"a":')).toBeNull();
  expect(indentedJson('12')).toBeNull();
});

test('bold and code in a paragraph; all else is text', () => {
  expect(spansOf('at **09:12**, `a*b` is <b>late</b> **')).toEqual([
    { type: 'plain', text: 'at ' },
    { type: 'bold', text: '09:12' },
    { type: 'plain', text: ', ' },
    { type: 'code', text: 'a*b' },
    { type: 'plain', text: ' is <b>late</b> **' },
  ]);
});
