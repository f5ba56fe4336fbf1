import { expect, test } from 'vitest';
import { fieldTitle, valueText } from './field-text.ts';

test.each([
  ['url', 'URL'],
  ['headers[X-Client].value', 'Header X-Client'],
  ['headers[X-Client].enabled', 'Header X-Client, enabled'],
  ['scripts.test', 'After script'],
  ['body.text', 'Body, text'],
  ['auth.token', 'Authorization, token'],
  ['order', 'Order'],
])('%s is shown as %s', (field, title) => {
  expect(fieldTitle(field)).toBe(title);
});

test('values are texts', () => {
  expect([undefined, '', 'a', 5, { b: 1 }].map(valueText)).toEqual([null, '', 'a', '5', '{\n  "b": 1\n}']);
  const parts = [{ name: 'A', value: 'b', enabled: false }, { type: 'raw', text: '{}' }, { type: 'none' }];
  expect(parts.map(valueText)).toEqual(['b (off)', '{}', 'none']);
});
