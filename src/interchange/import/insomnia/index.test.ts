// Exports of Insomnia: the tree from a flat list, templates, bodies, authorization, environments.
import { describe, expect, test } from 'vitest';
import { requestsOf } from '../../../collections/model/collection.ts';
import type { Imported } from '../../../collections/model/imported.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import { importContent } from '../index.ts';

const workspace = { _id: 'wrk_1', _type: 'workspace', name: 'W', description: 'docs', parentId: null };

function importOf(resources: readonly unknown[], file = 'a.json'): Imported {
  return importContent(Buffer.from(JSON.stringify({ _type: 'export', __export_format: 4, resources })), file);
}

function oneOf(fields: object): { readonly request: SavedRequest; readonly warnings: readonly string[] } {
  const { collections, warnings } = importOf([
    workspace,
    { _id: 'req_1', _type: 'request', parentId: 'wrk_1', name: 'R', ...fields },
  ]);
  return { request: [...requestsOf(collections[0]!.items)][0]!.request, warnings };
}

test('a collection for each workspace, in the order that is shown', () => {
  const { collections } = importOf([
    { _id: 'req_1', _type: 'request', parentId: 'fld_1', name: 'In', url: 'http://a', metaSortKey: 1 },
    { _id: 'req_2', _type: 'request', parentId: 'wrk_1', name: 'Last', metaSortKey: 5 },
    workspace,
    {
      _id: 'fld_1',
      _type: 'request_group',
      parentId: 'wrk_1',
      name: 'F',
      description: 'd',
      metaSortKey: -3,
      environment: { x: 1 },
    },
    { _id: 'wrk_2', _type: 'workspace', name: 'V', parentId: null },
  ]);
  expect(collections).toMatchObject([
    {
      id: 'wrk_1',
      name: 'W',
      docs: 'docs',
      variables: [],
      items: [
        {
          folder: {
            name: 'F',
            docs: 'd',
            variables: [{ name: 'x', value: '1' }],
            items: [{ request: { id: 'req_1', name: 'In' } }],
          },
        },
        { request: { name: 'Last' } },
      ],
    },
    { name: 'V', items: [] },
  ]);
});

test('environments, and those of the base for all', () => {
  const { collections, environments } = importOf([
    workspace,
    {
      _id: 'env_1',
      _type: 'environment',
      parentId: 'wrk_1',
      name: 'Base',
      data: { host: 'a', user: { name: 'n', roles: ['x'] }, url: 'http://{{ _.host }}' },
    },
    {
      _id: 'env_2',
      _type: 'environment',
      parentId: 'env_1',
      name: 'Prod',
      environmentType: 'kv',
      kvPairData: [
        { name: 'host', value: 'b', type: 'str', enabled: true },
        { name: 'key', value: 'k', type: 'secret', enabled: false },
      ],
    },
  ]);
  const base = [
    { name: 'host', value: 'a' },
    { name: 'user.name', value: 'n' },
    { name: 'user.roles', value: '["x"]' },
    { name: 'url', value: 'http://{{host}}' },
  ];
  expect(collections[0]!.variables).toMatchObject(base);
  expect(environments).toMatchObject([
    { id: 'env_1', name: 'Base', variables: base },
    {
      name: 'Prod',
      variables: [
        { name: 'host', value: 'b', secret: false },
        { name: 'key', secret: true, enabled: false },
      ],
    },
  ]);
});

describe('templates', () => {
  test.each([
    ['{{ _.name }}', '{{name}}'],
    ['{{name}}/{{ name }}', '{{name}}/{{name}}'],
    ["{{ _['a-b c'] }}", '{{a-b c}}'],
    ['{{ _.user.name }}', '{{user.name}}'],
    ["{% uuid 'v4' %}", '{{$guid}}'],
    ["{% now 'unix', '' %}", '{{$timestamp}}'],
    ["{% now 'iso-8601', '' %}", '{{$isoTimestamp}}'],
  ])('%s', (url, expected) => {
    const { request, warnings } = oneOf({ url });
    expect(request.url).toBe(expected);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['{{ _.name | upper }}', '{{name}}', 'filters'],
    ['{{ a + b }}', '{{ a + b }}', 'not just the name'],
    ["{% response 'body' %}", "{% response 'body' %}", 'is not supported'],
  ])('%s, with a warning', (url, expected, warning) => {
    const read = oneOf({ url });
    expect(read.request.url).toBe(expected);
    expect(read.warnings).toEqual([expect.stringContaining(warning)]);
  });
});

