// The operations of API descriptions over RPC, and the requests that are made of them.
import { writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { requestsOf } from '../../src/collections/model/collection.ts';
import { importContent } from '../../src/interchange/import/index.ts';
import { startTestApp } from '../helpers/app.ts';

const app = await startTestApp();
const { result, rpc } = app;
afterAll(() => app.close());

const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.test/v1' }],
  security: [{ key: [] }],
  paths: {
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 }],
      get: {
        operationId: 'getOrder',
        summary: 'One order',
        tags: ['Orders'],
        security: [],
        parameters: [{ name: 'full', in: 'query', description: 'All of it', schema: { type: 'boolean' } }],
        responses: {
          200: { $ref: '#/components/responses/Order' },
          default: { description: 'An error' },
        },
      },
    },
    '/orders': {
      post: {
        deprecated: true,
        requestBody: {
          content: {
            'application/xml': { example: '<order/>' },
            'application/json': { schema: { $ref: '#/components/schemas/Order' } },
          },
        },
        responses: { 201: { description: 'Made' } },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    responses: {
      Order: {
        description: 'The order',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
      },
    },
    schemas: {
      Order: {
        type: 'object',
        properties: { id: { type: 'integer', example: 7 }, next: { $ref: '#/components/schemas/Order' } },
      },
    },
  },
};

test('operations of the description that a collection follows', async () => {
  const { collection, spec } = await result('import_spec', { text: JSON.stringify(shop) });
  const listed = await result('client.spec_operations', { collection: 'Shop' });
  expect(listed).toMatchObject({
    spec: { id: spec.id, name: 'Shop' },
    collection: collection.id,
    total: 2,
    next: null,
    errors: [],
    warnings: [],
  });
  const [get, post] = listed.operations;
  expect(get).toMatchObject({
    method: 'GET',
    path: '/orders/{id}',
    operationId: 'getOrder',
    summary: 'One order',
    tags: ['Orders'],
    isDeprecated: false,
    existing: true,
    security: [],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: '7' },
      { name: 'full', in: 'query', required: false, description: 'All of it', schema: { type: 'boolean' } },
    ],
    bodies: [],
    responses: [
      { status: '200', description: 'The order', bodies: [{ mediaType: 'application/json' }] },
      { status: 'default', description: 'An error', bodies: [] },
    ],
  });
  const [{ schema, example }] = get.responses[0].bodies;
  expect(schema).toEqual({
    type: 'object',
    properties: { id: { type: 'integer', example: 7 }, next: { $ref: '#/components/schemas/Order' } },
  });
  expect(JSON.parse(example)).toMatchObject({ id: 7 });
  expect(post).toMatchObject({
    isDeprecated: true,
    security: [{ key: [] }],
    bodies: [{ mediaType: 'application/json' }, { mediaType: 'application/xml', example: '<order/>' }],
  });
  expect(await result('client.spec_operations', { spec: 'Shop', search: 'one ORDER' })).toMatchObject({
    total: 1,
  });
  const first = await result('client.spec_operations', { spec: spec.id, limit: 1 });
  expect(first).toMatchObject({ total: 2, operations: [{ method: 'GET' }], next: 1 });
  const second = await result('client.spec_operations', { spec: spec.id, limit: 1, offset: first.next });
  expect(second).toMatchObject({ operations: [{ method: 'POST' }], next: null });
});

