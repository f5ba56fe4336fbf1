// Files with parts of any type: valid parts are kept, and only an Error with a sentence is thrown.
import { describe, expect, test } from 'vitest';
import { UserError } from '../../base/errors.ts';
import {
  collectionFields,
  requestsOf,
  type Collection,
  type Item,
} from '../../collections/model/collection.ts';
import { environment as environmentModel } from '../../collections/model/environment.ts';
import { request as requestModel } from '../../collections/model/request.ts';
import type { Imported } from '../../collections/model/imported.ts';
import { importContent } from './index.ts';

const pairs = [{ key: 'k', value: 'v', description: { content: 'd' }, disabled: true }];
const request = {
  method: 'POST',
  header: [...pairs, 'A: 1'],
  url: {
    raw: 'x',
    protocol: 'http',
    auth: { user: 'u', password: 'p' },
    host: ['a'],
    port: '1',
    path: ['x', { value: ':id' }],
    query: pairs,
    variable: pairs,
    hash: 'h',
  },
  auth: {
    type: 'oauth2',
    oauth2: [
      { key: 'grant_type', value: 'implicit' },
      { key: 'addTokenTo', value: 'header' },
    ],
  },
  description: { content: 'x' },
};

const FILES: Readonly<Record<string, unknown>> = {
  collection: {
    info: {
      _postman_id: 'id',
      name: 'C',
      description: { content: 'd' },
      schema: 'https://x/v2.1.0/collection.json',
    },
    auth: { type: 'basic', basic: [{ key: 'username', value: 'u' }] },
    event: [{ listen: 'test', disabled: false, script: { exec: ['x'], src: 'y' } }],
    variable: [{ key: 'a', value: 'b', type: 'secret' }],
    protocolProfileBehavior: { strictSSL: false, maxRedirects: 3, protocolVersion: 'http1' },
    item: [
      {
        id: 'f',
        name: 'F',
        auth: { type: 'apikey', apikey: { key: 'k', in: 'query' } },
        item: [
          {
            name: 'raw',
            request: { ...request, body: { mode: 'raw', raw: 'x', options: { raw: { language: 'json' } } } },
          },
          {
            name: 'form',
            request: {
              ...request,
              body: {
                mode: 'formdata',
                formdata: [{ key: 'f', type: 'file', src: ['a'], contentType: 't' }],
              },
            },
          },
          { name: 'fields', request: { ...request, body: { mode: 'urlencoded', urlencoded: pairs } } },
          { name: 'file', request: { body: { mode: 'file', file: { src: 'a' } } } },
          {
            name: 'query',
            request: {
              body: { mode: 'graphql', graphql: { query: 'q', variables: {}, operationName: 'o' } },
            },
          },
        ],
      },
      {
        name: 'R',
        event: { listen: 'prerequest', script: 'x' },
        protocolProfileBehavior: { followRedirects: false },
        request: 'http://a',
        response: [
          { id: 'e', name: 'E', code: 200, status: 'OK', header: pairs, body: 'x', originalRequest: request },
          { stream: { data: [1, 2] } },
        ],
      },
    ],
  },
  environment: {
    id: 'e',
    name: 'E',
    values: [{ key: 'a', value: 'b', enabled: true, type: 'secret', description: 'd' }],
  },
  globals: { _postman_variable_scope: 'globals', values: [{ key: 'a', value: 'b' }] },
  insomnia: {
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'wrk_1', _type: 'workspace', name: 'W', description: 'd', parentId: null },
      {
        _id: 'fld_1',
        _type: 'request_group',
        parentId: 'wrk_1',
        name: 'F',
        environment: { a: 1 },
        metaSortKey: 1,
      },
      {
        _id: 'req_1',
        _type: 'request',
        parentId: 'fld_1',
        name: 'R',
        url: '{{ _.a }}/:id',
        method: 'GET',
        headers: [{ name: 'A', value: '1', disabled: true }],
        parameters: [{ name: 'A', value: '1' }],
        pathParameters: [{ name: 'id', value: '1' }],
        authentication: { type: 'basic', username: 'u', password: 'p', disabled: false },
        body: { mimeType: 'multipart/form-data', params: [{ name: 'f', type: 'file', fileName: 'x' }] },
        preRequestScript: 'insomnia.x',
      },
      {
        _id: 'req_2',
        _type: 'request',
        parentId: 'wrk_1',
        body: { mimeType: 'application/graphql', text: '{"query":"q"}' },
      },
      { _id: 'ws_1', _type: 'websocket_request', parentId: 'wrk_1', url: 'ws://a' },
      {
        _id: 'pl_1',
        _type: 'websocket_payload',
        parentId: 'ws_1',
        name: 'm',
        value: 'x',
        mode: 'application/json',
      },
      {
        _id: 'greq_1',
        _type: 'grpc_request',
        parentId: 'wrk_1',
        url: 'grpc://a',
        protoMethodName: '/a.B/C',
        body: { text: '{}' },
        metadata: [],
        protoFileId: 'pf_1',
      },
      { _id: 'pf_1', _type: 'proto_file', parentId: 'wrk_1', name: 'a.proto', protoText: '' },
      { _id: 'env_1', _type: 'environment', parentId: 'wrk_1', name: 'E', data: { a: { b: [1] } } },
      {
        _id: 'env_2',
        _type: 'environment',
        parentId: 'env_1',
        environmentType: 'kv',
        kvPairData: [{ name: 'a', value: 'b', type: 'secret' }],
      },
      { _id: 'spc_1', _type: 'api_spec', parentId: 'wrk_1', fileName: 'S', contents: 'openapi: 3.0.0' },
      { _id: 'jar_1', _type: 'cookie_jar', parentId: 'wrk_1', cookies: [{}] },
    ],
  },
  insomnia5: {
    type: 'collection.insomnia.rest/5.0',
    name: 'W',
    meta: { id: 'wrk_1', sortKey: 1, description: 'd' },
    collection: [
      {
        name: 'F',
        meta: { id: 'fld_1' },
        children: [
          {
            name: 'R',
            url: 'http://a',
            method: 'GET',
            scripts: { preRequest: 'x' },
            settings: { followRedirects: 'off', cookies: { send: false } },
          },
        ],
      },
      { name: 'S', url: 'ws://a', meta: { id: 'ws-req_1' }, payloads: [{ value: 'x' }] },
    ],
    environments: { name: 'B', data: { a: 1 }, subEnvironments: [{ name: 'S', data: { a: 2 } }] },
    cookieJar: { cookies: [{}] },
    spec: { contents: { openapi: '3.0.0' } },
  },
  openapi: {
    openapi: '3.1.0',
    info: { title: 'T', description: 'd', version: '1' },
    servers: [{ url: 'http://{a}/v1', variables: { a: { default: 'x', enum: ['y'] } } }],
    tags: [{ name: 'A', description: 'd' }],
    security: [{ key: [] }],
    paths: {
      '/a/{id}/{b}.json': {
        parameters: [{ $ref: '#/components/parameters/P' }],
        servers: [{ url: '/other' }],
        post: {
          tags: ['A'],
          summary: 'S',
          operationId: 'o',
          description: 'd',
          deprecated: true,
          parameters: [
            {
              name: 'q',
              in: 'query',
              style: 'deepObject',
              schema: { properties: { a: { type: 'string' } } },
            },
            { name: 'h', in: 'header', required: true, examples: { e: { value: [1] } } },
            { name: 'c', in: 'cookie', content: { 'application/json': { example: {} } } },
          ],
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: {
                  allOf: [{ $ref: '#/components/schemas/S' }],
                  properties: { f: { type: 'string', format: 'binary' } },
                },
                encoding: { f: { contentType: 'image/png' } },
              },
            },
          },
          responses: {
            '200': {
              description: 'd',
              headers: { X: { schema: { type: 'integer', minimum: 3 } } },
              content: { 'application/xml': { schema: { $ref: '#/components/schemas/S' } } },
            },
            default: { content: { 'application/json': { examples: { e: { value: { a: 1 } } } } } },
          },
          security: [{ key: [], oauth: ['s'] }],
          callbacks: { c: {} },
        },
      },
    },
    webhooks: { w: { post: { requestBody: { content: { 'text/plain': { example: 'x' } } } } } },
    components: {
      parameters: { P: { name: 'id', in: 'path', schema: { type: 'string', format: 'uuid' } } },
      schemas: {
        S: {
          type: 'object',
          xml: { name: 'x', prefix: 'p' },
          properties: {
            a: { type: ['array', 'null'], items: { oneOf: [{ type: 'null' }, { enum: ['e'] }] } },
            s: { $ref: '#/components/schemas/S' },
            n: { type: 'number', exclusiveMinimum: 1, multipleOf: 0.5, readOnly: true },
            t: { type: 'string', minLength: 20, maxLength: 30, xml: { attribute: true } },
          },
          additionalProperties: { const: 1 },
        },
      },
      securitySchemes: {
        key: { type: 'apiKey', name: 'k', in: 'cookie' },
        oauth: { type: 'oauth2', flows: { password: { tokenUrl: '/t', scopes: { s: 'd' } } } },
      },
    },
  },
  swagger: {
    swagger: '2.0',
    info: { title: 'T' },
    host: 'h',
    basePath: '/b',
    schemes: ['https'],
    consumes: ['application/json'],
    produces: ['application/xml'],
    paths: {
      '/a': {
        get: {
          parameters: [
            { name: 'q', in: 'query', type: 'array', items: { type: 'integer' }, collectionFormat: 'multi' },
            { name: 'f', in: 'formData', type: 'file' },
          ],
          responses: { 200: { schema: { $ref: '#/definitions/D' }, examples: { 'text/csv': 'x' } } },
        },
        post: { parameters: [{ name: 'b', in: 'body', schema: { $ref: '#/definitions/D' } }] },
      },
    },
    definitions: { D: { properties: { a: { type: 'string', enum: ['x'] } } } },
    securityDefinitions: { o: { type: 'oauth2', flow: 'accessCode', scopes: { s: '' }, tokenUrl: 'u' } },
  },
  har: {
    log: {
      version: '1.2',
      entries: [
        {
          startedDateTime: '2024-01-01T00:00:00Z',
          time: 1,
          request: {
            method: 'POST',
            url: 'http://a/x?a=1',
            headers: [{ name: 'Content-Type', value: 'multipart/form-data; boundary=b' }],
            postData: {
              mimeType: 'x',
              text: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--',
            },
          },
          response: {
            status: 200,
            statusText: 'OK',
            headers: [{ name: 'A', value: '1' }],
            content: { size: 1, mimeType: 'image/png', text: 'AP8=', encoding: 'base64' },
          },
        },
      ],
    },
  },
};