test('URL, parameters, headers, settings and scripts', () => {
  const { request, warnings } = oneOf({
    url: '{{ _.base }}/users/:id/:more?a=1',
    method: 'PUT',
    description: 'd',
    parameters: [{ name: 'b', value: '{{ _.b }}', disabled: true, description: 'why' }],
    pathParameters: [{ name: 'id', value: '7' }],
    headers: [
      { name: 'X', value: 'y' },
      { name: '', value: '' },
    ],
    settingFollowRedirects: 'off',
    settingSendCookies: false,
    settingEncodeUrl: false,
    preRequestScript: "insomnia.environment.set('a', 1)",
    afterResponseScript: 'x()',
  });
  expect(request).toMatchObject({
    url: '{{base}}/users/:id/:more',
    method: 'PUT',
    docs: 'd',
    query: [
      { name: 'a', value: '1', enabled: true },
      { name: 'b', value: '{{b}}', enabled: false, docs: 'why' },
    ],
    path: [
      { name: 'id', value: '7' },
      { name: 'more', value: '' },
    ],
    headers: [{ name: 'X', value: 'y' }],
    settings: { followRedirects: false, sendCookies: false, encodeUrl: false },
    scripts: { preRequest: "pm.environment.set('a', 1)", test: 'x()' },
  });
  expect(warnings).toEqual([expect.stringContaining('"insomnia." became "pm."')]);
});

describe('a body', () => {
  const bodyOf = (body: object): SavedRequest => oneOf({ method: 'POST', body }).request;

  test('by its media type', () => {
    expect(bodyOf({}).body).toEqual({ type: 'none' });
    expect(bodyOf({ mimeType: 'application/json', text: '{"a":"{{ _.a }}"}' })).toMatchObject({
      body: { type: 'raw', language: 'json', text: '{"a":"{{a}}"}' },
      headers: [{ name: 'Content-Type', value: 'application/json' }],
    });
    expect(bodyOf({ mimeType: 'application/yaml', text: 'a: 1' }).body).toMatchObject({ language: 'text' });
    expect(
      bodyOf({ mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: '1' }] }).body,
    ).toMatchObject({
      type: 'urlencoded',
      fields: [{ name: 'a', value: '1' }],
    });
    expect(bodyOf({ mimeType: 'application/octet-stream', fileName: '/etc/passwd' }).body).toEqual({
      type: 'file',
      path: '',
      hint: '/etc/passwd',
    });
  });

  test('a form with files, whose type gets a new boundary', () => {
    const { request, warnings } = oneOf({
      method: 'POST',
      headers: [{ name: 'content-type', value: 'multipart/form-data' }],
      body: {
        mimeType: 'multipart/form-data',
        params: [
          { name: 'a', value: '1', disabled: true },
          { name: 'f', type: 'file', fileName: 'x.png' },
        ],
      },
    });
    expect(request.headers).toEqual([]);
    expect(request.body).toMatchObject({
      type: 'multipart',
      fields: [
        { name: 'a', enabled: false, files: null },
        { name: 'f', files: [''] },
      ],
    });
    expect(warnings).toEqual(['W / R: the file "x.png" must be selected again']);
  });

  test('GraphQL', () => {
    const text = JSON.stringify({ query: '{ a }', variables: { b: 1 }, operationName: 'o' });
    expect(bodyOf({ mimeType: 'application/graphql', text })).toMatchObject({
      type: 'graphql',
      body: { type: 'graphql', query: '{ a }', variables: '{\n  "b": 1\n}', operationName: 'o' },
    });
    expect(bodyOf({ mimeType: 'application/graphql', text: '{ a }' }).body).toMatchObject({ query: '{ a }' });
  });
});

