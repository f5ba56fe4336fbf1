import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkWords, glossaryWords } from './check-words.ts';
import { retiredWords } from './words/retired.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proxyctl-words-'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** The violations in one file, as `line: reason`. */
function violationsIn(path: string, text: string): readonly string[] {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return checkWords(root).violations.map(({ line, reason }) => `${line}: ${reason}`);
}

describe('names', () => {
  test.each([
    ['a constant', 'export const MOST_BYTES = 1;'],
    ['a class', 'export class BlindLane {}'],
    ['a private member', 'class A {\n  #onward = 1;\n}'],
    ['a parameter', 'const f = (otherwise: number) => otherwise;'],
    ['a destructured name', 'const { fault } = a;'],
  ])('%s that is retired is found where it is declared', (_, text) => {
    const [violation] = violationsIn('src/a.ts', text);
    expect(violation).toMatch(/^\d: the name \S+ is retired: use /);
  });

  test('a file is found by its name', () => {
    expect(violationsIn('src/proxy/blind-lane.ts', 'export const a = 1;')).toEqual([
      '1: the name blind-lane is retired: use direction relay, worker or protocol pair',
    ]);
  });

  test('a name that only contains the letters of a retired one is allowed', () => {
    expect(violationsIn('src/a.ts', 'const { plane, isDefault, almost, airways } = a;')).toEqual([]);
  });

  test('a name that is used and not declared here is reported at its declaration only', () => {
    expect(violationsIn('src/a.ts', 'f(other.fault);')).toEqual([]);
  });
});

describe('the table of the glossary', () => {
  const { names, phrases } = glossaryWords();
  const camel = (text: string): string => text.replaceAll('…', '');
  const constant = (text: string): string =>
    camel(text)
      .replace(/(?=[A-Z])/g, '_')
      .toUpperCase();
  const type = (text: string): string => camel(text).replace(/^./, (letter) => letter.toUpperCase());

  test.each(names)('the name $text is retired in each case', ({ text, folders: [folder = 'src/'] }) => {
    const file = `${folder}a.ts`;
    for (const name of [camel(text), type(text), constant(text)])
      expect(violationsIn(file, `const ${name} = 1;`)).toContainEqual(
        expect.stringContaining(`the name ${name} is retired`),
      );
    if (text.endsWith('…')) expect(violationsIn(file, `const ${camel(text)}More = 1;`)).toHaveLength(1);
    if (text.startsWith('…')) expect(violationsIn(file, `const more${type(text)} = 1;`)).toHaveLength(1);
  });

  test.each(phrases)('the wording "$text" is retired', ({ text }) => {
    expect(violationsIn('src/a.ts', `// It: ${text.toUpperCase()}, or so.`)).toHaveLength(1);
  });

  test('a row that retires nothing is an error', () => {
    const table = '## Retired words\n\n| Retired | Use | Where |\n| - | - | - |\n| lane | relay | |\n';
    expect(() => retiredWords(table)).toThrow('the glossary retires nothing in: | lane | relay | |');
  });

  test('a row with a folder is for that folder alone', () => {
    expect(violationsIn('src/codec/a.ts', 'const wire = 1;')).toEqual([]);
    expect(violationsIn('src/net/a.ts', 'const wire = 1;')).toHaveLength(1);
  });
});

describe('wording', () => {
  test('a retired phrase is found in a message, a comment, and documentation', () => {
    expect(violationsIn('src/a.ts', "throw new Error('Host stands twice');")).toHaveLength(1);
    expect(violationsIn('src/a.ts', '// The pool is made anew.')).toHaveLength(1);
    expect(violationsIn('docs/a.md', 'Tools have the exchange\nin the hands of users.')).toContain(
      '2: "in the hands of" is retired: write intercepted',
    );
  });
});

describe('openings', () => {
  test.each([
    ['of one line', '/** Whether it is open. */\nlet a;'],
    ['of several lines', '/**\n * What a client sends, and\n * when.\n */\nlet a;'],
    ['of a file', '// How a connection ends.\nlet a;'],
  ])('a headless docstring %s is found', (_, text) => {
    expect(violationsIn('src/a.ts', text)).toHaveLength(1);
  });

  test('a verb or a noun phrase is right', () => {
    expect(violationsIn('src/a.ts', '// Ends connections.\n\n/** True when it is open. */\nlet a;')).toEqual(
      [],
    );
  });
});

test('a check that looked at nothing says so', () => {
  expect(checkWords(root)).toEqual({ files: 0, violations: [] });
});
