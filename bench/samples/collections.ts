// Sample collections in Postman's format.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TESTS = [
  "pm.test('status is 200', () => { pm.response.to.have.status(200); });",
  "pm.test('has an id', () => { pm.expect(pm.response.json().id).to.eql(7); });",
];

/** Writes a collection whose requests have two assertions each; returns its path. */
export function writeCollection(folder: string, port: number, requests: number): string {
  const item = Array.from({ length: requests }, (_, at) => ({
    name: `Request ${at + 1}`,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: TESTS } }],
    request: {
      method: at % 4 === 3 ? 'POST' : 'GET',
      header: [{ key: 'X-Request', value: '{{$guid}}' }],
      url: `{{base}}/items/${at}?page={{page}}`,
      ...(at % 4 === 3 && {
        body: { mode: 'raw', raw: '{"name": "{{name}}"}', options: { raw: { language: 'json' } } },
      }),
    },
  }));
  const collection = {
    info: {
      name: `${requests} requests`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [
      { key: 'base', value: `http://127.0.0.1:${port}` },
      { key: 'page', value: '1' },
      { key: 'name', value: 'Ada' },
    ],
    item,
  };
  const path = join(folder, `collection-${requests}.json`);
  writeFileSync(path, JSON.stringify(collection));
  return path;
}

/** Writes an OpenAPI document of about `bytes` bytes. */
export function writeOpenApi(folder: string, bytes: number): string {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', format: 'int64' },
      name: { type: 'string', example: 'Ada' },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      owner: { $ref: '#/components/schemas/Owner' },
    },
  };
  const content = { 'application/json': { schema } };
  const operation = (at: number): object => ({
    operationId: `operation${at}`,
    tags: [`Group ${at % 20}`],
    summary: `Operation ${at}`,
    description: 'What it does is told here at some length, as descriptions are. '.repeat(10),
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'page', in: 'query', schema: { type: 'integer' }, example: 2 },
    ],
    requestBody: { content },
    responses: { 200: { description: 'Done', content }, 404: { description: 'Not found' } },
  });
  const each = JSON.stringify(operation(0)).length + 40;
  const paths = Object.fromEntries(
    Array.from({ length: Math.ceil(bytes / each) }, (_, at) => [`/things${at}/{id}`, { put: operation(at) }]),
  );
  const document = {
    openapi: '3.0.3',
    info: { title: 'Large', version: '1' },
    servers: [{ url: 'http://127.0.0.1' }],
    security: [],
    paths,
    components: { schemas: { Owner: { type: 'object', properties: { name: { type: 'string' } } } } },
  };
  const path = join(folder, 'large.openapi.json');
  writeFileSync(path, JSON.stringify(document));
  return path;
}

/** Writes a collection as Postman keeps it beside code, with a file for each request; returns its folder. */
export function writeV3Folder(folder: string, port: number, requests: number): string {
  const path = join(folder, `folder-${requests}`);
  mkdirSync(join(path, '.resources'), { recursive: true });
  writeFileSync(join(path, '.resources', 'definition.yaml'), '$kind: collection\nname: Many requests\n');
  const code = TESTS.map((test) => `      ${test}\n`).join('');
  for (let at = 0; at < requests; at += 1)
    writeFileSync(
      join(path, `Request ${at}.request.yaml`),
      `$kind: http-request\nurl: http://127.0.0.1:${port}/items/${at}\nmethod: GET\norder: ${at}\nscripts:\n  - type: afterResponse\n    code: |-\n${code}`,
    );
  return path;
}

/** Writes a collection that sends a file of 1 MB once, or with `isUpload` false gets the same URL; returns its path. */
export function writeUpload(folder: string, port: number, isUpload: boolean): string {
  writeFileSync(join(folder, 'upload.bin'), Buffer.alloc(1_000_000, 7));
  const formdata = [{ key: 'f', type: 'file', src: join(folder, 'upload.bin') }];
  const request = isUpload ? { method: 'POST', body: { mode: 'formdata', formdata } } : { method: 'GET' };
  const path = join(folder, isUpload ? 'upload.json' : 'download.json');
  const info = {
    name: 'One file',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  };
  const item = [{ name: 'File', request: { ...request, url: `http://127.0.0.1:${port}/file` } }];
  writeFileSync(path, JSON.stringify({ info, item }));
  return path;
}

/** Writes a collection of one request, which the test follows; returns its path. */
export function writeLoadCollection(folder: string, url: string, test: string | null): string {
  const path = join(folder, test === null ? 'load.json' : 'load-with-test.json');
  const info = {
    name: 'One request',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  };
  const event = test === null ? [] : [{ listen: 'test', script: { type: 'text/javascript', exec: [test] } }];
  writeFileSync(
    path,
    JSON.stringify({ info, item: [{ name: 'Request', event, request: { method: 'GET', url } }] }),
  );
  return path;
}