describe('authorization', () => {
  test.each<[object, object]>([
    [
      { type: 'basic', username: '{{ _.u }}', password: 'p' },
      { type: 'basic', username: '{{u}}', password: 'p' },
    ],
    [
      { type: 'bearer', token: 't' },
      { type: 'bearer', token: 't' },
    ],
    [
      { type: 'bearer', token: 't', prefix: 'Token' },
      { type: 'apiKey', key: 'Authorization', value: 'Token t' },
    ],
    [
      { type: 'apikey', key: 'k', value: 'v', addTo: 'queryParams' },
      { type: 'apiKey', in: 'query' },
    ],
    [
      { type: 'apikey', key: 'k', value: 'v', addTo: 'cookie' },
      { key: 'Cookie', value: 'k=v', in: 'header' },
    ],
    [
      { type: 'digest', username: 'u' },
      { type: 'digest', username: 'u' },
    ],
    [
      { type: 'oauth1', tokenKey: 't', signatureMethod: 'PLAINTEXT' },
      { type: 'oauth1', token: 't', signatureMethod: 'PLAINTEXT' },
    ],
    [
      { type: 'oauth2', grantType: 'authorization_code', usePkce: true, authorizationUrl: 'a' },
      { grant: 'authorizationCodePkce', authUrl: 'a' },
    ],
    [
      { type: 'oauth2', grantType: 'client_credentials', credentialsInBody: true },
      { grant: 'clientCredentials', clientAuthentication: 'body' },
    ],
    [
      { type: 'iam', accessKeyId: 'a', secretAccessKey: 's' },
      { type: 'awsv4', accessKey: 'a', region: 'us-east-1' },
    ],
    [
      { type: 'hawk', id: 'i', key: 'k', algorithm: 'sha1' },
      { type: 'hawk', authId: 'i', algorithm: 'sha1' },
    ],
    [
      { type: 'ntlm', username: 'u', password: 'p' },
      { type: 'ntlm', username: 'u', password: 'p' },
    ],
    [
      { type: 'asap', issuer: 'i', keyId: 'k', additionalClaims: '{"a":1}' },
      { type: 'asap', issuer: 'i', keyId: 'k', claims: '{"a":1}' },
    ],
    [{ type: 'none' }, { type: 'none' }],
    [{}, { type: 'inherit' }],
  ])('%j', (authentication, auth) => {
    const { request, warnings } = oneOf({ authentication });
    expect(request.auth).toMatchObject(auth);
    expect(warnings).toEqual([]);
  });

  test.each([
    { type: 'netrc' },
    { type: 'basic', disabled: true },
    { type: 'hawk', algorithm: 'md5' },
    { type: 'oauth2', grantType: 'magic' },
    'x',
  ])('%j becomes No Auth, with a warning', (authentication) => {
    const { request, warnings } = oneOf({ authentication });
    expect([request.auth, warnings]).toEqual([
      expect.objectContaining({}),
      [expect.stringContaining('No Auth')],
    ]);
  });
});

test('WebSocket and gRPC', () => {
  const { collections, warnings } = importOf([
    workspace,
    {
      _id: 'ws_1',
      _type: 'websocket_request',
      parentId: 'wrk_1',
      name: 'S',
      url: 'wss://a',
      headers: [{ name: 'A', value: '1' }],
    },
    {
      _id: 'pl_1',
      _type: 'websocket_payload',
      parentId: 'ws_1',
      name: 'hello',
      value: '{{ _.x }}',
      mode: 'application/json',
    },
    {
      _id: 'gr_1',
      _type: 'grpc_request',
      parentId: 'wrk_1',
      name: 'G',
      url: 'grpcs://a:1',
      protoMethodName: '/shop.Orders/List',
      body: { text: '{}' },
      metadata: [{ name: 'm', value: '1' }],
      protoFileId: 'pf_1',
    },
    { _id: 'pf_1', _type: 'proto_file', parentId: 'wrk_1', name: 'shop.proto' },
  ]);
  expect([...requestsOf(collections[0]!.items)].map(({ request }) => request)).toMatchObject([
    {
      type: 'websocket',
      url: 'wss://a',
      headers: [{ name: 'A' }],
      websocket: { messages: [{ name: 'hello', kind: 'json', text: '{{x}}' }] },
    },
    {
      type: 'grpc',
      url: 'grpcs://a:1',
      headers: [{ name: 'm' }],
      grpc: { service: 'shop.Orders', method: 'List', messages: ['{}'], tls: true },
    },
  ]);
  expect(warnings).toEqual(['W / G: the definitions "shop.proto" must be selected again']);
});

