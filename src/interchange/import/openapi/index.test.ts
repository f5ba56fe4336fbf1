// API descriptions: every rule of their conversion to collections, for OpenAPI 3 and Swagger 2.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requestsOf, type Collection } from '../../../collections/model/collection.ts';
import type { Imported } from '../../../collections/model/imported.ts';
import { request as requestModel, type SavedRequest } from '../../../collections/model/request.ts';
import { parseYaml } from '../../../documents/yaml.ts';
import { importContent } from '../index.ts';
import { corpus } from '../../../../test/helpers/corpus.ts';

function importOf(document: unknown, file = 'shop.json'): Imported {
  return importContent(Buffer.from(JSON.stringify(document)), file);
}

function collectionOf(fields: object): Collection {
  return importOf({ openapi: '3.0.3', info: { title: 'Shop', version: '1' }, paths: {}, ...fields })
    .collections[0]!;
}

/** The only operation of a document, by default at `POST /x`. */
function one(
  operation: object,
  {
    path = '/x',
    method = 'post',
    ...fields
  }: { path?: string; method?: string; [more: string]: unknown } = {},
): SavedRequest {
  const { items } = collectionOf({ ...fields, paths: { [path]: { [method]: operation } } });
  return [...requestsOf(items)][0]!.request;
}

const json = (media: object): object => ({ content: { 'application/json': media } });
const bodyText = (request: SavedRequest): string =>
  request.body.type === 'raw' ? request.body.text : request.body.type;

describe('the collection', () => {
  test('has title and description, and the document is kept', () => {
    const document = { openapi: '3.1.0', info: { title: 'Shop', description: 'All of it' }, paths: {} };
    const { collections, specs, warnings } = importOf(document);
    expect(collections[0]).toMatchObject({
      name: 'Shop',
      docs: 'All of it',
      auth: { type: 'none' },
      items: [],
    });
    expect(specs).toEqual([
      { name: 'Shop', text: JSON.stringify(document), root: document, collectionId: collections[0]?.id },
    ]);
    expect(warnings).toEqual([]);
  });

  test('without a title has the name of the file', () => {
    const { collections, warnings } = importOf({ openapi: '3.0.0', info: {}, paths: {} }, 'my api.yaml');
    expect(collections[0]?.name).toBe('my api');
    expect(warnings).toEqual(['it has no title: the collection is named "my api"']);
  });

  test.each([
    [{ servers: [{ url: 'https://a.test/v1/' }, { url: 'https://b.test' }] }, 'https://a.test/v1'],
    [
      {
        servers: [
          {
            url: '{scheme}://{host}/v1',
            variables: { scheme: { default: 'https' }, host: { enum: ['a.test'] } },
          },
        ],
      },
      'https://a.test/v1',
    ],
    [{ servers: [{ url: '/v2' }] }, 'http://localhost/v2'],
    [{ servers: [{ url: 'localhost:3000' }] }, 'http://localhost:3000'],
    [{ servers: [{ url: 'api.test:8080/v1/' }] }, 'http://api.test:8080/v1'],
    [{ servers: [{ url: '[::1]:3000' }] }, 'http://[::1]:3000'],
    [{ servers: [{ url: '//a.test' }] }, 'https://a.test'],
    [{ servers: [{ url: '/' }] }, 'http://localhost'],
    [{}, 'http://localhost'],
  ])('has its server as baseUrl: %j', (fields, baseUrl) => {
    expect(collectionOf(fields).variables).toMatchObject([{ name: 'baseUrl', value: baseUrl }]);
  });

  test('has a folder for each tag in listed order, and untagged requests at the top', () => {
    const operation = (summary: string, ...tags: string[]): object => ({ get: { summary, tags } });
    const { items } = collectionOf({
      tags: [{ name: 'Users', description: 'People' }, { name: 'Orders' }, { name: 'Empty' }],
      paths: {
        '/c': operation('C', 'Late'),
        '/o': operation('O', 'Orders', 'Users'),
        '/n': { get: { summary: 'N' } },
        '/u': operation('U', 'Users'),
      },
    });
    expect(
      items.map((item) =>
        item.kind === 'request'
          ? item.request.name
          : [
              item.folder.name,
              item.folder.docs,
              ...item.folder.items.map((each) => each.kind === 'request' && each.request.name),
            ],
      ),
    ).toEqual([['Users', 'People', 'U'], ['Orders', '', 'O'], ['Late', '', 'C'], 'N']);
  });
});

