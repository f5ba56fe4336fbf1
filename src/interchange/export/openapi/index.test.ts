// Collections as OpenAPI: the conversion of each part, and validation by an independent linter.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import type { OpenApiDocument, OpenApiOperation } from '../../../documents/openapi/writer.ts';
import { parseYaml } from '../../../documents/yaml.ts';
import { importContent } from '../../import/index.ts';
import { auth as authModel, INHERIT, NO_AUTH, type Auth } from '../../../collections/model/auth.ts';
import type { Collection, Item } from '../../../collections/model/collection.ts';
import { environment } from '../../../collections/model/environment.ts';
import { example } from '../../../collections/model/example.ts';
import { newRequest, type SavedRequest } from '../../../collections/model/request.ts';
import { openApi } from './index.ts';
import { corpus } from '../../../../test/helpers/corpus.ts';

type Given = Omit<Parameters<typeof newRequest>[0], 'id'>;
const scripts = { preRequest: '', test: '' };
const item = (given: Given): Item => ({ kind: 'request', request: newRequest({ id: 'r', ...given }) });
const folder = (name: string, items: readonly Item[], auth: Auth = INHERIT): Item => ({
  kind: 'folder',
  folder: { id: name, name, docs: '', auth, variables: [], scripts, items },
});
const variable = (name: string, value: string): Collection['variables'][number] => ({
  name,
  value,
  enabled: true,
  secret: false,
  docs: '',
});

function collectionOf(items: readonly Item[], fields: Partial<Collection> = {}): Collection {
  const variables = [variable('baseUrl', 'https://api.test/v1/')];
  return { id: 'c', name: 'Shop', docs: '', auth: NO_AUTH, variables, scripts, items, ...fields };
}

function documentOf(items: readonly Item[], fields: Partial<Collection> = {}): OpenApiDocument {
  const { text } = openApi.write(collectionOf(items, fields), { environment: null });
  return parseYaml(text) as OpenApiDocument;
}

/** The only operation of a collection. */
function one(given: Given, fields: Partial<Collection> = {}): OpenApiOperation {
  const [path] = Object.values(documentOf([item(given)], fields).paths);
  return Object.values(path!)[0]!;
}

const header = (name: string, value: string): SavedRequest['headers'][number] => ({
  name,
  value,
  enabled: true,
  docs: '',
});

describe('the document', () => {
  test('has title, docs, server, tags of the folders at the top, and paths', () => {
    const document = documentOf(
      [
        folder('Users', [
          item({ name: 'One', url: '{{baseUrl}}/users/:id' }),
          folder('Deep', [item({ name: 'Two', url: '{{baseUrl}}/deep' })]),
        ]),
        item({ name: 'Top', method: 'post', url: '{{baseUrl}}/users/{{user}}/x?y=1' }),
      ],
      { docs: 'All of it' },
    );
    expect(document).toMatchObject({
      openapi: '3.0.3',
      info: { title: 'Shop', version: '1.0.0', description: 'All of it' },
      servers: [{ url: 'https://api.test/v1' }],
      tags: [{ name: 'Users' }],
      security: [],
      paths: {
        '/users/{id}': { get: { tags: ['Users'], summary: 'One', operationId: 'get_users_id' } },
        '/deep': { get: { tags: ['Users'], summary: 'Two' } },
        '/users/{user}/x': { post: { summary: 'Top' } },
      },
    });
    expect(document.paths['/users/{user}/x']?.post).not.toHaveProperty('tags');
  });

  test.each([
    ['{{host}}/a', [variable('host', 'a.test')], { url: 'http://a.test' }],
    [
      'https://{{host}}:1/a',
      [variable('host', '{{name}}.test'), variable('name', 'b')],
      { url: 'https://b.test:1' },
    ],
    ['https://me:pass@a.test/a', [], { url: 'https://a.test' }],
    ['https://{{host}}/a', [], { url: 'https://{host}', variables: { host: { default: 'host' } } }],
    ['{{baseUrl}}/a', [], { url: '{baseUrl}', variables: { baseUrl: { default: 'http://localhost' } } }],
    ['a.test:80/a', [], { url: 'http://a.test:80' }],
    ['/a', [], { url: '/' }],
  ])('has the server of %s', (url, variables, server) => {
    const document = documentOf([item({ url })], { variables });
    expect(document.servers).toEqual([server]);
    expect(Object.keys(document.paths)).toEqual(['/a']);
  });

  test('values of the environment go first, secret ones stay out', () => {
    const secret = { ...variable('baseUrl', 'https://s3cret.test'), secret: true };
    const active = environment.parse({ id: 'e', variables: [variable('baseUrl', 'https://env.test')] });
    const collection = collectionOf([item({ url: '{{baseUrl}}/a' })]);
    expect(openApi.write(collection, { environment: active }).text).toContain('url: https://env.test');
    expect(openApi.write({ ...collection, variables: [secret] }, { environment: null }).text).not.toContain(
      's3cret',
    );
  });

  test('operations at another server say so', () => {
    const { paths } = documentOf([
      item({ url: '{{baseUrl}}/a' }),
      item({ url: 'https://b.test/b' }),
      item({ url: 'https://api.test/v1/c' }),
    ]);
    expect(paths['/a']?.get).not.toHaveProperty('servers');
    expect(paths['/b']?.get?.servers).toEqual([{ url: 'https://b.test' }]);
  });
});

