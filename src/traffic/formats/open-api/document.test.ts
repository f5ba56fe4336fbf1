import { expect, test } from 'vitest';
import { parseYaml as parse } from '../../../documents/yaml.ts';
import { collected } from '../../../../test/helpers/collect.ts';
import { capturedFlow, type Captured } from '../../../../test/helpers/flows.ts';
import type { OpenApiDocument } from '../../../documents/openapi/writer.ts';
import { openApi } from './index.ts';

async function document(...captured: readonly Captured[]): Promise<OpenApiDocument> {
  const yaml = await collected(openApi.export.write(captured.map((each) => capturedFlow(each))));
  return parse(yaml.toString()) as OpenApiDocument;
}

const json = 'Content-Type: application/json; charset=utf-8';

test('paths are templated, and each operation is listed once', async () => {
  const { paths, servers, ...rest } = await document(
    {
      target: { scheme: 'https', port: 8443 },
      request: { head: ['GET /users/12?page=1 HTTP/1.1'] },
      response: { head: ['HTTP/1.1 200 Fine', json], body: '{"id":12,"tags":["a"],"name":null,"rate":1.5}' },
    },
    { request: { head: ['GET /users/13?sort=up HTTP/1.1'] }, response: { head: ['HTTP/1.1 404 Not Found'] } },
    { request: { head: ['GET /users/14 HTTP/1.1'] }, response: { head: ['HTTP/1.1 200 Other'] } },
  );
  expect(rest).toEqual({
    openapi: '3.0.3',
    info: {
      title: 'Captured API',
      version: '1.0.0',
      description: 'Generated from captured traffic.',
    },
  });
  expect(servers).toEqual([{ url: 'https://example.test:8443' }, { url: 'http://example.test' }]);
  const text = { type: 'string' };
  expect(paths).toEqual({
    '/users/{userId}': {
      get: {
        summary: 'GET /users/{userId}',
        operationId: 'get_users_userId',
        parameters: [
          { name: 'userId', in: 'path', required: true, schema: text, example: '12' },
          { name: 'page', in: 'query', required: false, schema: text, example: '1' },
          { name: 'sort', in: 'query', required: false, schema: text, example: 'up' },
        ],
        responses: {
          '200': {
            description: 'Fine',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    id: { type: 'integer' },
                    tags: { type: 'array', items: text },
                    name: { type: 'string', nullable: true },
                    rate: { type: 'number' },
                  },
                },
              },
            },
          },
          '404': { description: 'Not Found' },
        },
      },
    },
  });
});

test('a JSON body of a request, with its example', async () => {
  const { paths } = await document({
    request: { head: ['POST /a HTTP/1.1', json], body: '{"deep":{"flag":true}}' },
    response: null,
    state: 'failed',
  });
  expect(paths['/a']?.post).toMatchObject({
    requestBody: {
      content: {
        'application/json': {
          schema: { properties: { deep: { properties: { flag: { type: 'boolean' } } } } },
          example: { deep: { flag: true } },
        },
      },
    },
    responses: { default: {} },
  });
});

test('duplicate names in a path are numbered, and braces in it are no parameters', async () => {
  const { paths } = await document(
    { request: { head: ['GET /orders/1/orders/2/3 HTTP/1.1'] } },
    { request: { head: ['GET /a{b} HTTP/1.1'] } },
    { request: { head: ['GET /0a0b0c0d0e0f0a0b/550e8400-e29b-41d4-a716-446655440000 HTTP/1.1'] } },
  );
  expect(Object.keys(paths)).toEqual([
    '/orders/{orderId}/orders/{orderId2}/{id}',
    '/a%7Bb%7D',
    '/{id}/{id2}',
  ]);
});

test('traffic that OpenAPI cannot represent is left out', async () => {
  const { paths } = await document(
    { request: null },
    { request: { head: ['PROPFIND / HTTP/1.1'] } },
    { method: 'OPTIONS', request: { head: ['OPTIONS * HTTP/1.1'] } },
  );
  expect(paths).toEqual({});
});
