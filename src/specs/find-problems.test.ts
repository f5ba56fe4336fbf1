// Faults in API descriptions, each found by its rule and at its line; and the files that references may reach.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProblems } from './find-problems.ts';
import { lintSpec } from './lint.ts';
import { corpus } from '../../test/helpers/corpus.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spec-lint-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function saved(text: string, name = 'api.yaml'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/** JSON is YAML. */
function json(document: unknown): string {
  return JSON.stringify(document, null, 2);
}

function valid() {
  return {
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1', license: { name: 'MIT', url: 'https://a.test/license' } },
    servers: [{ url: 'https://api.a.test' }],
    security: [{ key: [] as string[] }],
    paths: {
      '/pets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          operationId: 'getPet',
          summary: 'A pet',
          responses: {
            '200': {
              description: 'The pet',
              content: {
                'application/json': {
                  schema: { $ref: '#/components/schemas/Pet' },
                  example: { name: 'Rex' },
                },
              },
            },
            '404': { description: 'No such pet' },
          },
        },
      },
    },
    components: {
      schemas: { Pet: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    },
  };
}

type Document = ReturnType<typeof valid>;
type Loose = Record<string, unknown>;
const path = (document: Document) => document.paths['/pets/{id}'] as unknown as Loose;
const operation = (document: Document) => document.paths['/pets/{id}'].get as unknown as Loose;
const response = (document: Document) =>
  document.paths['/pets/{id}'].get.responses['200'] as unknown as Loose;
const media = (document: Document) =>
  document.paths['/pets/{id}'].get.responses['200'].content['application/json'] as unknown as Loose;
const pet = (document: Document) => document.components.schemas.Pet as unknown as Loose;
const paths = (document: Document) => document.paths as unknown as Loose;

