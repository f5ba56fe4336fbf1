import { describe, expect, test } from 'vitest';
import { parseLenientYaml } from './lenient-yaml.ts';

const read = (text: string): unknown => parseLenientYaml(text, { numbersAsText: true }).value;

describe('what is sure', () => {
  test.each([
    ['url: {{base}}/x', { url: '{{base}}/x' }],
    ['a:\n  - key: x\n    value: {{X}}', { a: [{ key: 'x', value: '{{X}}' }] }],
    ['list:\n  - {{a}}\n  - {{b}}', { list: ['{{a}}', '{{b}}'] }],
    ['description: Returns { a: "b" }', { description: 'Returns { a: "b" }' }],
    ['a:\n\tb: c', { a: { b: 'c' } }],
    ['schema: {\n  type: object\n}\nnext: 1', { schema: { type: 'object' }, next: '1' }],
    ['value: {{X}}\r\nnext: 1\r\n', { value: '{{X}}', next: '1' }],
    ['order: 5300000000000000001', { order: '5300000000000000001' }],
  ])('%j', (text, value) => {
    expect(read(text)).toEqual(value);
  });

  test('each repair is named with its line', () => {
    const { repairs } = parseLenientYaml('name: x\nurl: {{base}}/x\nother: {{y}}\n');
    expect(repairs).toEqual([
      'line 2: {{base}}/x was read as if it were quoted',
      'line 3: {{y}} was read as if it were quoted',
    ]);
  });

  test('braces in a block of text stay as they are', () => {
    expect(read('body: |-\n  {"a": {{x}}}\n  b: {{y}}\nurl: {{base}}')).toEqual({
      body: '{"a": {{x}}}\nb: {{y}}',
      url: '{{base}}',
    });
  });
});

test.each([
  ['a: 1\nb: 2\na: 3', /^line 3: duplicated/],
  ['a: [1, 2\nb: 3', /^line 2/],
  ['a: "b\nc: d', /^line/],
  ['<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> x', /^line/],
])('%j is refused with its line', (text, reason) => {
  expect(() => read(text)).toThrow(reason);
});
