import { expect, test } from 'vitest';
import { jsonTokens } from './json-tokens.ts';

const kinds = (line: string): readonly string[] =>
  jsonTokens(line).map(({ start, end, kind }) => `${kind} ${line.slice(start, end)}`);

test.each([
  ['  "id": "ch_1",', ['key "id"', 'string "ch_1"']],
  ['  "a \\" b" : -1.5e+3', ['key "a \\" b"', 'number -1.5e+3']],
  ['[true, null, "true"]', ['atom true', 'atom null', 'string "true"']],
  ['  },', []],
  [`"${'x'.repeat(3000)}"`, []],
])('%s', (line, expected) => {
  expect(kinds(line)).toEqual(expected);
});
