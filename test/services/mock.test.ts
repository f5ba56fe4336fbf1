// Mock servers as processes: the choice of an example as Postman documents it, answers, lines, HTTPS, bad input.
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { startCli, type RunningCli } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { writeJson, writeVariables } from '../helpers/collections.ts';

let home: TemporaryHome;
let mock: RunningCli;
let base: string;

interface Saved {
  readonly name: string;
  readonly code?: number;
  readonly url?: string;
  readonly method?: string;
  readonly body?: string;
  readonly sent?: string;
  readonly header?: readonly { readonly key: string; readonly value: string }[];
  readonly sentHeader?: readonly { readonly key: string; readonly value: string }[];
}

function item(method: string, url: string, examples: readonly Saved[]): object {
  const originalRequest = (each: Saved): object => ({
    method: each.method ?? method,
    url: each.url ?? url,
    header: each.sentHeader ?? [],
    ...(each.sent !== undefined && { body: { mode: 'raw', raw: each.sent } }),
  });
  return {
    name: `${method} ${url}`,
    request: { method, url },
    response: examples.map((each) => ({
      id: each.name,
      name: each.name,
      code: each.code ?? 200,
      header: each.header ?? [],
      body: each.body ?? each.name,
      originalRequest: originalRequest(each),
    })),
  };
}

const SHOP = [
  item('GET', '{{baseUrl}}/users', [
    { name: 'failure', code: 500 },
    { name: 'all users' },
    { name: 'admins', url: '{{baseUrl}}/users?role=admin' },
    { name: 'page two', url: '{{baseUrl}}/users?role=admin&page=2' },
  ]),
  item('GET', '{{baseUrl}}/users/:id', [
    { name: 'any user', body: '{"id": "{{$guid}}", "at": "{{region}}"}' },
    { name: 'user 7', url: '{{baseUrl}}/users/7' },
    { name: 'missing', code: 404, url: '{{baseUrl}}/users/0' },
  ]),
  item('POST', 'https://shop.example/orders', [
    { name: 'one', code: 201, sent: '{"count": 1, "kind": "a"}' },
    { name: 'two', code: 201, sent: '{"count": 2}' },
    { name: 'gold', code: 202, sentHeader: [{ key: 'X-Plan', value: 'gold' }] },
  ]),
  item('GET', '{{baseUrl}}/files/{{name}}/raw', [
    { name: 'raw', header: [{ key: 'X-Region', value: '{{region}}' }] },
    { name: 'nothing', code: 204, url: '{{baseUrl}}/nothing', body: '' },
    {
      name: 'packed',
      url: '{{baseUrl}}/packed',
      body: 'plain text',
      header: [
        { key: 'Content-Encoding', value: 'gzip' },
        { key: 'Transfer-Encoding', value: 'chunked' },
        { key: 'Content-Type', value: 'text/plain' },
      ],
    },
  ]),
];

beforeAll(async () => {
  home = temporaryHome();
  const file = writeJson(home.path, 'shop.json', {
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: SHOP,
  });
  const environment = writeVariables(home.path, 'staging', 'environment', {
    baseUrl: 'https://api.example/v2',
    region: 'north',
  });
  mock = startCli(['mock', file, '-e', environment], { home: home.path });
  [, base = ''] = await mock.saying(/Shop \(13 examples\) is served at (http:\/\/localhost:\d+)\n/);
});

afterAll(async () => {
  await mock.stop();
  home.remove();
});

async function answered(method: string, path: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(base + path, { method, ...init });
  return `${response.status} ${await response.text()}`;
}