test('a request is made as an import makes it; one that is there gets an id of its own', async () => {
  const text = JSON.stringify({ ...shop, info: { title: 'Made', version: '1' } });
  const { collection } = await result('import_spec', { text });
  const [theirs] = importContent(Buffer.from(text), 'made.yaml').collections;
  const imported = [...requestsOf(theirs!.items)].map(({ request }) => request);
  for (const operation of ['getOrder', 'GET /orders/{id}', imported[0]!.id]) {
    const made = await result('client.request_from_operation', { collection: 'Made', operation });
    const { id, ...fields } = imported[0]!;
    expect(made).toMatchObject({ collection: collection.id, folder: 'Orders', existing: id });
    expect({ ...made.request, id: '' }).toEqual({ ...fields, id: '' });
    expect(made.request.id).not.toBe(id);
    expect(made.variables).toMatchObject([{ name: 'baseUrl', value: 'https://shop.test/v1', secret: false }]);
  }
  await result('delete_request', { collection: 'Made', request: imported[0]!.id });
  const gone = await result('client.request_from_operation', { collection: 'Made', operation: 'getOrder' });
  expect(gone).toMatchObject({ request: { id: imported[0]!.id }, existing: null });
  await result('delete_collection', { collection: 'Made' });
  const alone = await result('client.request_from_operation', { spec: 'Made', operation: 'POST /orders' });
  expect(alone).toMatchObject({ collection: null, request: { auth: { type: 'apiKey', key: 'X-Key' } } });
});

test.each([
  ['openapi: 3.1.0\npaths:\n  /a: [\n  b\n', /line|expected|unexpected/i, 4],
  ['{"openapi": "3.1.0",\n "paths": {,}}', /./, 2],
  ['openapi: 3.1.0\ninfo: {}\npaths: [1]\n', /"paths" is a list/, 3],
  ['title: nothing\n', /not an OpenAPI/, 1],
])('a broken document has an error with its line: %j', async (text, message, line) => {
  const name = `Broken ${crypto.randomUUID()}`;
  const good = JSON.stringify({ ...shop, info: { title: name, version: '1' } });
  await result('import_spec', { text: good });
  const [{ path }] = await result('list_specs', { spec: name });
  writeFileSync(path, text);
  const listed = await result('client.spec_operations', { spec: name });
  expect(listed).toMatchObject({
    total: 0,
    operations: [],
    errors: [{ message: expect.stringMatching(message) }],
  });
  expect(Math.abs(listed.errors[0].line - line)).toBeLessThanOrEqual(1);
  const refused = await rpc('client.request_from_operation', { spec: name, operation: 'getOrder' });
  expect(refused).toMatchObject({
    status: 422,
    error: expect.stringContaining(`:${listed.errors[0].line}: `),
  });
  writeFileSync(path, good);
  expect(await result('client.spec_operations', { spec: name })).toMatchObject({ total: 2, errors: [] });
});

test('every operation of a large document, in pages, each with bounds', async () => {
  const schema = { type: 'object', properties: { text: { type: 'string', example: 'x'.repeat(20_000) } } };
  const operation = {
    responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } },
  };
  const paths = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`/p${at}`, { get: operation }]));
  await result('import_spec', {
    text: JSON.stringify({ ...shop, info: { title: 'Large', version: '1' }, paths }),
  });
  const found: string[] = [];
  let pages = 0;
  for (let offset: number | null = 0; offset !== null; pages += 1) {
    const page = await result('client.spec_operations', { spec: 'Large', offset, limit: 500 });
    found.push(...page.operations.map((each: { path: string }) => each.path));
    expect(JSON.stringify(page).length).toBeLessThan(2.5 * 1024 * 1024);
    offset = page.next;
  }
  expect(found).toEqual(Object.keys(paths));
  expect(pages).toBeGreaterThan(1);
});

test.each([
  [{}, 'give collection or spec'],
  [{ collection: 'a', spec: 'b' }, 'give collection or spec'],
  [{ collection: 'Plain' }, 'follows no API description'],
  [{ spec: 'none' }, 'there is no specification'],
])('%j is refused', async (params, reason) => {
  if ('collection' in params && params.collection === 'Plain')
    await result('create_collection', { name: 'Plain' });
  for (const [method, more] of [
    ['client.spec_operations', {}],
    ['client.request_from_operation', { operation: 'x' }],
  ] as const)
    expect((await rpc(method, { ...params, ...more })).error).toContain(reason);
});

test('an operation that is not there is named', async () => {
  await result('import_spec', { text: JSON.stringify({ ...shop, info: { title: 'Few', version: '1' } }) });
  const refused = await rpc('client.request_from_operation', { spec: 'Few', operation: 'GET /none' });
  expect(refused).toMatchObject({ status: 422, error: expect.stringContaining('no operation "GET /none"') });
});