describe('a request', () => {
  test('is named by summary, id, or method and path', () => {
    expect(one({ summary: ' List\n all ', operationId: 'list' }).name).toBe('List all');
    expect(one({ operationId: 'list' }).name).toBe('list');
    expect(one({ summary: '' }, { path: '/a/{b}', method: 'delete' }).name).toBe('DELETE /a/{b}');
  });

  test('has its path with variables', () => {
    const parameters = [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'which',
        schema: { type: 'integer', example: 7 },
      },
      { name: 'ext', in: 'path', schema: { enum: ['pdf'] } },
      { name: 'unused', in: 'path' },
    ];
    const { items, variables } = collectionOf({
      paths: { '/files/{id}/{name}:copy/v.{ext}': { parameters, get: {} } },
    });
    expect([...requestsOf(items)][0]?.request).toMatchObject({
      url: '{{baseUrl}}/files/:id/:name:copy/v.{{ext}}',
      path: [
        { name: 'id', value: '7', enabled: true, docs: 'which' },
        { name: 'name', value: '' },
      ],
    });
    expect(variables).toMatchObject([{ name: 'baseUrl' }, { name: 'ext', value: 'pdf' }]);
  });

  test('has the server that it names itself', () => {
    expect(one({ servers: [{ url: 'https://up.test/' }] }).url).toBe('https://up.test/x');
  });

  test('that is deprecated starts with a note', () => {
    expect(one({ deprecated: true, description: 'Old.' }).docs).toBe('Deprecated.\n\nOld.');
    expect(one({ deprecated: true }).docs).toMatch(/^Deprecated/);
    expect(one({ description: 'New.' }).docs).toBe('New.');
  });
});