const REPLACEMENTS: readonly unknown[] = [
  null,
  true,
  -1.5,
  '{{x',
  '\ud800',
  [],
  [[]],
  [null],
  {},
  { key: {}, value: [] },
  JSON.parse('{"__proto__":{"polluted":1},"constructor":1}'),
];

/** Copies of `value` in each of which one node is replaced. */
function* spoiled(value: unknown): Generator<unknown, void, undefined> {
  yield* REPLACEMENTS;
  if (Array.isArray(value))
    for (const [index, inner] of value.entries())
      for (const other of spoiled(inner)) yield value.with(index, other);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      for (const other of spoiled(inner)) yield { ...value, [key]: other };
      yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    }
}

/** The storage accepts what the schemas of the model accept. */
function check({ collections, environments, globals, requests, warnings }: Imported): void {
  for (const collection of collections) checkCollection(collection);
  for (const environment of environments) environmentModel.parse(environment);
  environmentModel.parse({ id: 'globals', variables: globals });
  for (const request of requests) requestModel.parse(request);
  expect(warnings.every((warning) => warning.length < 2000)).toBe(true);
}

function checkCollection({ items, ...fields }: Collection): void {
  collectionFields.parse(fields);
  const ids = idsOf(items);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { request } of requestsOf(items)) requestModel.parse(request);
}