const MISTAKES: readonly (readonly [what: string, rule: string, spoil: (document: Document) => unknown])[] = [
  ['no info', 'struct', (document) => delete (document as Partial<Document>).info],
  ['no version', 'struct', ({ info }) => delete (info as Partial<Document['info']>).version],
  ['no title', 'struct', ({ info }) => delete (info as Partial<Document['info']>).title],
  ['a title that is a number', 'struct', ({ info }) => ((info as Loose)['title'] = 1)],
  ['an unknown field', 'struct', (document) => ((document as Loose)['nothing'] = 1)],
  ['an unknown field of a path', 'struct', (document) => (path(document)['fetch'] = {})],
  ['an unknown field of an operation', 'struct', (document) => (operation(document)['answers'] = {})],
  ['no responses', 'struct', (document) => delete operation(document)['responses']],
  ['responses that are a list', 'struct', (document) => (operation(document)['responses'] = [])],
  ['a response without a description', 'struct', (document) => delete response(document)['description']],
  [
    'a status of two digits',
    'struct',
    (document) => ((operation(document)['responses'] as Loose)['20'] = { description: 'x' }),
  ],
  ['tags that are text', 'struct', (document) => (operation(document)['tags'] = 'pets')],
  [
    'a parameter without a name',
    'struct',
    (document) => (operation(document)['parameters'] = [{ in: 'query', schema: { type: 'string' } }]),
  ],
  [
    'a parameter in the wrong place',
    'struct',
    (document) => (operation(document)['parameters'] = [{ name: 'a', in: 'body', schema: {} }]),
  ],
  ['a type that is none', 'struct', (document) => (pet(document)['type'] = 'thing')],
  ['required that is true', 'struct', (document) => (pet(document)['required'] = true)],
  ['properties that are a list', 'struct', (document) => (pet(document)['properties'] = [])],
  ['servers that are an object', 'struct', (document) => ((document as Loose)['servers'] = {})],
  [
    'a server without a URL',
    'struct',
    (document) => ((document as Loose)['servers'] = [{ description: 'x' }]),
  ],
  [
    'a security scheme without a type',
    'struct',
    ({ components }) => delete (components.securitySchemes.key as Partial<Loose>)['type'],
  ],
  [
    'a reference to nothing',
    'no-unresolved-refs',
    (document) => (media(document)['schema'] = { $ref: '#/components/schemas/Cat' }),
  ],
  [
    'a reference to a file that is not there',
    'no-unresolved-refs',
    (document) => (media(document)['schema'] = { $ref: 'other.yaml' }),
  ],
  [
    'a reference outside the folder',
    'no-unresolved-refs',
    (document) => (media(document)['schema'] = { $ref: '../../etc/hostname' }),
  ],
  [
    'a reference to a host',
    'no-unresolved-refs',
    (document) => (media(document)['schema'] = { $ref: 'http://127.0.0.1:1/a.yaml' }),
  ],
  [
    'a path parameter that is not declared',
    'path-parameters-defined',
    (document) => delete path(document)['parameters'],
  ],
  [
    'a declared path parameter that is not there',
    'path-parameters-defined',
    (document) =>
      (operation(document)['parameters'] = [
        { name: 'no', in: 'path', required: true, schema: { type: 'string' } },
      ]),
  ],
  [
    'an operation id twice',
    'operation-operationId-unique',
    (document) => (path(document)['put'] = { ...operation(document) }),
  ],
  ['no operation id', 'operation-operationId', (document) => delete operation(document)['operationId']],
  [
    'an operation id with a space',
    'operation-operationId-url-safe',
    (document) => (operation(document)['operationId'] = 'get pet'),
  ],
  [
    'a path that ends in a slash',
    'no-path-trailing-slash',
    (document) => (paths(document)['/pets/'] = { get: operation(document) }),
  ],
  [
    'two paths that are one',
    'no-identical-paths',
    (document) =>
      (paths(document)['/pets/{other}'] = {
        parameters: [{ name: 'other', in: 'path', required: true, schema: { type: 'string' } }],
        get: { ...operation(document), operationId: 'b' },
      }),
  ],
  [
    'a parameter twice',
    'operation-parameters-unique',
    (document) => {
      const parameter = { name: 'a', in: 'query', schema: { type: 'string' } };
      operation(document)['parameters'] = [parameter, { ...parameter }];
    },
  ],
  [
    'a path without a name',
    'path-declaration-must-exist',
    (document) => (paths(document)['/a/{}'] = { get: { ...operation(document), operationId: 'b' } }),
  ],
  [
    'a path with a query',
    'path-not-include-query',
    (document) => (paths(document)['/a?b=1'] = { get: { ...operation(document), operationId: 'b' } }),
  ],
  [
    'a server that ends in a slash',
    'no-server-trailing-slash',
    ({ servers }) => ((servers[0] as Loose)['url'] = 'https://a.test/'),
  ],
  [
    'a server that is an example',
    'no-server-example.com',
    ({ servers }) => ((servers[0] as Loose)['url'] = 'https://example.com'),
  ],
  [
    'a server with an empty variable',
    'no-server-variables-empty-enum',
    ({ servers }) =>
      Object.assign(servers[0]!, { url: 'https://{a}.test', variables: { a: { default: 'x', enum: [] } } }),
  ],
  [
    'a server with an undefined variable',
    'no-undefined-server-variable',
    ({ servers }) => ((servers[0] as Loose)['url'] = 'https://{a}.test'),
  ],
  [
    'a server with a variable that its URL does not have',
    'server-variables',
    ({ servers }) => Object.assign(servers[0]!, { variables: { a: { default: 'x' } } }),
  ],
  [
    'a server with a default that is none of its values',
    'server-variables',
    ({ servers }) =>
      Object.assign(servers[0]!, {
        url: 'https://{a}.test',
        variables: { a: { default: 'x', enum: ['y', 'z'] } },
      }),
  ],
  [
    'an operation without security',
    'security-defined',
    (document) => delete (document as Partial<Document>).security,
  ],
  [
    'security that is not declared',
    'security-defined',
    (document) => (operation(document)['security'] = [{ other: [] }]),
  ],
  [
    'an enum of the wrong type',
    'no-enum-type-mismatch',
    (document) => (pet(document)['properties'] = { name: { type: 'string', enum: ['a', 1] } }),
  ],
  [
    'a required property that is not there',
    'no-required-schema-properties-undefined',
    (document) => (pet(document)['required'] = ['name', 'age']),
  ],
  [
    'an example that does not fit',
    'no-invalid-media-type-examples',
    (document) => (media(document)['example'] = { name: 1 }),
  ],
  [
    'an example that lacks a field',
    'no-invalid-media-type-examples',
    (document) => (media(document)['example'] = {}),
  ],
  [
    'no success',
    'operation-2xx-response',
    (document) => delete (operation(document)['responses'] as Loose)['200'],
  ],
  [
    'no client error',
    'operation-4xx-response',
    (document) => delete (operation(document)['responses'] as Loose)['404'],
  ],
  ['no summary', 'operation-summary', (document) => delete operation(document)['summary']],
  ['no license', 'info-license', ({ info }) => delete (info as Partial<Document['info']>).license],
  [
    'a component that nobody uses',
    'no-unused-components',
    ({ components }) => ((components.schemas as Loose)['Cat'] = { type: 'object' }),
  ],
  ['a tag without a name', 'struct', (document) => ((document as Loose)['tags'] = [{ description: 'x' }])],
  ['an operation that is a text', 'struct', (document) => (path(document)['put'] = 'later')],
  ['a summary that is a list', 'struct', (document) => (operation(document)['summary'] = ['A'])],
  [
    'a request body without content',
    'struct',
    (document) => (operation(document)['requestBody'] = { required: true }),
  ],
  ['a header without a shape', 'struct', (document) => (response(document)['headers'] = { 'X-A': 1 })],
  ['links that are a list', 'struct', (document) => (response(document)['links'] = [])],
  ['an enum that is no list', 'struct', (document) => (pet(document)['enum'] = 'a')],
  ['a minimum that is a text', 'struct', (document) => (pet(document)['minimum'] = '1')],
  [
    'a parameter without a schema or content',
    'struct',
    (document) => (operation(document)['parameters'] = [{ name: 'a' }]),
  ],
  ['contact that is a text', 'struct', ({ info }) => ((info as Loose)['contact'] = 'me@a.test')],
  ['callbacks that are a text', 'struct', (document) => (operation(document)['callbacks'] = 'none')],
  [
    'a component with a space in its name',
    'spec-components-invalid-map-name',
    ({ components }) => ((components.schemas as Loose)['My Cat'] = { type: 'object' }),
  ],
  [
    'an example with and without a value',
    'no-example-value-and-externalValue',
    (document) => {
      delete media(document)['example'];
      media(document)['examples'] = { a: { value: { name: 'A' }, externalValue: 'https://a.test/a' } };
    },
  ],
  ['no servers', 'no-empty-servers', (document) => ((document as Loose)['servers'] = [])],
];

