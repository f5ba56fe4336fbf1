import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestsOf } from '../../collections/model/collection.ts';
import { importContent } from '../import/index.ts';
import { joinFiles, type JoinedDocument } from './join-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'join-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function joined(files: Readonly<Record<string, string>>, main = 'api/openapi.yaml'): JoinedDocument | null {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const path = join(folder, main);
  return joinFiles(readFileSync(path), path);
}

const HEAD = 'openapi: 3.0.3\ninfo: { title: Shop, version: "1" }\n';

test('paths, parameters and schemas of other files, which refer to each other', () => {
  const found = joined({
    'api/openapi.yaml': `${HEAD}paths:
  /users/{id}:
    $ref: paths/users.yaml
components:
  schemas:
    Main: { type: string, example: of the main file }
`,
    'api/paths/users.yaml': `get:
  summary: One user
  parameters:
    - $ref: "../parts.json#/params/Id"
  responses: { "200": { description: Ok } }
post:
  summary: Change
  requestBody:
    content:
      application/json:
        schema: { $ref: "../parts.json#/schemas/a~1b" }
  responses: {}
`,
    'api/parts.json': JSON.stringify({
      params: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 } },
      schemas: {
        'a/b': {
          type: 'object',
          properties: {
            main: { $ref: 'openapi.yaml#/components/schemas/Main' },
            child: { $ref: '#/schemas/Child' },
          },
        },
        Child: { type: 'object', properties: { again: { $ref: '#/schemas/a~1b' }, n: { type: 'integer' } } },
      },
    }),
  });
  expect(found?.warnings).toEqual([]);
  const { collections, specs, warnings } = importContent(found!.bytes, 'openapi.yaml');
  const requests = [...requestsOf(collections[0]!.items)].map(({ request }) => request);
  expect(requests.map(({ name, method }) => [name, method])).toEqual([
    ['One user', 'GET'],
    ['Change', 'POST'],
  ]);
  expect(requests[0]?.path).toMatchObject([{ name: 'id', value: '7' }]);
  const body = requests[1]?.body;
  expect(JSON.parse(body?.type === 'raw' ? body.text : '')).toMatchObject({
    main: 'of the main file',
    child: { n: 0 },
  });
  expect(warnings).toEqual([]);
  // What is kept in the workspace needs no other file.
  expect(joined({ 'one.yaml': specs[0]!.text }, 'one.yaml')).toBeNull();
});

test('nothing outside of the folder, nothing hidden, no address, and no file that is broken', () => {
  writeFileSync(join(folder, 'secret.yaml'), 'a: hidden');
  mkdirSync(join(folder, 'api'));
  symlinkSync(join(folder, 'secret.yaml'), join(folder, 'api', 'link.yaml'));
  const references = [
    '../secret.yaml',
    'link.yaml',
    '.env',
    'notes.txt',
    'none.yaml',
    'broken.yaml',
    'http://a.test/x.yaml',
  ];
  const found = joined({
    'api/openapi.yaml': `${HEAD}paths: { /a: { get: { responses: {} } }, /ok: { $ref: ok.yaml } }\nx: [${references.map((each) => `{ $ref: "${each}" }`).join(', ')}]\n`,
    'api/.env': 'TOKEN: hidden',
    'api/notes.txt': 'hidden: 1',
    'api/broken.yaml': 'a: [',
    'api/ok.yaml': 'get: { responses: {} }',
  });
  expect(found?.bytes.toString()).not.toContain('hidden: 1');
  expect(found?.bytes.toString()).not.toMatch(/TOKEN|a: hidden/);
  expect(found?.warnings.map((warning) => warning.replace(/:.*|,.*/, ''))).toEqual([
    '../secret.yaml is outside of the folder of the file',
    'link.yaml is outside of the folder of the file',
    '.env is hidden',
    'notes.txt is hidden',
    'none.yaml cannot be read',
    'broken.yaml cannot be read',
  ]);
});

test('only an API description that refers to files', () => {
  expect(joined({ 'a.yaml': `${HEAD}paths: {}\nx: { $ref: "#/paths" }` }, 'a.yaml')).toBeNull();
  expect(joined({ 'b.yaml': 'x: { $ref: a.yaml }', 'a.yaml': 'y: 1' }, 'b.yaml')).toBeNull();
});

test('thousands of files', () => {
  const count = 2500;
  const names = Array.from({ length: count }, (_, at) => `p${at}`);
  const paths = names.map((name) => `  /${name}: { $ref: paths/${name}.yaml }\n`).join('');
  const found = joined({
    'api/openapi.yaml': `${HEAD}paths:\n${paths}`,
    ...Object.fromEntries(
      names.map((name) => [
        `api/paths/${name}.yaml`,
        `get: { summary: ${name}, responses: { 200: { description: Ok } } }\n`,
      ]),
    ),
  });
  const [collection] = importContent(found!.bytes, 'openapi.yaml').collections;
  expect([found?.warnings, [...requestsOf(collection!.items)].length]).toEqual([[], count]);
});