describe('an operation', () => {
  test('has parameters of path, query, headers and cookies', () => {
    const pair = { enabled: true, docs: '' };
    expect(
      one({
        url: '{{baseUrl}}/a/:id/:id',
        path: [{ ...pair, name: 'id', value: '7', docs: 'which' }],
        query: [
          { ...pair, name: 'q', value: 'a%20b' },
          { ...pair, name: 'off', value: null, enabled: false },
          { ...pair, name: 'list', value: '1' },
          { ...pair, name: 'list', value: '2' },
        ],
        headers: [
          header('X-A', 'b'),
          header('Accept', '*/*'),
          header('Content-Type', 'x/y'),
          header('Authorization', 'secret'),
          header('Cookie', 'a=1; b'),
        ],
      }).parameters,
    ).toEqual([
      {
        name: 'id',
        in: 'path',
        description: 'which',
        required: true,
        schema: { type: 'string' },
        example: '7',
      },
      { name: 'id2', in: 'path', required: true, schema: { type: 'string' }, example: '' },
      { name: 'q', in: 'query', required: true, schema: { type: 'string' }, example: 'a b' },
      { name: 'off', in: 'query', required: false, schema: { type: 'string' }, example: '' },
      {
        name: 'list',
        in: 'query',
        required: true,
        schema: { type: 'array', items: { type: 'string' } },
        example: ['1', '2'],
      },
      { name: 'X-A', in: 'header', required: true, schema: { type: 'string' }, example: 'b' },
      { name: 'a', in: 'cookie', required: true, schema: { type: 'string' }, example: '1' },
    ]);
  });

  const content = (given: Given): unknown =>
    one({ url: '{{baseUrl}}/a', method: 'POST', ...given }).requestBody?.content;

  test('has the schema of its JSON', () => {
    expect(
      content({
        body: {
          type: 'raw',
          language: 'json',
          text: '{"id": 1, "user": {{user}}, "tags": ["a"], "mixed": [1, "b"]}',
        },
      }),
    ).toEqual({
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            user: { type: 'string' },
            tags: { type: 'array', items: { type: 'string' } },
            mixed: { type: 'array', items: {} },
          },
        },
        example: { id: 1, user: '{{user}}', tags: ['a'], mixed: [1, 'b'] },
      },
    });
  });

  test('has other bodies by their type', () => {
    expect(content({ body: { type: 'raw', language: 'json', text: '{' } })).toEqual({
      'application/json': { schema: { type: 'string' }, example: '{' },
    });
    expect(
      content({
        headers: [header('content-type', 'text/csv; charset=utf-8')],
        body: { type: 'raw', text: 'a,b' },
      }),
    ).toEqual({ 'text/csv': { schema: { type: 'string' }, example: 'a,b' } });
    expect(content({ body: { type: 'file', path: '/etc/passwd' } })).toEqual({
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
    });
    expect(
      content({ type: 'graphql', body: { type: 'graphql', query: '{a}', variables: '{"b":1}' } }),
    ).toMatchObject({ 'application/json': { example: { query: '{a}', variables: { b: 1 } } } });
    expect(
      content({
        body: {
          type: 'urlencoded',
          fields: [
            { name: 'a', value: '1' },
            { name: 'b', enabled: false },
          ],
        },
      }),
    ).toEqual({
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          properties: { a: { type: 'string' }, b: { type: 'string' } },
          required: ['a'],
        },
        example: { a: '1', b: '' },
      },
    });
    expect(
      content({
        body: {
          type: 'multipart',
          fields: [
            { name: 'f', files: ['', ''], contentType: 'image/png' },
            { name: 'a', value: '1' },
          ],
        },
      }),
    ).toEqual({
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            f: { type: 'array', items: { type: 'string', format: 'binary' } },
            a: { type: 'string' },
          },
          required: ['f', 'a'],
        },
        encoding: { f: { contentType: 'image/png' } },
      },
    });
  });

  test('has its examples as responses', () => {
    const headers = [header('Content-Type', 'application/json'), header('X-A', 'b')];
    const examples = [
      example.parse({ id: '1', name: 'Fine', status: 200, headers, body: '{"id":1}' }),
      example.parse({ id: '2', name: 'Fine', status: 200, headers, body: '{"id":2}' }),
      example.parse({ id: '3', name: '', status: 404, body: 'none' }),
      example.parse({
        id: '4',
        name: 'Image',
        status: 206,
        base64: true,
        body: 'AA==',
        headers: [header('Content-Type', 'image/png')],
      }),
    ];
    expect(one({ url: '{{baseUrl}}/a', examples }).responses).toEqual({
      '200': {
        description: 'Fine',
        headers: { 'X-A': { schema: { type: 'string' }, example: 'b' } },
        content: {
          'application/json': {
            schema: {},
            examples: { Fine: { value: { id: 1 } }, 'Fine 2': { value: { id: 2 } } },
          },
        },
      },
      '206': {
        description: 'Image',
        content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
      },
      '404': {
        description: 'Not Found',
        content: { 'text/plain': { schema: { type: 'string' }, example: 'none' } },
      },
    });
    expect(Object.keys(one({ url: '{{baseUrl}}/a' }).responses)).toEqual(['default']);
  });

  test('that is deprecated', () => {
    expect(one({ url: '/a', docs: 'Deprecated.\n\nOld.' })).toMatchObject({
      deprecated: true,
      description: 'Old.',
    });
    expect(one({ url: '/a', docs: 'New.' })).not.toHaveProperty('deprecated');
  });

  test('is one for all requests with the same method and path, whatever the names of path variables', () => {
    const { text, warnings } = openApi.write(
      collectionOf([
        item({ name: 'A', url: '{{baseUrl}}/u/:id', query: [{ name: 'a', value: '1' }] }),
        item({ name: 'B', url: '{{baseUrl}}/u/{{user}}', query: [{ name: 'b', value: '2' }] }),
        item({ name: 'C', method: 'DELETE', url: '{{baseUrl}}/u/:name' }),
        item({ name: 'D', method: 'PROPFIND', url: '{{baseUrl}}/u' }),
        item({ name: 'E', type: 'websocket', url: 'ws://a.test' }),
      ]),
      { environment: null },
    );
    const { paths } = parseYaml(text) as OpenApiDocument;
    expect(Object.keys(paths)).toEqual(['/u/{id}']);
    expect(paths['/u/{id}']?.get?.parameters?.map(({ name, required }) => [name, required])).toEqual([
      ['id', true],
      ['a', false],
      ['b', false],
    ]);
    expect(paths['/u/{id}']?.delete?.parameters?.map(({ name }) => name)).toEqual(['id']);
    expect(warnings).toEqual([
      'the request "B" has the same method and path as another one: both became one operation',
      'the request "D" has the method PROPFIND, which OpenAPI does not support: it was left out',
      'the request "E" is of the type websocket, which OpenAPI does not support: it was left out',
    ]);
  });
});

