// Rulesets of Spectral: the problems that their rules find, and the parts that cannot be read.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseYaml } from '../../documents/yaml.ts';
import { findProblems } from '../find-problems.ts';
import { parsePath, select } from './path.ts';

const API = `openapi: 3.0.3
info:
  title: pets
  version: "1"
  contact: {name: A}
tags: [{name: b}, {name: a}]
paths:
  /pet-list:
    get:
      operationId: ListPets
      summary: A
      responses:
        "200": {description: Ok}
  /Pets:
    post:
      summary: B
      deprecated: true
      x-owner: me
      responses:
        "201": {description: Made}
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spectral-'));
  await writeFile(join(folder, 'api.yaml'), API);
});
afterAll(() => rm(folder, { recursive: true }));

async function problems(ruleset: string, name = '.spectral.yaml'): Promise<readonly string[]> {
  await writeFile(join(folder, name), ruleset);
  const found = await findProblems(join(folder, 'api.yaml'), { ruleset: join(folder, name) });
  return found.map(({ severity, rule, message, line }) => `${line} ${severity} ${rule}: ${message}`);
}

const rule = (fields: string, name = 'mine'): string =>
  `rules:\n  ${name}: {description: D, message: "{{error}}", ${fields}}\n`;

test.each([
  [
    'truthy',
    'given: "$.info", then: {field: description, function: truthy}',
    ['2 warning mine: must be truthy'],
  ],
  [
    'falsy',
    'given: "$.paths[*][*]", then: {field: deprecated, function: falsy}',
    ['17 warning mine: must be falsy'],
  ],
  [
    'defined',
    'severity: error, given: "$.paths.*.*", then: {field: operationId, function: defined}',
    ['15 error mine: must be defined'],
  ],
  [
    'undefined',
    'given: "$..post", then: {field: x-owner, function: undefined}',
    ['18 warning mine: must not be there'],
  ],
  [
    'pattern',
    'given: "$.info.title", then: {function: pattern, functionOptions: {match: "^[A-Z]"}}',
    ['3 warning mine: "pets" must match ^[A-Z]'],
  ],
  [
    'casing',
    `given: "$..operationId", then: {function: casing, functionOptions: {type: camel}}`,
    ['10 warning mine: "ListPets" must be camel case'],
  ],
  [
    'casing of keys',
    'given: "$.paths[*]~", then: {function: pattern, functionOptions: {notMatch: "/[A-Z]/"}}',
    ['14 warning mine: "/Pets" must not match [A-Z]'],
  ],
  [
    '@key',
    'given: "$.paths", then: {field: "@key", function: pattern, functionOptions: {notMatch: "-"}}',
    ['8 warning mine: "/pet-list" must not match -'],
  ],
  [
    'length',
    `given: "$.info['title']", then: {function: length, functionOptions: {min: 5}}`,
    ['3 warning mine: must be at least 5 long'],
  ],
  [
    'enumeration',
    'given: "$.info.version", then: {function: enumeration, functionOptions: {values: ["2"]}}',
    ['4 warning mine: "1" must be one of "2"'],
  ],
  [
    'alphabetical',
    'given: "$.tags", then: {function: alphabetical, functionOptions: {keyedBy: name}}',
    ['6 warning mine: "a" must stand before "b"'],
  ],
  [
    'xor',
    'given: "$.info", then: {function: xor, functionOptions: {properties: [title, contact]}}',
    ['2 warning mine: must have exactly one of title, contact'],
  ],
  [
    'or',
    'given: "$.info", then: {function: or, functionOptions: {properties: [license, x]}}',
    ['2 warning mine: must have at least one of license, x'],
  ],
  [
    'schema',
    'given: "$.info.contact", then: {function: schema, functionOptions: {schema: {type: object, required: [email]}}}',
    ["5 warning mine: must have required property 'email'"],
  ],
  [
    'a union of names',
    'given: "$.paths[*][get,post].summary", then: {function: enumeration, functionOptions: {values: [A]}}',
    ['16 warning mine: "B" must be one of "A"'],
  ],
  ['formats that do not fit', 'formats: [oas2], given: "$", then: {field: no, function: truthy}', []],
  ['severity off', 'severity: off, given: "$", then: {field: no, function: truthy}', []],
])('%s', async (_, fields, expected) => {
  expect(await problems(rule(fields))).toEqual(expected);
});

test('aliases, several functions, and texts of messages', async () => {
  const ruleset = `aliases: {Operations: ["$.paths[*][*]"]}
