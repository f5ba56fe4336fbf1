import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { requestsOf, type Collection, type Item } from '../../../collections/model/collection.ts';
import type { Imported } from '../../../collections/model/imported.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import { importFolder } from '../index.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function read(files: Readonly<Record<string, string>>): Imported {
  const folder = mkdtempSync(join(tmpdir(), 'bruno-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return importFolder(folder, { keepsFilePaths: true });
}

function collectionOf(files: Readonly<Record<string, string>>): Collection {
  const { collections, broken } = read(files);
  expect(broken).toEqual([]);
  return collections[0]!;
}

const namesOf = (items: readonly Item[]): readonly unknown[] =>
  items.map((item) =>
    item.kind === 'request' ? item.request.name : [item.folder.name, namesOf(item.folder.items)],
  );
const firstOf = ({ items }: Collection): SavedRequest => [...requestsOf(items)][0]!.request;
const yaml = (text: string): SavedRequest =>
  firstOf(collectionOf({ 'opencollection.yml': 'opencollection: "1.0.0"\ninfo:\n  name: C', 'a.yml': text }));
const bru = (text: string): SavedRequest =>
  firstOf(collectionOf({ 'bruno.json': '{"version":"1","name":"C","type":"collection"}', 'a.bru': text }));

const YAML = `info:
  name: Create
  type: http
  seq: 1
http:
  method: POST
  url: "{{base}}/users/:id?page=1"
  headers:
    - name: X-A
      value: b
    - name: X-Off
      value: c
      disabled: true
  params:
    - name: page
      value: "1"
      type: query
    - name: id
      value: "7"
      type: path
  body:
    type: json
    data: '{"a": 1}'
  auth:
    type: bearer
    token: "{{t}}"
runtime:
  variables:
    - name: v
      value: w
  scripts:
    - type: before-request
      code: one()
    - type: tests
      code: two()
  assertions:
    - expression: res.status
      operator: eq
      value: "200"
settings:
  encodeUrl: true
  timeout: 500
docs: Text
`;

const BRU = `meta {
  name: Create
  type: http
  seq: 1
}

post {
  url: {{base}}/users/:id?page=1
  body: json
  auth: bearer
}

params:query {
  page: 1
}

params:path {
  id: 7
}

headers {
  X-A: b
  ~X-Off: c
}

auth:bearer {
  token: {{t}}
}

body:json {
  {"a": 1}
}

vars:pre-request {
  v: w
}

assert {
  res.status: eq 200
}

script:pre-request {
  one()
}

tests {
  two()
}

settings {
  encodeUrl: true
  timeout: 500
}

docs {
  Text
}
`;

test('both formats say the same', () => {
  const request = { ...yaml(YAML), id: '' };
  expect(request).toMatchObject({
    name: 'Create',
    method: 'POST',
    url: '{{base}}/users/:id',
    query: [{ name: 'page', value: '1' }],
    path: [{ name: 'id', value: '7' }],
    headers: [
      { name: 'X-A', value: 'b', enabled: true },
      { name: 'X-Off', enabled: false },
    ],
    body: { type: 'raw', language: 'json', text: '{"a": 1}' },
    auth: { type: 'bearer', token: '{{t}}' },
    variables: [{ name: 'v', value: 'w' }],
    settings: { timeoutMs: 500 },
    docs: 'Text',
  });
  expect(request.scripts.preRequest).toBe("'use bruno'; one()");
  expect(request.scripts.test).toMatch(/^'use bruno';.*bru\.assert\("res\.status", "eq", "200"\);.*two\(\)/s);
  expect({ ...bru(BRU), id: '' }).toEqual(request);
});

test('order: folders first, those with a number at that place; requests by number', () => {
  const request = (name: string, seq: string): string =>
    `info:\n  name: ${name}\n  type: http\n${seq}\nhttp:\n  url: a`;
  const { items, name } = collectionOf({
    'opencollection.yml': 'info:\n  name: C\nextensions:\n  bruno:\n    ignore: [skipped]',
    'x.yml': request('X', '  seq: 2'),
    'y.yml': request('Y', '  seq: 1'),
    'z.yml': request('Z', ''),
    'ci.yml': 'jobs: {}',
    'B/folder.yml': 'info:\n  name: B',
    'B/r.yml': request('R', ''),
    'A/r.yml': request('R', ''),
    'Z/folder.yml': 'info:\n  name: First\n  seq: 1',
    'Z/r.yml': request('R', ''),
    'skipped/r.yml': request('R', ''),
    'environments/Local.yml': 'variables: []',
  });
  expect([name, namesOf(items)]).toEqual([
    'C',
    [['First', ['R']], ['A', ['R']], ['B', ['R']], 'Y', 'X', 'Z'],
  ]);
});

test('what the collection and folders say applies to the requests in them', () => {
  const { auth, variables, scripts, items } = collectionOf({
    'opencollection.yml':
      'info:\n  name: C\nrequest:\n  auth:\n    type: basic\n    username: u\n    password: p\n  headers:\n    - name: X-All\n      value: a\n' +
      '  variables:\n    - name: n\n      value:\n        type: number\n        data: "5"\n  scripts:\n    - type: tests\n      code: all()',
    'F/folder.yml':
      'info:\n  name: F\nrequest:\n  headers:\n    - name: x-all\n      value: f\n  variables:\n    - name: fv\n      value: "1"',
    'F/a.yml': 'http:\n  url: http://a.test',
  });
  expect([auth.type, scripts.test]).toEqual(['basic', "'use bruno'; all()"]);
  expect(variables).toMatchObject([{ name: 'n', value: '5', type: 'number' }]);
  expect(items).toMatchObject([{ folder: { variables: [{ name: 'fv', value: '1' }] } }]);
  const [{ request }] = [...requestsOf(items)] as unknown as [{ request: SavedRequest }];
  expect(request.headers).toMatchObject([{ value: 'a' }, { value: 'f' }]);
  expect(request.auth.type).toBe('inherit');
});

test('environments, with secrets that have no value, and variables of the file .env', () => {
  const { environments, collections } = read({
    'bruno.json': '{"name":"C"}',
    'a.bru': BRU,
    'environments/Local.bru':
      'vars {\n  base: http://a.test\n  ~off: x\n  @number\n  n: 5\n}\nvars:secret [\n  token,\n  ~other\n]\n',
    '.env': '# a comment\nTOKEN="a b"\nexport X=1\n',
  });
  expect(environments).toMatchObject([
    {
      name: 'Local',
      variables: [
        { name: 'base', value: 'http://a.test' },
        { name: 'off', enabled: false },
        { name: 'n', value: '5', type: 'number' },
        { name: 'token', value: '', secret: true },
        { name: 'other', secret: true, enabled: false },
      ],
    },
  ]);
  expect(collections[0]!.variables).toMatchObject([
    { name: 'process.env.TOKEN', value: 'a b', secret: true },
    { name: 'process.env.X', value: '1', secret: true },
  ]);
});

describe('bodies', () => {
  test.each([
    [
      'form-urlencoded',
      '- name: a\n        value: b',
      { type: 'urlencoded', fields: [{ name: 'a', value: 'b' }] },
    ],
    [
      'multipart-form',
      '- { name: f, type: file, value: [a.png], contentType: image/png }\n      - { name: t, type: text, value: v }',
      {
        type: 'multipart',
        fields: [
          { files: ['a.png'], contentType: 'image/png' },
          { value: 'v', files: null },
        ],
      },
    ],
    [
      'file',
      '- { filePath: a.bin, selected: false }\n      - { filePath: b.bin, selected: true }',
      { type: 'file', path: 'b.bin' },
    ],
  ])('%s', (type, data, expected) => {
    const { body } = yaml(
      `http:\n  method: POST\n  url: a\n  body:\n    type: ${type}\n    data:\n      ${data}`,
    );
    expect(body).toMatchObject(expected);
  });

  test('GraphQL, gRPC and WebSocket', () => {
    expect(yaml('graphql:\n  url: a\n  body:\n    query: "{ me }"\n    variables: "{}"')).toMatchObject({
      type: 'graphql',
      method: 'POST',
      body: { query: '{ me }', variables: '{}' },
    });
    expect(yaml('grpc:\n  url: grpcs://a\n  method: pkg.Svc/M\n  message: "{}"')).toMatchObject({
      grpc: { service: 'pkg.Svc', method: 'M', messages: ['{}'], tls: true },
    });
    expect(yaml('websocket:\n  url: ws://a\n  message: { type: json, data: "{}" }')).toMatchObject({
      type: 'websocket',
      websocket: { messages: [{ kind: 'json', text: '{}' }] },
    });
  });
});

describe('authorization', () => {
  test.each([
    ['{ type: apikey, key: k, value: v, placement: query }', { type: 'apiKey', key: 'k', in: 'query' }],
    [
      '{ type: awsv4, accessKeyId: a, secretAccessKey: s }',
      { type: 'awsv4', accessKey: 'a', region: 'us-east-1' },
    ],
    [
      '{ type: oauth2, flow: client_credentials, accessTokenUrl: u, credentials: { clientId: c, clientSecret: s, placement: body } }',
      { type: 'oauth2', grant: 'clientCredentials', clientId: 'c', clientAuthentication: 'body' },
    ],
    ['none', { type: 'none' }],
    ['inherit', { type: 'inherit' }],
  ])('%s', (auth, expected) => {
    expect(yaml(`http:\n  url: a\n  auth: ${auth}`).auth).toMatchObject(expected);
  });
});

test('examples', () => {
  const text = `${BRU}
example {
  name: Made
  request: {
    url: {{base}}/users
    method: POST
    mode: json
    body:json: {
      {
        "a": 1
      }
    }
  }
  response: {
    headers: {
      Content-Type: text/plain
    }
    status: {
      code: 201
      text: Created
    }
    body: {
      type: text
      content: '''
        one
          two
      '''
    }
  }
}
`;
  expect(bru(text).examples).toMatchObject([
    {
      name: 'Made',
      status: 201,
      reason: 'Created',
      body: 'one\n  two',
      headers: [{ name: 'Content-Type', value: 'text/plain' }],
      request: { url: '{{base}}/users', body: { text: '{\n  "a": 1\n}' } },
    },
  ]);
});

describe('bad input', () => {
  test('a broken file is named with its line, and the others are read', () => {
    const { collections, broken } = read({
      'bruno.json': '{"name":"C"}',
      'a.bru': BRU,
      'b.bru': 'meta {\n  name: B\n}\n<<<<<<< HEAD\n',
      'c.bru': 'meta {\n  name: C\n',
    });
    expect(namesOf(collections[0]!.items)).toEqual(['Create']);
    expect(broken).toEqual([
      'b.bru: line 4: "<<<<<<< HEAD" is no block',
      'c.bru: line 1: the block "meta" has no end',
    ]);
  });

  test('files of the other format are named', () => {
    const { warnings } = read({ 'opencollection.yml': 'info:\n  name: C', 'a.yml': YAML, 'b.bru': BRU });
    expect(warnings.join()).toMatch(/b\.bru/);
  });

  test('the text of a .bru file in a .yml file', () => {
    expect(yaml(BRU).name).toBe('Create');
  });

  test('scripts as a map', () => {
    expect(yaml('http:\n  url: a\nruntime:\n  scripts:\n    pre-request: one()').scripts.preRequest).toBe(
      "'use bruno'; one()",
    );
  });
});