describe('the choice of an example', () => {
  test.each([
    ['a success before a failure', 'GET', '/users', {}, '200 all users'],
    ['the path with that of the base URL too', 'GET', '/v2/users', {}, '200 all users'],
    ['the query', 'GET', '/users?role=admin', {}, '200 admins'],
    ['the closest query', 'GET', '/users?page=2&role=admin', {}, '200 page two'],
    ['parameters that no example has', 'GET', '/users?x=1', {}, '200 all users'],
    ['an exact path before a variable', 'GET', '/users/7', {}, '200 user 7'],
    ['the example of an error by its path', 'GET', '/users/0', {}, '404 missing'],
    ['another case', 'GET', '/Users/7', {}, '200 user 7'],
    ['a slash at the end', 'GET', '/users/', {}, '200 all users'],
    ['a variable without a value', 'GET', '/files/report.pdf/raw', {}, '200 raw'],
    ['a status', 'GET', '/users', { 'x-mock-response-code': '500' }, '500 failure'],
    ['a name', 'GET', '/users', { 'x-mock-response-name': 'admins' }, '200 admins'],
    ['an id', 'GET', '/users', { 'x-mock-response-id': 'failure' }, '500 failure'],
    ['an id with that of a user', 'GET', '/users', { 'x-mock-response-id': '12-failure' }, '500 failure'],
    [
      'a header',
      'POST',
      '/orders',
      { 'x-mock-match-request-headers': 'X-Plan', 'x-plan': 'gold' },
      '202 gold',
    ],
    ['no body', 'GET', '/nothing', {}, '204 '],
  ])('%s', async (_, method, path, headers, expected) => {
    expect(await answered(method, path, { headers })).toBe(expected);
  });

  test.each([
    ['{"kind":"a","count":1}', '201 one'],
    ['{"count":2}', '201 two'],
    ['{"count":3}', '404 '],
  ])('the body %s', async (body, expected) => {
    const headers = { 'x-mock-match-request-body': 'true' };
    expect(await answered('POST', '/orders', { body, headers })).toContain(expected);
  });

  test('no example fits', async () => {
    expect(await answered('DELETE', '/users')).toMatch(/^404 .*mockRequestNotFoundError.*DELETE \/users/);
    expect(await answered('GET', '/users/7/more')).toMatch(/^404 /);
    expect(await answered('GET', '/users', { headers: { 'x-mock-response-code': '418' } })).toMatch(/^404 /);
  });
});

test('variables have values in answers, dynamic ones another each time', async () => {
  const [one, other] = await Promise.all([answered('GET', '/users/a'), answered('GET', '/users/b')]);
  expect(one).toMatch(/^200 \{"id": "[\da-f-]{36}", "at": "north"\}$/);
  expect(one).not.toBe(other);
  const { headers } = await fetch(`${base}/files/a/raw`);
  expect(headers.get('x-region')).toBe('north');
});

test('HEAD is answered like GET, without the body', async () => {
  const response = await fetch(`${base}/users?role=admin`, { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect((await fetch(`${base}/orders`, { method: 'HEAD' })).status).toBe(404);
});

test('headers of a transfer that is over are left out', async () => {
  const response = await fetch(`${base}/packed`);
  expect([response.headers.get('content-encoding'), await response.text()]).toEqual([null, 'plain text']);
  expect(response.headers.get('content-type')).toBe('text/plain');
});

// Linux answers at all of 127.0.0.0/8.
test.skipIf(process.platform !== 'linux')(
  'other addresses of this machine answer when they are asked for',
  async () => {
    const other = base.replace('localhost', '127.0.0.2');
    await expect(fetch(`${other}/users`)).rejects.toThrow('fetch failed');
    await using open = startCli(['mock', join(home.path, 'shop.json'), '--all-interfaces'], {
      home: home.path,
    });
    const [, port] = await open.saying(
      /is served at http:\/\/localhost:(\d+), and to other devices at port \1\n/,
    );
    expect((await fetch(`http://127.0.0.2:${port}/users`)).status).toBe(200);
  },
);

test('pages of other origins may ask', async () => {
  const preflight = await fetch(`${base}/orders`, {
    method: 'OPTIONS',
    headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-token' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('x-token');
  expect((await fetch(`${base}/users`)).headers.get('access-control-allow-origin')).toBe('*');
});

test('each call has a line', async () => {
  await answered('GET', '/users?lines=1');
  await answered('PUT', '/lines');
  await mock.saying(/^GET \/users\?lines=1 → 200 \(all users\)$/m, 'stdout');
  await mock.saying(/^PUT \/lines → 404 \(no example\)$/m, 'stdout');
});

test('HTTPS and HTTP/2 with the own root', async () => {
  const file = join(home.path, 'shop.json');
  await using secure = startCli(['mock', file, '--https', '--delay', '1-2'], { home: home.path });
  const [, port] = await secure.saying(/is served at https:\/\/localhost:(\d+)\n/);
  const ca = readFileSync(join(home.path, 'ca', 'root.pem'));
  const session = http2.connect(`https://localhost:${port}`, { ca });
  const stream = session.request({ ':path': '/users/7' });
  const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
  expect(headers[':status']).toBe(200);
  expect((await stream.setEncoding('utf8').toArray()).join('')).toBe('user 7');
  session.close();
  const [response] = (await once(
    https.get({ host: 'localhost', port, path: '/users/7', ca, agent: false }),
    'response',
  )) as [IncomingMessage];
  expect([response.statusCode, response.httpVersion]).toEqual([200, '1.1']);
  response.resume();
});

test('an OpenAPI file is served from its examples and schemas', async () => {
  const file = writeJson(home.path, 'api.json', {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://pets.example/api' }],
    paths: {
      '/pets/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: {
              description: 'A pet',
              content: {
                'application/json': {
                  schema: { type: 'object', properties: { id: { type: 'integer' }, tag: { const: 'cat' } } },
                },
              },
            },
            404: { description: 'None', content: { 'application/json': { example: { reason: 'gone' } } } },
          },
        },
      },
    },
  });
  await using served = startCli(['mock', file], { home: home.path });
  const [, url] = await served.saying(/is served at (http:\/\/localhost:\d+)\n/);
  const found = await fetch(`${url}/pets/12`);
  expect([found.status, await found.json()]).toEqual([200, { id: expect.any(Number), tag: 'cat' }]);
  const missing = await fetch(`${url}/api/pets/12`, { headers: { 'x-mock-response-code': '404' } });
  expect(await missing.json()).toEqual({ reason: 'gone' });
});