test('there are at least sixty of them', () => {
  expect(MISTAKES.length).toBeGreaterThanOrEqual(60);
});

describe('a description with', () => {
  test.each(MISTAKES)('%s', async (_, rule, spoil) => {
    const document = valid();
    spoil(document);
    const problems = await findProblems(await saved(json(document)));
    expect(problems.map((problem) => problem.rule)).toContain(rule);
  });
});

test('one without a fault has no problem', async () => {
  expect(await findProblems(await saved(json(valid())))).toEqual([]);
});

test('a problem is said with its line and column', async () => {
  const text = json(valid()).replace('getPet', 'get pet');
  const line = text.slice(0, text.indexOf('operationId')).split('\n').length;
  expect(await findProblems(await saved(text))).toMatchObject([
    {
      severity: 'error',
      rule: 'operation-operationId-url-safe',
      line,
      file: expect.stringContaining('api.yaml') as string,
    },
  ]);
});

test('a text that is no YAML is a problem with its place', async () => {
  const problems = await findProblems(await saved('openapi: 3.0.0\ninfo: a: b\n'));
  expect(problems).toMatchObject([{ severity: 'error', rule: 'syntax', line: 2 }]);
});

test('files of the same folder are read', async () => {
  await saved(json({ type: 'object', properties: { name: { type: 'strin' } } }), 'pet.yaml');
  const document = valid();
  media(document)['schema'] = { $ref: 'pet.yaml' };
  const problems = await findProblems(await saved(json(document)));
  expect(problems.map(({ file, rule }) => `${file.split('/').at(-1)} ${rule}`)).toContain('pet.yaml struct');
});