describe('parameters', () => {
  const query = (...parameters: object[]): readonly string[] =>
    one({ parameters: parameters.map((each) => ({ in: 'query', ...each })) }).query.map(
      ({ name, value, enabled }) => `${enabled ? '' : '#'}${name}=${String(value)}`,
    );

  test('required ones are switched on, all have examples', () => {
    expect(
      query(
        { name: 'a', required: true, schema: { type: 'integer', default: 20 } },
        { name: 'b', example: 'x&y z', description: 'd' },
        { name: 'c', examples: { first: { value: true } } },
        { name: 'd' },
      ),
    ).toEqual(['a=20', '#b=x%26y z', '#c=true', '#d=']);
  });

  test('styles', () => {
    const list = { example: [1, 2] };
    const fields = { example: { x: 1, y: 'z' } };
    expect(
      query(
        { name: 'a', ...list },
        { name: 'b', ...list, explode: false },
        { name: 'c', ...list, style: 'pipeDelimited', explode: false },
        { name: 'd', ...fields, style: 'deepObject' },
        { name: 'e', ...fields, explode: false },
        { name: 'f', ...fields },
        { name: 'g', content: { 'application/json': { example: { x: [1] } } } },
      ),
    ).toEqual([
      '#a=1',
      '#a=2',
      '#b=1,2',
      '#c=1|2',
      '#d[x]=1',
      '#d[y]=z',
      '#e=x,1,y,z',
      '#x=1',
      '#y=z',
      '#g={"x":[1]}',
    ]);
  });

  test('headers and cookies', () => {
    const parameters = [
      { name: 'X-A', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
      { name: 'Accept', in: 'header', example: 'x' },
      { name: 'Content-Type', in: 'header', example: 'x' },
      { name: 'Authorization', in: 'header', example: 'x' },
      { name: 'sid', in: 'cookie', required: true, example: 's' },
      { name: 'theme', in: 'cookie', example: 'dark' },
    ];
    expect(one({ parameters }).headers).toMatchObject([
      { name: 'X-A', value: '00000000-0000-4000-8000-000000000000', enabled: true },
      { name: 'Cookie', value: 'sid=s', enabled: true },
      { name: 'Cookie', value: 'theme=dark', enabled: false },
    ]);
  });

  test('of the path and by reference, replaced by those of the operation', () => {
    const { items } = collectionOf({
      components: { parameters: { Page: { name: 'page', in: 'query', example: 1 } } },
      paths: {
        '/x': {
          parameters: [{ $ref: '#/components/parameters/Page' }, { name: 'size', in: 'query', example: 10 }],
          get: { parameters: [{ name: 'size', in: 'query', required: true, example: 50 }] },
        },
      },
    });
    expect([...requestsOf(items)][0]?.request.query).toMatchObject([
      { name: 'page', value: '1', enabled: false },
      { name: 'size', value: '50', enabled: true },
    ]);
  });

  test('OpenAPI 3.2: the query as a whole, and methods of its own', () => {
    const { items } = collectionOf({
      openapi: '3.2.0',
      paths: {
        '/x': {
          query: {
            parameters: [
              { in: 'querystring', content: { 'application/x-www-form-urlencoded': { example: { a: 1 } } } },
            ],
          },
          additionalOperations: { LINK: {} },
        },
      },
    });
    expect([...requestsOf(items)].map(({ request }) => [request.method, request.query.length])).toEqual([
      ['QUERY', 1],
      ['LINK', 0],
    ]);
  });
});

describe('bodies', () => {
  test('of JSON, from an example, a named one, or the schema', () => {
    expect(bodyText(one({ requestBody: json({ example: { a: 1 } }) }))).toBe('{\n  "a": 1\n}');
    const components = {
      examples: { E: { value: [1] } },
      schemas: { S: { properties: { s: { type: 'string' } } } },
    };
    expect(
      bodyText(
        one({ requestBody: json({ examples: { e: { $ref: '#/components/examples/E' } } }) }, { components }),
      ),
    ).toBe('[\n  1\n]');
    expect(
      bodyText(one({ requestBody: json({ schema: { $ref: '#/components/schemas/S' } }) }, { components })),
    ).toBe('{\n  "s": "string"\n}');
    expect(bodyText(one({ requestBody: json({ example: '{"as": "text"}' }) }))).toBe('{"as": "text"}');
    expect(one({ requestBody: json({ example: {} }) })).toMatchObject({
      body: { language: 'json' },
      headers: [{ name: 'Content-Type', value: 'application/json' }],
    });
  });

  test('JSON goes before all else', () => {
    const content = {
      'application/xml': {},
      'application/vnd.a+json': { example: 1 },
      'application/json': { example: 2 },
    };
    expect(bodyText(one({ requestBody: { content } }))).toBe('2');
  });

  test('of forms, with files', () => {
    const schema = {
      allOf: [
        {
          properties: {
            a: { type: 'string', description: 'first' },
            tags: { type: 'array', items: { type: 'string' }, example: ['x', 'y'] },
          },
        },
      ],
      properties: {
        file: { type: 'string', format: 'binary' },
        files: { type: 'array', items: { type: 'string', format: 'binary' } },
        meta: { type: 'object', properties: { n: { const: 1 } } },
        id: { type: 'integer', readOnly: true },
      },
    };
    const encoding = { meta: { contentType: 'application/json' } };
    expect(
      one({ requestBody: { content: { 'multipart/form-data': { schema, encoding } } } }).body,
    ).toMatchObject({
      type: 'multipart',
      fields: [
        { name: 'a', value: 'string', files: null, docs: 'first' },
        { name: 'tags', value: 'x' },
        { name: 'tags', value: 'y' },
        { name: 'file', files: [''] },
        { name: 'files', files: [''] },
        { name: 'meta', value: '{"n":1}', contentType: 'application/json' },
      ],
    });
    expect(
      one({ requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } } }).body,
    ).toMatchObject({ type: 'urlencoded' });
  });

  test('of XML, text and bytes', () => {
    const schema = { $ref: '#/components/schemas/Pet' };
    const components = {
      schemas: {
        Pet: {
          xml: { name: 'pet' },
          properties: {
            id: { type: 'integer', xml: { attribute: true } },
            name: { example: 'a & b' },
            photo: { type: 'array', items: { type: 'string' } },
            tags: { type: 'array', xml: { wrapped: true }, items: { type: 'string', xml: { name: 'tag' } } },
          },
        },
      },
    };
    expect(
      bodyText(one({ requestBody: { content: { 'application/xml': { schema } } } }, { components })),
    ).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<pet id="0">\n  <name>a &amp; b</name>\n  <photo>string</photo>\n  <tags>\n    <tag>string</tag>\n  </tags>\n</pet>',
    );
    expect(one({ requestBody: { content: { 'text/plain': { example: 'hi' } } } }).body).toEqual({
      type: 'raw',
      language: 'text',
      text: 'hi',
    });
    expect(one({ requestBody: { content: { 'image/png': {} } } })).toMatchObject({
      body: { type: 'file', path: '' },
      headers: [{ value: 'image/png' }],
    });
  });
});

