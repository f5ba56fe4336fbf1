import { expect, test } from 'vitest';
import { locateJsonError } from './json-error.ts';

test.each<[text: string, line: number, column: number, expected: string]>([
  ['', 1, 1, 'a value'],
  ['  \n ', 2, 2, 'a value'],
  ['{"a": 1,}', 1, 9, 'a name in double quotes'],
  ['{a: 1}', 1, 2, 'a name in double quotes, or }'],
  ['{"a" 1}', 1, 6, 'a colon'],
  ['{"a": 1', 1, 8, 'a comma, or }'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma, or }'],
  ['{\r\n  "a": [1,\r\n2,]}', 3, 3, 'a value'],
  ['[1 2]', 1, 4, 'a comma, or ]'],
  ['[1}', 1, 3, 'a comma, or ]'],
  ['{"a": "b\n"}', 1, 7, 'a string with a closing quote'],
  ['{"a": "\\x"}', 1, 7, 'a string with a closing quote'],
  ['{"a": tru}', 1, 7, 'a value'],
  ['{"a": 01}', 1, 7, 'a value'],
  ['{"a": 1.}', 1, 7, 'a value'],
  ['{"a": 1} // done', 1, 10, 'the end of the text'],
  ['{"a": {"b": [[{"c": }]]}}', 1, 21, 'a value'],
])('%j breaks at line %i, column %i, expected %s', (text, line, column, expected) => {
  expect(() => void JSON.parse(text)).toThrow();
  expect(locateJsonError(text)).toMatchObject({ line, column, expected });
});

test.each([
  'null',
  '""',
  '-0.5e+3',
  ' { "a" : [ ] , "b" : { } , "c" : [ 1 , "\\u00e9\\n" , true , false , null , { "d" : 0 } ] } ',
  '['.repeat(50_000) + ']'.repeat(50_000),
  JSON.stringify(`${'é'.repeat(20_000_000)}\n`),
])('%.80j is whole', (text) => {
  expect(locateJsonError(text)).toBeNull();
});

test('agrees with JSON.parse on thousands of damaged texts', () => {
  const whole = '{"a": [1, -2.5e3, {"b": "c\\"d"}], "e": true, "f": {}, "g": []}';
  let broken = 0;
  for (const inserted of ['', ',', '"', '{', '}', '[', ']', ':', '0', ' ', '\\', 'x']) {
    for (let at = 0; at <= whole.length; at += 1) {
      for (let cut = 0; cut <= 2; cut += 1) {
        const text = whole.slice(0, at) + inserted + whole.slice(at + cut);
        const parses = isJson(text);
        if (!parses) broken += 1;
        expect(locateJsonError(text) === null, text).toBe(parses);
      }
    }
  }
  expect(broken).toBeGreaterThan(1000);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