test('API descriptions are kept with their collection', () => {
  const { specs } = importOf([
    workspace,
    { _type: 'api_spec', parentId: 'wrk_1', fileName: 'S', contents: 'openapi: 3.1.0' },
  ]);
  expect(specs).toEqual([{ name: 'S', text: 'openapi: 3.1.0', collectionId: 'wrk_1' }]);
});

test('requests outside of a workspace, or in a cycle, are not lost', () => {
  const { collections, warnings } = importOf(
    [
      { _id: 'req_1', _type: 'request', parentId: 'gone', name: 'A' },
      { _id: 'fld_1', _type: 'request_group', parentId: 'fld_2', name: 'F' },
      { _id: 'fld_2', _type: 'request_group', parentId: 'fld_1', name: 'G' },
      { _id: 'req_2', _type: 'request', parentId: 'fld_1', name: 'B' },
    ],
    'mine.yaml',
  );
  expect(collections).toMatchObject([
    { name: 'mine', items: [{ request: { name: 'A' } }, { request: { name: 'B' } }] },
  ]);
  expect(warnings).toEqual([expect.stringContaining('2 requests are in no workspace')]);
});

test('cookies and unknown resources are reported', () => {
  const { warnings } = importOf([
    workspace,
    { _type: 'cookie_jar', cookies: [{}, {}] },
    { _type: 'mock_route' },
    7,
  ]);
  expect(warnings).toEqual([
    expect.stringContaining('cookie jar'),
    'resources of the type "mock_route" were left out',
    'a resource is a number, not an object, and was left out',
  ]);
});

test('without a list it is refused', () => {
  expect(() => importContent(Buffer.from('{"_type":"export","resources":{}}'), 'a.json')).toThrow(
    '"resources" is an object',
  );
});

test('version 5', () => {
  const file = `type: collection.insomnia.rest/5.0
name: Shop
meta:
  id: wrk_9
  description: all of it
collection:
  - name: Users
    meta: { id: fld_9, sortKey: 2 }
    environment: { path: "/users", nested: { id: 5 } }
    children:
      - url: "{{ _.base }}/users"
        name: List
        meta: { id: req_9 }
        method: GET
        headers: [{ name: Accept, value: application/json }]
        authentication: { type: bearer, token: t }
        scripts: { preRequest: "insomnia.x()" }
        settings: { followRedirects: "off", encodeUrl: true, cookies: { send: false, store: true } }
  - name: First
    meta: { sortKey: 1 }
    url: http://a
    method: POST
    body: { mimeType: application/json, text: "{}" }
environments:
  name: Base
  meta: { id: env_9 }
  data: { base: "http://a" }
  subEnvironments:
    - name: Prod
      data: { base: "http://b" }
spec:
  contents: { openapi: 3.0.0 }
`;
  const { collections, environments, specs } = importContent(Buffer.from(file), 'a.yaml');
  expect(collections).toMatchObject([
    {
      id: 'wrk_9',
      name: 'Shop',
      docs: 'all of it',
      variables: [{ name: 'base', value: 'http://a' }],
      items: [
        { request: { name: 'First', method: 'POST', body: { language: 'json' } } },
        {
          folder: {
            id: 'fld_9',
            variables: [
              { name: 'path', value: '/users', secret: false },
              { name: 'nested.id', value: '5' },
            ],
            items: [
              {
                request: {
                  id: 'req_9',
                  url: '{{base}}/users',
                  auth: { type: 'bearer' },
                  scripts: { preRequest: 'pm.x()' },
                  settings: { followRedirects: false, sendCookies: false },
                },
              },
            ],
          },
        },
      ],
    },
  ]);
  expect(environments.map(({ name }) => name)).toEqual(['Base', 'Prod']);
  expect(specs).toMatchObject([{ name: 'Shop', collectionId: 'wrk_9' }]);
});

