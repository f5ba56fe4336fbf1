import { describe, expect, test } from 'vitest';
import { parseYaml, YamlError, writeYaml } from './yaml.ts';

describe('written values read back the same', () => {
  test.each([
    [
      'texts that look like something else',
      ['1.0', 'yes', 'no', 'null', '~', '2020-01-01', '0x10', '1e3', '', ' a '],
    ],
    ['line ends', ['a\nb\n', 'a\nb', 'a\r\nb', '\n', ' a\n  b', '\ta', 'a\n\n\nb']],
    [
      'marks of the language',
      ['- a', '# a', 'a: b', '{{x}}', '[a', '"a', "'a", '&a', '*a', '!a', '%a', '@a', '`a', '|', '>'],
    ],
    ['what cannot be printed', ['\0', '\u2028', '\u0085', '\ufeff', '\ud83d\ude00', '\ud800']],
    ['names', { __proto__: 1, constructor: 2, on: 3, '': 4, 'a b': 5 }],
    ['values', [null, true, 1, -0.5, 1e21, [], {}]],
  ])('%s', (_, value) => {
    expect(parseYaml(writeYaml(value))).toEqual(value);
  });
});

describe('rejected documents', () => {
  test.each([
    ['a: [1\nb: }', 'line 2'],
    ['a: 1\na: 2', 'line 2'],
    ['a: *nobody', 'line 1'],
    ['a\n---\nb', ''],
  ])('%j', (text, position) => {
    expect(() => parseYaml(text)).toThrow(YamlError);
    expect(() => parseYaml(text)).toThrow(position);
  });

  test('a document that names itself again and again', () => {
    const levels = Array.from(
      { length: 30 },
      (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at}, `.repeat(9)}]`,
    );
    expect(() => parseYaml(['l0: &l0 [x]', ...levels].join('\n'))).toThrow(YamlError);
  });

  test('depth without end', () => {
    expect(() => parseYaml('['.repeat(100_000))).toThrow(YamlError);
    expect(() => parseYaml('- '.repeat(100_000))).toThrow(YamlError);
  });
});

test('a key of an object is never its prototype', () => {
  const value = parseYaml('__proto__: {polluted: true}') as object;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect('polluted' in value).toBe(false);
});

test('an empty document is null', () => {
  expect([parseYaml(''), parseYaml('\ufeff'), parseYaml('# only a comment\n')]).toEqual([null, null, null]);
});
