import { expect, test } from 'vitest';
import { indentJson, jsonBody, jsonLiteral, isJsonContent, type JsonSyntax } from './json-body.ts';

const syntax: JsonSyntax = {
  string: (text) => JSON.stringify(text),
  true: 'true',
  false: 'false',
  null: 'null',
  step: ' ',
};
const type = (value: string): { name: string; value: string }[] => [{ name: 'content-type', value }];

test.each(['application/json', 'application/json; charset=utf-8', 'text/json', 'application/a+json'])(
  '%s is JSON',
  (value) => expect(isJsonContent(type(value))).toBe(true),
);

test.each(['text/plain', 'application/jsonp', 'application/json-seq', 'json', ''])('%s is not', (value) =>
  expect(isJsonContent(type(value))).toBe(false),
);

test.each([
  '{}',
  '[]',
  '[[],{}]',
  '{"a":[1,-2.5,1e3,0.1,100,1.50,0],"b":{"c":null,"d":true,"e":false}}',
  '{"":"\\u0000\\ud800 \\" \\\\ ,:[]{} ","a b":"\u2028"}',
  ' [ 1 , 2 ] ',
  '{"constructor":1,"toString":2}',
])('%s is written as an equal value', (text) => {
  const value = jsonBody(type('application/json'), text);
  expect(value).not.toBeNull();
  const written = jsonLiteral(value, syntax, '').replace(/,\n\s*([\]}])/g, '$1');
  expect(JSON.parse(written)).toEqual(JSON.parse(text));
});

test.each([
  '{"a":1,"a":2}',
  '{"a":1,"\\u0061":2}',
  '{"__proto__":1}',
  '[12345678901234567890]',
  '[1e999]',
  '[-0]',
  '[0.1000000000000000055]',
  '1',
  'null',
  '"a"',
  '{',
  '',
  '['.repeat(60) + ']'.repeat(60),
])('%s stays text', (text) => {
  expect(jsonBody(type('application/json'), text)).toBeNull();
});

test('indented, each string and number is as it was', () => {
  expect(indentJson('{"a":[1.0,{}],"b":"\\u0041:,","c":[],"d":12345678901234567890}')).toBe(
    '{\n  "a": [\n    1.0,\n    {}\n  ],\n  "b": "\\u0041:,",\n  "c": [],\n  "d": 12345678901234567890\n}',
  );
  expect(indentJson('{')).toBeNull();
});