test('answers: one example for each named one, the first with the id that a single one has', () => {
  const named = { one: { value: { id: 1 } }, two: { $ref: '#/components/examples/Two' } };
  const components = { examples: { Two: { value: { id: 2 } } } };
  const answer = (examples: object) =>
    one({ responses: { 200: json({ examples }) } }, { components }).examples;
  const both = answer(named);
  expect(both.map(({ name, status, body }) => [name, status, JSON.parse(body)])).toEqual([
    ['one', 200, { id: 1 }],
    ['two', 200, { id: 2 }],
  ]);
  const [single] = answer({ one: named.one });
  expect([single?.name, single?.id]).toEqual(['OK', both[0]?.id]);
  expect(both[1]?.id).not.toBe(single?.id);
});

test('answers: one example for each code', () => {
  const { examples } = one({
    responses: {
      '201': {
        description: 'Made\nit',
        headers: { Location: { schema: { example: '/x/1' } } },
        ...json({ example: { id: 1 } }),
      },
      '4XX': { description: '' },
      default: { description: 'Trouble', content: { 'text/plain': { example: 'no' } } },
      'x-own': {},
    },
  });
  expect(examples).toMatchObject([
    {
      name: 'Made',
      status: 201,
      reason: 'Created',
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'Location', value: '/x/1' },
      ],
      body: '{\n  "id": 1\n}',
    },
    { name: 'Bad Request', status: 400, headers: [], body: '' },
    { name: 'Trouble', status: 500, body: 'no' },
  ]);
});