describe('authorization', () => {
  test.each([
    [
      { type: 'basic', password: 'pw' },
      { type: 'http', scheme: 'basic' },
    ],
    [
      { type: 'bearer', token: 'pw' },
      { type: 'http', scheme: 'bearer' },
    ],
    [{ type: 'digest' }, { type: 'http', scheme: 'digest' }],
    [
      { type: 'jwt', secret: 'pw' },
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    ],
    [
      { type: 'apiKey', key: 'X-K', value: 'pw', in: 'query' },
      { type: 'apiKey', in: 'query', name: 'X-K' },
    ],
    [
      { type: 'apiKey', key: 'Cookie', value: 'sid=pw' },
      { type: 'apiKey', in: 'cookie', name: 'sid' },
    ],
    [
      {
        type: 'oauth2',
        grant: 'clientCredentials',
        accessTokenUrl: '{{baseUrl}}token',
        clientSecret: 'pw',
        scope: 'a b',
      },
      {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://api.test/v1/token', scopes: { a: '', b: '' } } },
      },
    ],
    [
      { type: 'oauth2', grant: 'authorizationCodePkce', authUrl: 'https://a.test' },
      {
        type: 'oauth2',
        flows: { authorizationCode: { authorizationUrl: 'https://a.test', tokenUrl: '/', scopes: {} } },
      },
    ],
    [
      { type: 'oauth2', grant: 'token', accessToken: 'pw' },
      { type: 'http', scheme: 'bearer' },
    ],
  ])('%j', (auth, scheme) => {
    const { type } = auth;
    const given = { auth: authModel.parse(auth) };
    const { text } = openApi.write(collectionOf([item({ url: '/a' })], given), { environment: null });
    expect(parseYaml(text)).toMatchObject({
      security: [{ [type]: [] }],
      components: { securitySchemes: { [type]: scheme } },
    });
    expect(text).not.toContain('pw');
  });

  test('of folders and requests, each scheme once', () => {
    const basic = authModel.parse({ type: 'basic', username: 'a' });
    const bearer = authModel.parse({ type: 'bearer' });
    const { paths, components } = documentOf(
      [
        folder(
          'F',
          [item({ url: '/a' }), item({ url: '/b', auth: NO_AUTH }), item({ url: '/c', auth: basic })],
          bearer,
        ),
        item({ url: '/d' }),
      ],
      { auth: authModel.parse({ type: 'basic', username: 'b' }) },
    );
    expect(['/a', '/b', '/c', '/d'].map((path) => paths[path]?.get?.security)).toEqual([
      [{ bearer: [] }],
      [],
      [{ basic: [] }],
      undefined,
    ]);
    expect(Object.keys(components?.securitySchemes ?? {})).toEqual(['basic', 'bearer']);
  });
});