function idsOf(items: readonly Item[]): readonly string[] {
  return items.flatMap((item) =>
    item.kind === 'folder' ? [item.folder.id, ...idsOf(item.folder.items)] : [item.request.id],
  );
}

describe.each(Object.entries(FILES))('%s', (_, file) => {
  test('any value in any place', { tags: ['full'] }, () => {
    let read = 0;
    for (const spoilt of spoiled(file)) {
      const text = JSON.stringify(spoilt);
      let imported: Imported | null = null;
      try {
        imported = importContent(Buffer.from(text), 'a.json');
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        expect(error.message, text).toMatch(/^(?:it |"|line )/);
      }
      if (imported === null) continue;
      read += 1;
      check(imported);
    }
    expect(read).toBeGreaterThan(10);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

test('a broken request does not affect others', () => {
  const items = [
    { name: 'A', request: 'http://a' },
    { name: 'B', request: 7 },
    null,
    { name: 'C', request: { url: 'http://c', header: 3 } },
  ];
  const { collections, warnings } = importContent(
    Buffer.from(JSON.stringify({ info: { name: 'X' }, item: items })),
    '',
  );
  expect([...requestsOf(collections[0]!.items)].map(({ request }) => request.name)).toEqual(['A', 'C']);
  expect(warnings).toEqual([
    expect.stringContaining('names no version'),
    'the request "B" is a number, and was left out',
    'an item is null, not an object, and was left out',
    'C: the headers: a number, where a list should be, was left out',
  ]);
});

describe('more than is taken', () => {
  const fileOf = (item: unknown): Buffer => Buffer.from(JSON.stringify({ info: { name: 'X' }, item }));

  test('requests', () => {
    const many = Array.from({ length: 20_001 }, () => ({ request: '' }));
    expect(() => importContent(fileOf(many), '')).toThrow('more than 20000 requests');
  });

  test('fields', () => {
    const header = Array.from({ length: 500_001 }, () => 0);
    expect(() => importContent(fileOf([{ name: 'R', request: { header } }]), '')).toThrow(
      'more than 500000 entries',
    );
  });

  test('warnings', () => {
    const many = Array.from({ length: 500 }, (_, index) => ({ name: `R${index}`, request: 7 }));
    const { warnings } = importContent(fileOf(many), '');
    expect(warnings).toHaveLength(201);
    expect(warnings.at(-1)).toBe('and 301 more warnings');
  });

  test('HAR entries of any type', () => {
    const entries = Array.from({ length: 20_001 }, () => 0);
    const file = Buffer.from(JSON.stringify({ log: { entries } }));
    expect(() => importContent(file, '')).toThrow('more than 20000 requests');
  });

  test('nested Insomnia variables, whose names repeat those of their parents', () => {
    let data: object = {};
    for (let depth = 0; depth < 400; depth += 1)
      data = Object.fromEntries([
        ...Array.from({ length: 200 }, (_, index) => [`k${index}`, 1] as const),
        ['x'.repeat(100), data] as const,
      ]);
    const resources = [{ _id: 'e', _type: 'environment', data }];
    const file = { _type: 'export', __export_format: 4, resources };
    expect(() => importContent(Buffer.from(JSON.stringify(file)), '')).toThrow('more than 500000 entries');
  });

  test('templates of Insomnia', () => {
    const url = '{{a}}'.repeat(500_001);
    const resources = [{ _id: 'r', _type: 'request', url }];
    const file = { _type: 'export', __export_format: 4, resources };
    expect(() => importContent(Buffer.from(JSON.stringify(file)), '')).toThrow('more than 500000 entries');
  });

  test('a text of fifty megabytes is one value', () => {
    const text = 'x:/'.repeat(4_000_000);
    const { collections } = importContent(
      fileOf([{ name: text, request: { url: text, header: text, description: text } }]),
      '',
    );
    const [placed] = [...requestsOf(collections[0]!.items)];
    expect(placed!.request.name).toHaveLength(1000);
  });
});

test('a hundred thousand nested folders of Insomnia', () => {
  const folders = Array.from({ length: 100_000 }, (_, index) => ({
    _id: `f${index + 1}`,
    _type: 'request_group',
    parentId: `f${index}`,
  }));
  const resources = [
    { _id: 'f0', _type: 'workspace' },
    ...folders,
    { _id: 'r', _type: 'request', parentId: 'f100000', name: 'Deep' },
  ];
  const { collections } = importContent(
    Buffer.from(JSON.stringify({ _type: 'export', __export_format: 4, resources })),
    '',
  );
  expect(
    collections.flatMap(({ items }) => [...requestsOf(items)]).map(({ request }) => request.name),
  ).toEqual(['Deep']);
});
