import { expect, test } from 'vitest';
import { withoutJsonComments } from './json-comments.ts';

test.each([
  ['{"a": 1} // end', '{"a": 1} '],
  ['{ // one\r\n"a": 1\n// two\n}', '{ \r\n"a": 1\n\n}'],
  ['{/* a\n"b" */"c": /**/ 1}', '{"c":  1}'],
  ['{"url": "http://a/*b*/", "q": "\\"//"}', '{"url": "http://a/*b*/", "q": "\\"//"}'],
  ['{"open": "//\n', '{"open": "//\n'],
  ['{} /* open', '{} '],
  ['{"a": 1}', '{"a": 1}'],
])('%j', (text, sent) => expect(withoutJsonComments(text)).toBe(sent));

test('takes time in proportion to the text', () => {
  const text = '/* '.repeat(500_000) + '"\\'.repeat(500_000);
  expect(withoutJsonComments(text)).toBe('');
});
