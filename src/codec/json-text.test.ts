import { describe, expect, test } from 'vitest';
import { formatJson } from './json-text.ts';
import { seeded, type Random } from '../../test/fuzz/random.ts';

const pretty = (text: string): string => formatJson(text, Infinity, false).text;

test.each([
  [{ a: 1, b: [true, false, null, { c: 'd' }], e: {}, f: [] }],
  [[[[1]], { x: { y: 'z' } }]],
  ['text "with" \\ escapes \u0001 😀'],
  [-0.5e-7],
])('%j is laid out as JSON.stringify does', (value) => {
  expect(pretty(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  expect(pretty(JSON.stringify(value, null, '\t'))).toBe(JSON.stringify(value, null, 2));
});

test('numbers, doubled names and escapes stay as they were sent', () => {
  const text = '{"a":12345678901234567890,"a":1.10,"b":1E400,"c":-0,"d":"\\u00e9\\/"}';
  expect(pretty(text).replaceAll(/\s/g, '')).toBe(text);
});

describe('random values', () => {
  const value = (random: Random, depth: number): unknown => {
    switch (random.int(depth > 4 ? 4 : 6)) {
      case 0:
        return random.int(1e6) / 64;
      case 1:
        return random.pick(['', 'a', '"\\', '\n\u2028', '😀', 'x'.repeat(40)]);
      case 2:
        return random.oneIn(2);
      case 3:
        return null;
      case 4:
        return Array.from({ length: random.int(5) }, () => value(random, depth + 1));
      default:
        return Object.fromEntries(
          Array.from({ length: random.int(5) }, (_, at) => [`${at}k`, value(random, depth + 1)]),
        );
    }
  };

  test('are laid out as JSON.stringify does', () => {
    for (let seed = 0; seed < 1000; seed += 1) {
      const made = value(seeded(seed), 0);
      expect(formatJson(JSON.stringify(made), Infinity, false)).toEqual({
        text: JSON.stringify(made, null, 2),
        leftOut: 0,
        documents: 1,
        error: null,
      });
    }
  });

  test('spoilt, are refused when JSON.parse refuses them, and only then', () => {
    let refused = 0;
    for (let seed = 0; seed < 5000; seed += 1) {
      const random = seeded(seed);
      const text = JSON.stringify(value(random, 0));
      const at = random.int(text.length + 1);
      const spoilt =
        text.slice(0, at) +
        random.pick(['{', '}', '[', ']', ',', ':', '"', '\\', ' ', '0', '-', '.', 'e', 'tru', '']) +
        text.slice(at + random.int(2));
      const { error } = formatJson(spoilt, Infinity, false);
      if (error !== null) refused += 1;
      expect(error !== null, spoilt).toBe(!isJson(spoilt));
    }
    expect(refused).toBeGreaterThan(1000);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test.each([
  ['', 0, 'a value'],
  ['{"a":1,}', 7, 'a name in double quotes'],
  ['[1 2]', 3, 'a comma, or ]'],
  ['{"a" 1}', 5, 'a colon'],
  ['{"a":1', 6, 'a comma or a closing bracket'],
  ['[01]', 1, 'a value'],
  ['1 2', 2, 'the end of the text'],
  ['"a\nb"', 2, 'no control character in a string'],
  ['"\\x"', 2, 'an escape such as \\n or \\u0041'],
  ['"abc', 0, 'a string with a closing quote'],
  ['[nul]', 1, 'a value'],
])('%j breaks at %i: expected %s', (text, offset, expected) => {
  expect(formatJson(text, Infinity, false).error).toEqual({ offset, expected });
});

test('values in lines of their own, or behind record separators, follow each other', () => {
  expect(formatJson('{"a":1}\n{"b":2}\n', Infinity, true)).toMatchObject({ documents: 2, error: null });
  expect(formatJson('\x1e1\n\x1e2\n', Infinity, true)).toMatchObject({
    text: '1\n2',
    documents: 2,
    error: null,
  });
  expect(formatJson('1 2', Infinity, true).error).not.toBeNull();
});

test('brackets without end, long numbers and long texts take no more than their length', () => {
  const deep = formatJson('['.repeat(1_000_000), 2_000_000, false);
  expect(deep.text.length).toBeLessThan(2_000_200);
  expect(deep.leftOut).toBeGreaterThan(0);
  expect(formatJson('1'.repeat(5_000_000), Infinity, false).error).toBeNull();
  expect(formatJson(`"${'a\\n'.repeat(2_000_000)}"`, Infinity, false).error).toBeNull();
});