test('answers: one example for each media type, JSON first', () => {
  const examplesWith = (content: object): SavedRequest['examples'] =>
    one({ responses: { '200': { description: 'Pets', content } } }).examples;
  const xml = { 'application/xml': { example: '<pets/>' } };
  const pets = { 'application/json': { examples: { a: { value: 1 }, b: { value: 2 } } } };
  const all = examplesWith({ ...xml, 'image/*': {}, ...pets });
  expect(all.map(({ name, headers, body }) => [name, headers[0]?.value, body])).toEqual([
    ['a', 'application/json', '1'],
    ['b', 'application/json', '2'],
    ['Pets (application/xml)', 'application/xml', '<pets/>'],
  ]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(3);
  // Those that are there already keep their ids.
  expect(examplesWith(pets).map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
  expect(examplesWith({ 'image/*': {} }).map(({ name, headers }) => [name, headers])).toEqual([['Pets', []]]);
});

describe('security', () => {
  const secured = (schemes: object, fields: object = {}): Collection =>
    collectionOf({ components: { securitySchemes: schemes }, ...fields });

  test.each([
    [
      { type: 'http', scheme: 'basic' },
      { type: 'basic', username: '{{username}}', password: '{{password}}' },
      ['username', 'password*'],
    ],
    [{ type: 'http', scheme: 'Bearer' }, { type: 'bearer', token: '{{bearerToken}}' }, ['bearerToken*']],
    [{ type: 'http', scheme: 'digest' }, { type: 'digest' }, ['username', 'password*']],
    [
      { type: 'apiKey', in: 'query', name: 'k' },
      { type: 'apiKey', key: 'k', value: '{{apiKey}}', in: 'query' },
      ['apiKey*'],
    ],
    [
      { type: 'apiKey', in: 'cookie', name: 'k' },
      { type: 'apiKey', key: 'Cookie', value: 'k={{apiKey}}', in: 'header' },
      ['apiKey*'],
    ],
    [
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: { a: '', b: '' } } } },
      {
        type: 'oauth2',
        grant: 'clientCredentials',
        accessTokenUrl: '{{baseUrl}}/token',
        scope: 'a b',
        clientId: '{{clientId}}',
      },
      ['clientId', 'clientSecret*'],
    ],
    [
      {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://a.test/auth',
            tokenUrl: 'https://a.test/t',
            scopes: {},
          },
        },
      },
      { type: 'oauth2', grant: 'authorizationCode', authUrl: 'https://a.test/auth' },
      ['clientId', 'clientSecret*', 'accessToken*'],
    ],
    [
      { type: 'openIdConnect' },
      { type: 'oauth2', grant: 'token', accessToken: '{{accessToken}}' },
      ['accessToken*'],
    ],
    [{ type: 'mutualTLS' }, { type: 'none' }, []],
  ])('%j', (scheme, auth, variables) => {
    const collection = secured({ main: scheme });
    expect(collection.auth).toMatchObject(auth);
    expect(
      collection.variables.slice(1).map(({ name, secret, value }) => `${name}${secret ? '*' : ''}${value}`),
    ).toEqual(variables);
  });

  test('of operations that ask for something else, or nothing', () => {
    const { auth, items, variables } = secured(
      {
        bearer: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'header', name: 'X-K' },
        id: { type: 'apiKey', in: 'query', name: 'id' },
      },
      {
        security: [{ bearer: [] }],
        paths: {
          '/same': { get: {} },
          '/open': { get: { security: [] } },
          '/key': { get: { security: [{ key: [] }] } },
          '/both': { get: { security: [{}, { bearer: [], key: [], id: [] }] } },
        },
      },
    );
    expect(auth.type).toBe('bearer');
    const requests = [...requestsOf(items)].map(({ request }) => request);
    expect(requests.map((request) => request.auth.type)).toEqual(['inherit', 'none', 'apiKey', 'inherit']);
    expect(requests[3]).toMatchObject({
      headers: [{ name: 'X-K', value: '{{apiKey}}' }],
      query: [{ name: 'id', value: '{{apiKey_id}}' }],
    });
    expect(variables.map(({ name }) => name)).toEqual(['baseUrl', 'bearerToken', 'apiKey', 'apiKey_id']);
  });
});

test('webhooks have their own server; callbacks are left out with a warning', () => {
  const { collections, warnings } = importOf({
    openapi: '3.1.0',
    info: { title: 'Hooks' },
    paths: { '/x': { get: { summary: 'X', callbacks: { done: {} } } } },
    webhooks: { orderMade: { post: { requestBody: json({ example: 1 }) } } },
  });
  expect(collections[0]).toMatchObject({
    variables: [{ name: 'baseUrl' }, { name: 'webhookUrl' }],
    items: [
      { request: { name: 'X' } },
      { folder: { name: 'Webhooks', items: [{ request: { name: 'orderMade', url: '{{webhookUrl}}' } }] } },
    ],
  });
  expect(warnings).toEqual(['X: its callbacks were left out (1)']);
});

