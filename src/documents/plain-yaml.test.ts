// The texts that the fast reader takes, and those that it leaves to the whole parser. test/collections/plain-yaml.test.ts compares both.
import { expect, test } from 'vitest';
import { parsePlainYaml } from './plain-yaml.ts';
import { writeYaml } from './yaml.ts';

test('what we write', () => {
  const value = {
    id: '24f779be-78e2-8e2f-8869-9186dca7880b',
    name: 'Request 1: “ü” 😀',
    empty: '',
    none: null,
    on2: true,
    count: 42,
    list: [],
    object: {},
    headers: [
      { name: 'Accept', value: 'a/b', enabled: false },
      { name: 'Two', value: '{{a}}' },
    ],
    order: ['a', 'b/', 'true'],
    inner: { inner: { inner: [['deep', 1], ['x']] } },
    body: { text: '{\n  "a": [\n\n    1\n  ]\n}' },
    spaced: 'a\n  b\n\n\n',
    script: "pm.test('a', () => {\n\tok();\n});\n",
  };
  expect(parsePlainYaml(writeYaml(value))).toEqual(value);
});

test.each([
  ['', 'nothing'],
  ['a: b: c\n', 'an error'],
  ['a: b\n  c\n', 'a text on two lines'],
  ['a: b\n\nc: d\n', 'an empty line'],
  ['a: 1\na: 2\n', 'a key twice'],
  ['a: b # why\n', 'a comment'],
  ['a:\n- b\n', 'a list that is not indented'],
  ['a: |2\n    b\n', 'an indentation that is given'],
  ["a: 'b'\n", 'single quotes'],
  ['a: "\\x41"\n', 'an escape that JSON has not'],
  ['a: &b c\n', 'an anchor'],
  ['a: 1.50\n', 'a number with a point'],
  ['a: 0x1f\n', 'a number of base 16'],
  ['a: True\n', 'a word in another case'],
  ['true: a\n', 'a key that is a word'],
  ['a: [b]\n', 'a list on one line'],
  ['a:\n', 'a value that is not there'],
  ['- a\n', 'a list alone'],
  ['a: b\r\n', 'line ends of Windows'],
  ['a: b\u0000\n', 'a control character'],
])('%j is left to the whole parser: %s', (text) => {
  expect(parsePlainYaml(text)).toBeUndefined();
});

test('a text of any length', () => {
  const text = 'x"\n'.repeat(5_000_000);
  expect(parsePlainYaml(`a: ${JSON.stringify(text)}\n`)).toEqual({ a: text });
});

test('nesting is bounded', () => {
  const deep = Array.from({ length: 150 }, (_, at) => `${'  '.repeat(at)}a:\n`).join('');
  expect(parsePlainYaml(`${deep}${'  '.repeat(150)}a: b\n`)).toBeUndefined();
});