test.each([
  [
    'AsyncAPI',
    {
      asyncapi: '2.6.0',
      info: { title: 'A', version: '1' },
      channels: { a: { subscribe: { messages: 1 } } },
    },
  ],
  [
    'Arazzo',
    {
      arazzo: '1.0.1',
      info: { title: 'A', version: '1' },
      sourceDescriptions: [],
      workflows: [{ steps: [] }],
    },
  ],
  ['Swagger 2', { swagger: '2.0', info: { title: 'A' }, paths: {} }],
  ['OpenAPI 3.1', { openapi: '3.1.0', info: { title: 'A' }, paths: {} }],
])('%s is known', async (_, document) => {
  const problems = await findProblems(await saved(json(document)));
  expect(problems.filter(({ rule }) => rule === 'struct').length).toBeGreaterThan(0);
});

const TEXT = 'openapi: 3.0.3\ninfo: {title: Pets, version: "1"}\npaths: {}\nother: 1\n';

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16, big-endian', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
  ['lines of Windows', Buffer.from(TEXT.replaceAll('\n', '\r\n'))],
])('%s has the same problems at the same places', async (_, bytes) => {
  const path = join(folder, 'encoded.yaml');
  await writeFile(path, bytes);
  const found = (await findProblems(path)).map(({ rule, line, column }) => `${rule} ${line}:${column}`);
  expect(found).toContain('struct 4:1');
  expect(found).toContain('info-license 2:1');
});

test.each([
  ['a file that is none', 'hello: 1', /is no API description that is known/],
  ['an empty file', '# nothing\n', /it is no object|it is empty/],
  ['a list', '[]', /it is no object/],
])('%s is an error', async (_, text, reason) => {
  await expect(findProblems(await saved(text))).rejects.toThrow(reason);
});

test('a ruleset decides which problems there are', async () => {
  const ruleset = await saved('rules:\n  operation-summary: off\n  info-license: error\n', 'redocly.yaml');
  const document = valid();
  delete operation(document)['summary'];
  delete (document.info as Partial<Document['info']>).license;
  const problems = await findProblems(await saved(json(document)), { ruleset });
  expect(problems.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(['error info-license']);
});

const documents = join(corpus, 'openapi');
const files = readdirSync(documents);

test.each(files)('%s of other people has problems with their places', async (file) => {
  const path = join(documents, file);
  const lines = readFileSync(path, 'utf8').split('\n').length;
  const problems = await findProblems(path);
  for (const { line, column, message, rule, file: where } of problems) {
    expect(where).toBe(path);
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines);
    expect(column).toBeGreaterThanOrEqual(1);
    expect(message).not.toBe('');
    expect(rule).not.toBe('syntax');
  }
  if (file.includes('invalid')) expect(problems.map(({ severity }) => severity)).toContain('error');
});