describe('Swagger 2', () => {
  const swagger = (fields: object): Imported =>
    importOf({ swagger: '2.0', info: { title: 'Old' }, paths: {}, ...fields });

  test.each([
    [{ host: 'a.test', basePath: '/v1', schemes: ['https', 'http'] }, 'https://a.test/v1'],
    [{ host: 'a.test', basePath: '/' }, 'http://a.test'],
    [{ basePath: '/v1' }, 'http://localhost/v1'],
    [{}, 'http://localhost'],
  ])('%j', (fields, baseUrl) => {
    expect(swagger(fields).collections[0]?.variables[0]?.value).toBe(baseUrl);
  });

  test('parameters, bodies, answers and security', () => {
    const { collections, warnings } = swagger({
      consumes: ['application/json'],
      produces: ['application/json'],
      definitions: { Pet: { properties: { name: { type: 'string', example: 'Rex' } } } },
      parameters: {
        Q: {
          name: 'q',
          in: 'query',
          type: 'array',
          items: { type: 'string' },
          collectionFormat: 'csv',
          default: ['a', 'b'],
        },
      },
      securityDefinitions: {
        o: {
          type: 'oauth2',
          flow: 'accessCode',
          authorizationUrl: 'https://a.test',
          tokenUrl: 'https://t.test',
          scopes: { s: '' },
        },
      },
      paths: {
        '/pets/{id}': {
          put: {
            parameters: [
              { $ref: '#/parameters/Q' },
              { name: 'id', in: 'path', type: 'integer', required: true },
              { name: 'pet', in: 'body', schema: { $ref: '#/definitions/Pet' } },
            ],
            responses: {
              200: {
                description: 'ok',
                schema: { $ref: '#/definitions/Pet' },
                headers: { 'X-A': { type: 'integer' } },
              },
              404: { examples: { 'text/plain': 'none' } },
            },
          },
          post: {
            consumes: ['multipart/form-data'],
            parameters: [
              { name: 'f', in: 'formData', type: 'file' },
              { name: 'n', in: 'formData', type: 'string' },
            ],
          },
        },
      },
    });
    expect(warnings).toEqual([]);
    expect(collections[0]?.auth).toMatchObject({ type: 'oauth2', grant: 'authorizationCode', scope: 's' });
    expect([...requestsOf(collections[0]!.items)].map(({ request }) => request)).toMatchObject([
      {
        method: 'PUT',
        query: [{ name: 'q', value: 'a,b' }],
        path: [{ name: 'id', value: '0' }],
        body: { type: 'raw', language: 'json', text: '{\n  "name": "Rex"\n}' },
        examples: [
          {
            status: 200,
            body: '{\n  "name": "Rex"\n}',
            headers: [{ name: 'Content-Type' }, { name: 'X-A', value: '0' }],
          },
          { status: 404, body: 'none' },
        ],
      },
      {
        method: 'POST',
        body: {
          type: 'multipart',
          fields: [
            { name: 'f', files: [''] },
            { name: 'n', value: 'string' },
          ],
        },
      },
    ]);
  });
});

