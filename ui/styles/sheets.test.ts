// Style sheets are modules whose class names no compiler checks.
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const ui = new URL('..', import.meta.url).pathname;
const sheets = globSync('**/*.module.css', { cwd: ui });
const textOf = (file: string): string => readFileSync(ui + file, 'utf8');

/** The uses of a sheet: by a class name, or by one that is computed. */
const uses = globSync('**/*.tsx', { cwd: ui }).flatMap((file) => {
  const text = textOf(file);
  return Array.from(
    text.matchAll(/import (\w+) from '(\.[^']*\.module\.css)';/g),
    ([, name = '', path = '']) => ({
      file,
      sheet: posix.join(posix.dirname(file), path),
      classes: Array.from(text.matchAll(RegExp(`\\b${name}\\['(\\w+)'\\]`, 'g')), ([, used = '']) => used),
      isComputed: RegExp(`\\b${name}\\[[^']`).test(text),
    }),
  );
});

function classesIn(sheet: string): ReadonlySet<string> {
  const selectors = textOf(sheet)
    .replaceAll(/\/\*.*?\*\/|:global\([^)]*\)/gs, '')
    .replaceAll(/\{[^{}]*\}/g, '{');
  return new Set(Array.from(selectors.matchAll(/\.([A-Za-z]\w*)/g), ([, name = '']) => name));
}

test('every class that a component names is in its sheet', () => {
  expect(uses.length).toBeGreaterThan(100);
  const missing = uses.flatMap(({ file, sheet, classes }) => {
    const known = classesIn(sheet);
    return classes.filter((name) => !known.has(name)).map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('every class of a sheet is named by a component', () => {
  const unused = sheets.flatMap((sheet) => {
    const users = uses.filter((use) => use.sheet === sheet);
    if (users.some(({ isComputed }) => isComputed)) return [];
    const named = new Set(users.flatMap(({ classes }) => classes));
    return [...classesIn(sheet)].filter((name) => !named.has(name)).map((name) => `${sheet}: ${name}`);
  });
  expect(unused).toEqual([]);
});

test('no sheet is longer than 300 lines', () => {
  expect(sheets.filter((sheet) => textOf(sheet).trimEnd().split('\n').length > 300)).toEqual([]);
});