rules:
  named: {given: "#Operations.operationId", message: "{{property}} at {{path}}: {{value}}", then: [{function: falsy}]}
`;
  expect(await problems(ruleset)).toEqual([
    '10 warning named: operationId at #/paths/~1pet-list/get/operationId: ListPets',
  ]);
});

test("Spectral's own rules have counterparts, and their severity can be changed", async () => {
  const found = await problems(
    'extends: spectral:oas\nrules: {operation-operationId: error, oas3-api-servers: off}\n',
  );
  expect(found).toContain(
    '15 error operation-operationId: Operation object should contain `operationId` field.',
  );
  expect(found.join('\n')).not.toContain('no-empty-servers');
  expect(await problems('extends: [[spectral:oas, off]]\n')).toEqual([]);
});

test('a ruleset may extend another file', async () => {
  await writeFile(
    join(folder, 'base.yaml'),
    rule('given: "$.info", then: {field: description, function: truthy}'),
  );
  expect(await problems('extends: ./base.yaml\nrules: {mine: error}\n')).toEqual([
    '2 error mine: must be truthy',
  ]);
});

test('what cannot be read is said, and the rest holds', async () => {
  const ruleset = `extends: ["https://a.test/rules.yaml"]
rules:
  filtered: {given: "$.paths[?(call(@))]", then: {function: truthy}}
  strange: {given: "$", then: {function: mine}}
  other: error
  good: {given: "$.info", message: "{{error}}", then: {field: description, function: truthy}}
`;
  expect(await problems(ruleset)).toEqual([
    '1 warning ruleset: it extends "https://a.test/rules.yaml", which is not read',
    '1 warning ruleset: the rule filtered is not read: a function in a filter is not supported',
    '1 warning ruleset: the rule strange is not read: the function "mine" is not supported',
    '1 warning ruleset: the rule other is not known',
    '2 warning good: must be truthy',
  ]);
});

test.each([
  ['$.paths[?(@property.match(/^\\/[A-Z]/))]', ['/Pets']],
  ["$.paths[*][?(@property === 'get')]", ['get']],
  ['$.paths[*][?(@.deprecated && !@.description)]', ['post']],
  ["$.paths[*][?(@.summary == 'A' || @['x-owner'] === 'me')]", ['get', 'post']],
  ['$.paths[*][*].responses[?(@property >= 200 && @property < 201)]', ['200']],
  ["$.tags[?(@.name != 'a')]", [0]],
  ['$.tags[-1:]', [1]],
  ['$.tags[0:1].name', ['name']],
  ["$..[?(@property === 'operationId')]^", ['get']],
  ["$.paths[?(['/Pets'].includes(@property))]", ['/Pets']],
  ['$.paths[?(@.get.operationId.length > 3)]', ['/pet-list']],
  ["$.paths[?(@parentProperty === 'paths' && @path.includes('Pets'))]", ['/Pets']],
])('%s selects %j', (path, keys) => {
  const document = parseYaml(API);
  expect(select(document, parsePath(path)!).map((node) => node.path.at(-1))).toEqual(keys);
});

test.each([
  ['$.a[?(process.env)]', 'process in a filter is not supported'],
  ["$.a[?(@.constructor.constructor('x')())]", 'in a filter is not supported'],
  ['$.a[?(@.x.replace(/a/, 1))]', 'the method replace in a filter is not supported'],
  ['$.a[?((() => 1)())]', 'in a filter is not supported'],
])('%s is refused', (path, reason) => {
  expect(() => parsePath(path)).toThrow(reason);
});

test('enumerations with types, and objects that nothing refers to', async () => {
  const api = `openapi: 3.0.3
info: {title: A, version: "1"}
paths: {}
components:
  schemas:
    Used: {type: string, enum: [a, 5]}
    Un/used: {type: array, items: {$ref: '#/components/schemas/Used'}}
`;
  await writeFile(join(folder, 'typed.yaml'), api);
  await writeFile(
    join(folder, 'typed.spectral.yaml'),
    `rules:
  typed: {given: "$..[?(@.enum)]", message: "{{error}}", then: {function: typedEnum}}
  used: {given: "$.components.schemas", message: "{{error}}", then: {function: unreferencedReusableObject, functionOptions: {reusableObjectsLocation: "#/components/schemas"}}}
`,
  );
  const found = await findProblems(join(folder, 'typed.yaml'), {
    ruleset: join(folder, 'typed.spectral.yaml'),
  });
  expect(found.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    'used: nothing refers to Un/used',
    'typed: the enum value 5 must be of the type string',
  ]);
});