test('tags become variables, constants, and lines of scripts', () => {
  const login = { _id: 'req_2', _type: 'request', parentId: 'wrk_1', name: 'Login', url: 'http://a/login' };
  const path = Buffer.from('$.items[0].id').toString('base64');
  const { collections, warnings } = importOf([
    workspace,
    login,
    {
      _id: 'req_3',
      _type: 'request',
      parentId: 'wrk_1',
      name: 'Use',
      url: `http://a/{% response 'body', 'req_2', 'b64::${path}::46b', 'never', 60 %}/{% uuid 'v4' %}`,
      headers: [
        { name: 'A', value: "{% base64 'encode', 'normal', 'a:b' %} {% base64 'encode', 'url', _.login %}" },
        { name: 'B', value: "{% now 'millis', '' %} {% timestamp 'unix' %} {% now 'custom', 'YYYY' %}" },
        { name: 'C', value: "{% faker 'randomEmail' %} {% hash 'sha256', 'hex', 'x{{ _.y }}' %}" },
        {
          name: 'D',
          value: "{% response 'header', 'req_2', 'b64::WC1B::46b' %} {% cookie 'http://a', 'b' %}",
        },
      ],
      preRequestScript: "pm.environment.get('a');",
    },
  ]);
  const [first, use] = [...requestsOf(collections[0]!.items)].map(({ request }) => request);
  expect(use).toMatchObject({
    url: 'http://a/{{body of Login $.items[0].id}}/{{$guid}}',
    headers: [
      { value: 'YTpi {{base64 encode login}}' },
      { value: "{{$datetime 'x'}} {{$timestamp}} {{$localDatetime 'YYYY'}}" },
      { value: '{{$randomEmail}} {{hash SHA256 Hex xy}}' },
      { value: "{{header of Login X-A}} {% cookie 'http://a', 'b' %}" },
    ],
  });
  expect(use?.scripts.preRequest.split('\n').at(-1)).toBe("pm.environment.get('a');");
  expect(use?.scripts.preRequest).toContain('CryptoJS.SHA256(pm.variables.replaceIn("x{{y }}"))');
  expect(first?.scripts.test).toBe(
    `pm.collectionVariables.set("body of Login $.items[0].id", pm.response.json()?.["items"]?.at?.(0)?.["id"]);
pm.collectionVariables.set("header of Login X-A", pm.response.headers.get("X-A"));`,
  );
  expect(warnings).toEqual([expect.stringContaining('{% cookie')]);
});

test('versions 1 to 3, with bodies as texts and one type of authorization', () => {
  const request = {
    name: 'R',
    url: 'http://a',
    method: 'POST',
    params: [{ name: 'q', value: '1' }],
    authentication: { username: 'u', password: 'p' },
    headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
    body: 'a=1&b=two%20words',
  };
  const items = [{ name: 'G', environments: { base: { x: 1 }, other: {} }, requests: [request] }];
  const first = importContent(Buffer.from(JSON.stringify({ __export_format: 1, items })), 'old.json');
  expect(first.collections).toMatchObject([
    {
      name: 'old',
      items: [
        {
          folder: {
            name: 'G',
            variables: [{ name: 'x', value: '1' }],
            items: [
              {
                request: {
                  query: [{ name: 'q', value: '1' }],
                  auth: { type: 'basic', username: 'u', password: 'p' },
                  body: { type: 'urlencoded', fields: [{ name: 'a' }, { name: 'b', value: 'two words' }] },
                },
              },
            ],
          },
        },
      ],
    },
  ]);
  expect(first.warnings).toEqual(['G: of its environments only the base was read: other were left out']);
  const resources = [
    workspace,
    { ...request, _id: 'r', _type: 'request', parentId: 'wrk_1', body: '{"a":1}', headers: [] },
  ];
  const second = importContent(
    Buffer.from(JSON.stringify({ _type: 'export', __export_format: 2, resources })),
    'old.json',
  );
  expect([...requestsOf(second.collections[0]!.items)][0]?.request.body).toMatchObject({
    type: 'raw',
    text: '{"a":1}',
  });
  expect(second.warnings).toEqual([]);
});
