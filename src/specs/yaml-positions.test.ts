// Positions in YAML are those of the syntax tree of the linter's core.
import { getLineColLocation, Source } from '@redocly/openapi-core';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseYaml } from '../documents/yaml.ts';
import { positionsOf } from './positions.ts';
import { yamlPositions } from './yaml-positions.ts';

const CORPUS = fileURLToPath(new URL('../../test/corpus/openapi/', import.meta.url));
const MAX_PATHS = 400;

type Path = readonly string[];

function pathsIn(value: unknown, path: Path = [], found: Path[] = []): readonly Path[] {
  if (found.length >= MAX_PATHS) return found;
  found.push(path);
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) pathsIn(inner, [...path, key], found);
  return found;
}

const pointerOf = (path: Path): string =>
  `#/${path.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;

const OWN = `# A comment
openapi: 3.1.0
info: { title: "A: b", list: [1, { deep: x }] }
"quoted \\" key": 'it''s'
? complex
: value
`;
const BLOCKS = `text: |
  paths:
    not: a key

folded: >-
  more: text
list:
- one
- name: two
  inner:
    - - nested
- {flow: [a,
    b]}
long: "a
  b: c"
empty:
after: &anchor
  key with spaces: 1
  http://a.test/b: 2 # a comment
`;

const files = readdirSync(CORPUS).filter((name) => name.endsWith('.yaml'));

test.each([
  ...files.map((name) => [name, readFileSync(`${CORPUS}${name}`, 'utf8')] as const),
  ['blocks', BLOCKS] as const,
])('%s', (_, text) => {
  const paths = pathsIn(parseYaml(text)).slice(1);
  expect(paths.length).toBeGreaterThan(5);
  const source = new Source('/api.yaml', text);
  for (const reportOnKey of [true, false]) {
    const locations = paths.map((path) => ({ source, pointer: pointerOf(path), reportOnKey }));
    const wanted = locations.map((location) => {
      const { start } = getLineColLocation(location);
      return { line: start.line, column: start.col };
    });
    expect(positionsOf(locations)).toEqual(wanted);
  }
});

test('what only a parser for all of YAML understands is left to it', () => {
  expect(yamlPositions(OWN, [{ path: ['info'], isKey: true }])).toEqual([null]);
});

test('a part that is not there is where its last part is that is', () => {
  const [offset] = yamlPositions('a:\n  b: 1\nc: 2\n', [{ path: ['a', 'b', 'x'], isKey: false }]);
  expect(offset).toBe(8);
});
