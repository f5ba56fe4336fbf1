import { describe, expect, test } from 'vitest';
import { formatJson } from '../../../src/codec/json-text.ts';
import { seeded } from '../../../test/fuzz/random.ts';
import { indexJson } from './json-index.ts';
import { JsonValues } from './json-values.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const valuesOf = (text: string, isCut = false): JsonValues => new JsonValues(indexJson(encode(text), isCut));
/** Paths and sources of all values. */
const listed = (values: JsonValues): readonly (readonly [string, string])[] =>
  Array.from({ length: values.index.count }, (_, at) => [values.pathOf(at), values.sourceOf(at)] as const);

test('values with their paths, as they were sent', () => {
  expect(
    listed(valuesOf('{"a": [1.10, {"b\\"c":null}, [] ], "é":"\\u00e9", "a":12345678901234567890}')),
  ).toEqual([
    ['$', '{"a": [1.10, {"b\\"c":null}, [] ], "é":"\\u00e9", "a":12345678901234567890}'],
    ['$.a', '[1.10, {"b\\"c":null}, [] ]'],
    ['$.a[0]', '1.10'],
    ['$.a[1]', '{"b\\"c":null}'],
    ['$.a[1]["b\\"c"]', 'null'],
    ['$.a[2]', '[]'],
    ['$["é"]', '"\\u00e9"'],
    ['$.a', '12345678901234567890'],
  ]);
});

test('values in lines', () => {
  expect(listed(valuesOf('{"a":1}\n[2]\n\n3\n'))).toEqual([
    ['$[0]', '{"a":1}'],
    ['$[0].a', '1'],
    ['$[1]', '[2]'],
    ['$[1][0]', '2'],
    ['$[2]', '3'],
  ]);
});

describe('errors are those of the text view', () => {
  const samples = [
    '',
    '{"a":1,\n "b":}',
    '{"a" 1}',
    '[1,]',
    '[01]',
    '{"a":1,}',
    '"a\u0001"',
    '"a\\x"',
    '"\\u12g4"',
    '[1 2]',
    '1 2',
    '{]',
    '[}',
    'nul',
    '"a',
    '-',
    '{"a":tru}',
  ];
  test.each(samples)('%j', (text) => {
    const { error } = indexJson(encode(text));
    expect(error).toEqual(formatJson(text, Infinity, true).error);
    expect(indexJson(encode(text), true).error).toEqual(formatJson(text, Infinity, true, true).error);
  });

  test('of random texts', () => {
    const parts = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"\\n"',
      '1',
      '-2.5e3',
      'true',
      'null',
      ' ',
      '\n',
      '0',
      '"',
      'x',
    ];
    let valid = 0;
    for (let seed = 0; seed < 20_000; seed += 1) {
      const random = seeded(seed);
      const text = Array.from({ length: random.int(9) }, () => random.pick(parts)).join('');
      const isCut = random.oneIn(2);
      const { error } = indexJson(encode(text), isCut);
      expect(error, JSON.stringify(text)).toEqual(formatJson(text, Infinity, true, isCut).error);
      if (error === null) valid += 1;
    }
    expect(valid).toBeGreaterThan(1000);
  });
});

test('a text that was cut has the values that are there', () => {
  const values = valuesOf('{"a":["long te', true);
  expect(values.index.error).toBeNull();
  expect([values.textOf(2), values.sizeOf(0)]).toEqual(['long te', 1]);
  expect(valuesOf('{"a":"x\\u00', true).textOf(1)).toBe('x');
  expect(valuesOf('{"a":tru', true).textOf(1)).toBe('tru');
});

test('deep and many values', () => {
  const deep = valuesOf('['.repeat(100_000) + ']'.repeat(100_000));
  expect([deep.index.count, deep.levelOf(99_999), deep.index.error]).toEqual([100_000, 99_999, null]);
  const bounded = indexJson(encode(`[${'1,'.repeat(1000)}1]`), false, 100);
  expect([bounded.count, bounded.error, bounded.length]).toEqual([100, null, 198]);
});