describe('what is wrong', () => {
  test.each([
    [{ openapi: '3.0.0' }, 'neither "paths" nor "webhooks"'],
    [{ openapi: '3.0.0', paths: [] }, '"paths" is a list'],
    [{ swagger: '1.2', paths: {} }, 'Swagger 1'],
  ])('%j is refused', (document, reason) => {
    expect(() => importOf(document)).toThrow(reason);
  });

  test('an unknown version is read with a warning', () => {
    expect(importOf({ openapi: '4.0.0', info: { title: 'X' }, paths: {} }).warnings).toEqual([
      expect.stringContaining('"4.0.0" is not known'),
    ]);
  });

  test.each([
    [
      'a bomb of aliases',
      `openapi: 3.0.0\na: &a [x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghi')
        .map(
          (name, at) =>
            `${name}: &${name} [${Array<string>(9)
              .fill(`*${'abcdefghi'[at] ?? ''}`)
              .join(',')}]\n`,
        )
        .join('')}paths: {}\n`,
    ],
    ['much too deep YAML', `openapi: 3.0.0\npaths: ${'{a: '.repeat(100_000)}`],
    ['much too deep JSON', `{"openapi":"3.0.0","paths":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`],
  ])('%s', (_, text) => {
    expect(() => importContent(Buffer.from(text), 'a.yaml')).toThrow(/^it(?:s aliases)? /);
  });

  test('schemas that all refer to each other, used one by one', { tags: ['full'] }, () => {
    const names = Array.from({ length: 300 }, (_, at) => `S${at}`);
    const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    const properties = Object.fromEntries(names.map((name) => [name, to(name)]));
    const { collections, warnings } = importOf({
      openapi: '3.0.0',
      info: { title: 'X' },
      components: { schemas: Object.fromEntries(names.map((name) => [name, { properties }])) },
      paths: Object.fromEntries(
        names.map((name) => [`/${name}`, { put: { requestBody: json({ schema: to(name) }) } }]),
      ),
    });
    const requests = [...requestsOf(collections[0]!.items)];
    expect(requests).toHaveLength(300);
    expect(requests.every(({ request }) => bodyText(request).length < 500_000)).toBe(true);
    expect(warnings).toEqual([expect.stringContaining('too many examples')]);
  });

  test('an example that is used everywhere is limited in total', () => {
    const answer = {
      200: { content: { 'text/plain': { examples: { e: { $ref: '#/components/examples/E' } } } } },
    };
    const { collections, warnings } = importOf({
      openapi: '3.0.0',
      info: { title: 'X' },
      components: { examples: { E: { value: 'x'.repeat(1_000_000) } } },
      paths: Object.fromEntries(
        Array.from({ length: 200 }, (_, at) => [`/${at}`, { get: { responses: answer } }]),
      ),
    });
    const chars = [...requestsOf(collections[0]!.items)].reduce(
      (sum, { request }) => sum + request.examples[0]!.body.length,
      0,
    );
    expect(chars).toBeLessThan(51_000_000);
    expect(warnings).toEqual([expect.stringContaining('the last ones were left out')]);
  });
});

const folder = join(corpus, 'openapi');
const files = readdirSync(folder);

describe('documents of other people', () => {
  test.each(files)('%s', (file) => {
    const bytes = readFileSync(join(folder, file));
    const { collections, specs, warnings } = importContent(bytes, file);
    const root = (
      file.endsWith('.json') ? JSON.parse(bytes.toString()) : parseYaml(bytes.toString())
    ) as Record<string, Record<string, object> | undefined>;
    const operations = Object.values({ ...root['paths'], ...root['webhooks'] }).flatMap((item) =>
      Object.keys(item).filter((key) => /^(?:get|put|post|delete|options|head|patch|trace)$/.test(key)),
    );
    const requests = [...requestsOf(collections[0]!.items)].map(({ request }) => request);
    expect(requests).toHaveLength(operations.length);
    expect(specs[0]?.text).toBe(bytes.toString());
    expect(warnings).toHaveLength(file.includes('no-title') ? 1 : 0);
    for (const request of requests) {
      requestModel.parse(request);
      expect(request.url).toMatch(/^(?:\{\{(?:baseUrl|webhookUrl)\}\}|https?:\/\/)/);
      expect(request.url).not.toMatch(/(?<!\{)\{[^{}]+\}(?!\})/);
    }
  });
});
