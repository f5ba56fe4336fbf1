import { expect, test } from 'vitest';
import { withSchemas } from './editor-settings.ts';

const schemas = new Map([
  ['./a.json', '/a/*.yaml'],
  ['./b.json', '/b.yaml'],
]);

const BOTH = '"./a.json": "/a/*.yaml",\n    "./b.json": "/b.yaml"';
const ALL = `"yaml.schemas": {\n    ${BOTH}\n  }`;

test.each([
  ['', `{\n  ${ALL}\n}\n`],
  ['{}', `{\n  ${ALL}\n}`],
  ['{ "a": 1 }', `{\n  ${ALL},\n "a": 1 }`],
  ['{\n  "a": 1\n}\n', `{\n  ${ALL},\n  "a": 1\n}\n`],
  [
    '{\n  // why\n  "a": "}", /* b */ "c": [{}],\n}\n',
    `{\n  ${ALL},\n  // why\n  "a": "}", /* b */ "c": [{}],\n}\n`,
  ],
  ['// first\n{\n}', `// first\n{\n  ${ALL}\n}`],
  [
    '{\n  "yaml.schemas": { // mine\n    "x": "y"\n  }\n}',
    `{\n  "yaml.schemas": {\n    ${BOTH}, // mine\n    "x": "y"\n  }\n}`,
  ],
  ['{ "yaml.schemas": {} }', `{ "yaml.schemas": {\n    ${BOTH}\n  } }`],
  [
    '{\n  "yaml.schemas": {\n    "./a.json": ["/own.yaml"]\n  }\n}',
    '{\n  "yaml.schemas": {\n    "./b.json": "/b.yaml",\n    "./a.json": ["/own.yaml"]\n  }\n}',
  ],
])('%j', (before, after) => {
  expect(withSchemas(before, schemas)).toBe(after);
  expect(withSchemas(after, schemas)).toBe(after);
});

test.each([
  '[]',
  '{',
  '{ "a" }',
  '{ "a": }',
  '{ a: 1 }',
  '{} {}',
  '{ "a": [1 }',
  '{ "yaml.schemas": [] }',
  '{ "a": 1 "b": 2 }',
])('%s is left alone', (settings) => {
  expect(withSchemas(settings, schemas)).toBeNull();
});