describe('descriptions that would never end', () => {
  test('references that lead to each other are named, each at its line', async () => {
    const document = valid();
    path(document)['parameters'] = [{ $ref: '#/components/parameters/A' }];
    const components = document.components as Loose;
    components['parameters'] = {
      A: { $ref: '#/components/parameters/B' },
      B: { $ref: '#/components/parameters/A' },
    };
    const text = json(document);
    const lines = text.split('\n');
    const problems = await findProblems(await saved(text, 'loop.json'));
    expect(problems.map(({ rule }) => rule)).toEqual(Array(3).fill('reference-loop'));
    for (const { line } of problems) expect(lines[line - 1]).toContain('"$ref": "#/components/parameters/');
  });

  test('schemas that contain themselves are no problem', async () => {
    const document = valid();
    (pet(document)['properties'] as Loose)['friends'] = {
      type: 'array',
      items: { $ref: '#/components/schemas/Pet' },
    };
    expect(await findProblems(await saved(json(document), 'tree.json'))).toEqual([]);
  });
});

describe('on a thread of its own', () => {
  test('a string of 90 MB is checked', { tags: ['full'] }, async () => {
    const document = valid();
    (document.info as Loose)['description'] = 'x\\"'.repeat(15 * 1024 * 1024);
    delete (document.info as Loose)['license'];
    const file = await saved(JSON.stringify(document), 'large.json');
    expect(await lintSpec(file)).toMatchObject([{ rule: 'info-license', line: 1, column: 20 }]);
  });

  test('a description that needs more memory than most gets it', { tags: ['full'] }, async () => {
    const document = valid();
    const schemas = document.components.schemas as Loose;
    // A few bytes of each file stand for many objects.
    for (let index = 0; index < 10_000; index += 1)
      schemas[`S${index}`] = { anyOf: [{}, {}, {}, {}, {}, {}] };
    const file = await saved(JSON.stringify(document), 'many.json');
    const problems = await lintSpec(file);
    expect(problems.filter(({ rule }) => rule === 'no-unused-components')).toHaveLength(10_000);
  });

  test('what is refused says why', { tags: ['full'] }, async () => {
    const file = await saved('a: 1\n', 'other.yaml');
    await expect(lintSpec(file)).rejects.toMatchObject({ code: 'INVALID_DATA' });
    await expect(lintSpec(join(folder, 'none.yaml'))).rejects.toThrow(/none\.yaml: there is no such file/);
  });
});

test('operations of Arazzo that no source has are named', async () => {
  const operation = (operationId: string): object => ({ get: { operationId, responses: {} } });
  const paths = { '/pets': operation('listPets'), '/pets/{id}': operation('getPet') };
  await writeFile(
    join(folder, 'pets.json'),
    json({ openapi: '3.0.3', info: { title: 'P', version: '1' }, paths }),
  );
  const step = (operationId: string): object => ({ stepId: operationId.replaceAll(/\W/g, ''), operationId });
  const workflow = (url: string): object => ({
    arazzo: '1.0.1',
    info: { title: 'A', version: '1' },
    sourceDescriptions: [{ name: 'pets', url, type: 'openapi' }],
    workflows: [
      {
        workflowId: 'w',
        steps: [
          step('getPet'),
          step('getPets'),
          step('$sourceDescriptions.pets.listPets'),
          step('$sourceDescriptions.pets.lists'),
          step('$sourceDescriptions.pats.x'),
        ],
      },
    ],
  });
  const found = async (url: string): Promise<readonly string[]> => {
    const problems = await findProblems(await saved(json(workflow(url))));
    return problems.filter(({ rule }) => rule === 'arazzo-operation-unknown').map(({ message }) => message);
  };
  expect(await found('./pets.json')).toEqual([
    expect.stringMatching(/^There is no operation getPets in the source descriptions: did you mean getPet\?/),
    expect.stringMatching(/^There is no operation lists in pets/),
    expect.stringMatching(/^There is no source description pats: did you mean pets\?/),
  ]);
  // What a source that cannot be read has is not known.
  expect(await found('https://api.example.com/openapi.json')).toHaveLength(1);
});