test('a description goes in and comes out again', () => {
  const document = {
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1.0.0', description: 'd' },
    servers: [{ url: 'https://api.test/v1' }],
    tags: [{ name: 'Users', description: 'People' }],
    security: [{ bearer: [] }],
    paths: {
      '/users/{id}': {
        post: {
          tags: ['Users'],
          summary: 'Change',
          description: 'Changes.',
          operationId: 'post_users_id',
          deprecated: true,
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: '7' },
            { name: 'q', in: 'query', required: false, schema: { type: 'string' }, example: 'a&b' },
            { name: 'X-A', in: 'header', required: true, schema: { type: 'string' }, example: 'x' },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: { type: 'object', properties: { n: { type: 'integer' } } },
                example: { n: 1 },
              },
            },
          },
          responses: { '204': { description: 'Done' } },
        },
      },
    },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
  const [collection] = importContent(Buffer.from(JSON.stringify(document)), '').collections;
  expect(parseYaml(openApi.write(collection!, { environment: null }).text)).toEqual(document);
});

const files = ['postman', 'insomnia', 'har', 'openapi']
  .map((part) => join(corpus, part))
  .flatMap((path) => readdirSync(path, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && !/\.csv$|_data\.json$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

describe('collections of other people', () => {
  /** Rules of the linter about what a collection cannot know, and about the style of paths and names. */
  const untold = new Set([
    'info-license',
    'operation-2xx-response',
    'operation-4xx-response',
    'no-path-trailing-slash',
    'no-server-example.com',
  ]);

  const collectionsIn = (file: string): readonly Collection[] => {
    try {
      return importContent(readFileSync(file), file).collections;
    } catch {
      // Broken on purpose.
      return [];
    }
  };

  test.each(files)('%s has no fault for a linter', async (file) => {
    const config = await createConfig({ extends: ['spec', 'recommended'] });
    for (const collection of collectionsIn(file)) {
      const { text } = openApi.write(collection, { environment: null });
      const errors = (await lintFromString({ source: text, config })).filter(
        ({ ruleId, severity }) => severity === 'error' && !untold.has(ruleId),
      );
      expect(
        errors.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
      ).toEqual([]);
    }
  });

  test('the linter detects errors', async () => {
    const config = await createConfig({ extends: ['spec'] });
    const { text } = openApi.write(collectionOf([item({ url: '/a' })]), { environment: null });
    expect(await lintFromString({ source: text.replace('responses:', 'answers:'), config })).not.toEqual([]);
  });
});