describe('an OpenAPI file with --validate and --stateful', () => {
  const PETS = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://pets.example/api' }],
    components: {
      schemas: {
        Pet: {
          type: 'object',
          required: ['name'],
          additionalProperties: false,
          properties: {
            id: { type: 'integer' },
            name: { type: 'string', minLength: 2 },
            kind: { enum: ['cat', 'dog'] },
            friend: { $ref: '#/components/schemas/Pet' },
          },
        },
      },
    },
    paths: {
      '/pets': {
        get: {
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 10 } },
            { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' } },
          ],
          responses: {
            200: {
              description: 'Pets',
              content: { 'application/json': { example: [{ id: 100, name: 'Old' }] } },
            },
          },
        },
        post: {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          responses: {
            201: {
              description: 'Created',
              content: { 'application/json': { example: { id: 1, name: 'x', kind: 'cat' } } },
            },
          },
        },
      },
      '/pets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: {
          responses: {
            200: {
              description: 'A pet',
              content: { 'application/json': { example: { id: 5, name: 'Ex' } } },
            },
          },
        },
        patch: {
          requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
          responses: { 200: { description: 'A pet' } },
        },
        delete: { responses: { 204: { description: 'Gone' } } },
      },
    },
  };
  let served: RunningCli;
  let url: string;

  beforeAll(async () => {
    const file = writeJson(home.path, 'pets.json', PETS);
    served = startCli(['mock', file, '--validate', '--stateful'], { home: home.path });
    [, url = ''] = await served.saying(/is served at (http:\/\/localhost:\d+)\n/);
  });

  afterAll(() => served.stop());

  async function asked(
    method: string,
    path: string,
    value?: unknown,
    more = {},
  ): Promise<readonly unknown[]> {
    const headers = { 'x-tenant': 't', 'content-type': 'application/json', ...more };
    const body = value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
    const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
    const text = await response.text();
    return [response.status, text === '' ? '' : JSON.parse(text), response.headers];
  }

  test.each([
    ['a missing body', 'POST', '/pets', undefined, {}, 422, /the body is missing/],
    ['no JSON', 'POST', '/pets', '{', {}, 422, /not valid JSON/],
    ['a missing property', 'POST', '/pets', {}, {}, 422, /required property 'name'/],
    ['a nested value', 'POST', '/pets', { name: 'ab', friend: { name: 'a' } }, {}, 422, /body\/friend\/name/],
    ['another property', 'POST', '/pets', { name: 'ab', x: 1 }, {}, 422, /additional properties: x/],
    ['an unknown value', 'POST', '/pets', { name: 'ab', kind: 'cow' }, {}, 422, /\["cat","dog"\]/],
    ['another type', 'POST', '/pets', 'a', { 'content-type': 'text/plain' }, 415, /text\/plain/],
    ['a query parameter', 'GET', '/pets?limit=11', undefined, {}, 422, /query parameter limit must be <= 10/],
    ['its type', 'GET', '/pets?limit=many', undefined, {}, 422, /query parameter limit must be integer/],
    ['a path parameter', 'GET', '/pets/abc', undefined, {}, 422, /path parameter id must be integer/],
    ['an unknown path', 'GET', '/dogs', undefined, {}, 404, /no path \/dogs/],
    ['an unknown method', 'PUT', '/pets', {}, {}, 405, /GET, POST/],
  ])('%s', async (_, method, path, value, more, status, detail) => {
    const [got, problem, headers] = await asked(method, path, value, more);
    expect(got).toBe(status);
    expect(problem).toMatchObject({ type: 'about:blank', status, detail: expect.stringMatching(detail) });
    expect((headers as Headers).get('content-type')).toBe('application/problem+json');
  });

  test('a missing header', async () => {
    const response = await fetch(`${url}/api/pets`);
    expect([response.status, await response.text()]).toEqual([
      422,
      expect.stringContaining('the header parameter X-Tenant is missing'),
    ]);
  });

  test('what was created is there, until it is deleted', async () => {
    const [status, created, headers] = await asked('POST', '/api/pets', { name: 'Tom' });
    expect([status, created]).toEqual([201, { id: 1, name: 'Tom', kind: 'cat' }]);
    expect((headers as Headers).get('location')).toBe('/api/pets/1');
    expect((await asked('GET', '/api/pets/1')).slice(0, 2)).toEqual([200, created]);
    expect((await asked('GET', '/api/pets'))[1]).toEqual([{ id: 100, name: 'Old' }, created]);
    expect((await asked('PATCH', '/api/pets/1', { kind: 'dog' }))[1]).toEqual({
      id: 1,
      name: 'Tom',
      kind: 'dog',
    });
    expect((await asked('GET', '/api/pets/1'))[1]).toEqual({ id: 1, name: 'Tom', kind: 'dog' });
    expect((await asked('DELETE', '/api/pets/1'))[0]).toBe(204);
    expect((await asked('GET', '/api/pets/1'))[0]).toBe(404);
    expect((await asked('GET', '/api/pets'))[1]).toEqual([{ id: 100, name: 'Old' }]);
    expect((await asked('GET', '/api/pets/2'))[1]).toEqual({ id: 5, name: 'Ex' });
  });

  test('references outside of the document are never followed', async () => {
    const outside = startCli(
      [
        'mock',
        writeJson(home.path, 'outside.json', {
          ...PETS,
          components: { schemas: { Pet: { $ref: `${url}/secret.json` } } },
        }),
        '--validate',
      ],
      { home: home.path },
    );
    const [, other = ''] = await outside.saying(/is served at (http:\/\/localhost:\d+)\n/);
    const response = await fetch(`${other}/pets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"any": 1}',
    });
    await outside.stop();
    expect(response.status).toBe(201);
    expect(served.stdout).not.toContain('secret.json');
  });
});

test('a collection of the workspace is checked against the description that it follows', async () => {
  const content = { 'application/json': { schema: { type: 'object', required: ['name'] } } };
  const post = { requestBody: { required: true, content }, responses: { 201: { description: 'Made' } } };
  const file = writeJson(home.path, 'kept.json', {
    openapi: '3.1.0',
    info: { title: 'Kept', version: '1' },
    paths: { '/pets': { post } },
  });
  const workspace = ['--workspace', join(home.path, 'kept')];
  expect((await callCli(['spec', 'import', file, ...workspace], { home: home.path })).code).toBe(0);
  await using served = startCli(['mock', 'Kept', '--validate', ...workspace], { home: home.path });
  const [, url = ''] = await served.saying(/is served at (http:\/\/localhost:\d+)\n/);
  const asked = (body: object): Promise<Response> =>
    fetch(`${url}/pets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await asked({})).status).toBe(422);
  expect((await asked({ name: 'Rex' })).status).toBe(201);
});

describe('what is wrong is said', () => {
  test('a port in use', async () => {
    const { code, stderr } = await callCli(
      ['mock', join(home.path, 'shop.json'), '--port', new URL(base).port],
      { home: home.path },
    );
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: port \d+ is in use .*--port.*\n$/)]);
  });

  test.each([
    [['nowhere'], /there is no collection "nowhere"/],
    [['shop.json', '--port', '70000'], /--port "70000" is not a port/],
    [['shop.json', '--delay', '5-1'], /--delay "5-1" is not a time/],
    [['shop.json', '--validate'], /--validate needs an OpenAPI file, which shop.json is not/],
    [['broken.json'], /broken\.json cannot be used/],
  ])('%j', async (args, message) => {
    writeFileSync(join(home.path, 'broken.json'), '{');
    const { code, stderr } = await callCli(['mock', ...args], { home: home.path, cwd: home.path });
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});
