import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { requestsOf, type Collection, type Item } from '../../../collections/model/collection.ts';
import type { Imported } from '../../../collections/model/imported.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import { importFolder, readFolderCollection } from '../index.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'v3-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const read = (files: Readonly<Record<string, string>>): Imported =>
  importFolder(folderWith(files), { keepsFilePaths: true });

function collectionOf(files: Readonly<Record<string, string>>): Collection {
  const { collections, broken } = read(files);
  expect(broken).toEqual([]);
  expect(collections).toHaveLength(1);
  return collections[0]!;
}

function requestOf(text: string, definition = ''): SavedRequest {
  const collection = collectionOf({
    'a.request.yaml': `$kind: http-request\n${text}`,
    ...(definition !== '' && { '.resources/definition.yaml': `$kind: collection\n${definition}` }),
  });
  return firstOf(collection);
}

function firstOf({ items }: Collection): SavedRequest {
  return [...requestsOf(items)][0]!.request;
}

const namesOf = (items: readonly Item[]): readonly unknown[] =>
  items.map((item) =>
    item.kind === 'request' ? item.request.name : [item.folder.name, namesOf(item.folder.items)],
  );

describe('the tree', () => {
  const request = (order: string, name = ''): string =>
    `$kind: http-request\nurl: http://a.test\nmethod: GET\n${order}\n${name}`;

  test('folders and requests share one order, numbers beyond 2^53 included, and those without come last', () => {
    const { items } = collectionOf({
      '.resources/definition.yaml': '$kind: collection\nname: "A/B"',
      'z.request.yaml': request('order: 9007199254740993'),
      'y.request.yaml': request('order: 9007199254740992', 'name: "Y: 1"'),
      'b.request.yaml': request(''),
      'a.request.yaml': request(''),
      'Folder/.resources/definition.yaml': '$kind: collection\norder: 2000',
      'Folder/in.request.yaml': request('order: 1'),
      'Bare/x.request.yml': request('order: 1'),
    });
    expect(namesOf(items)).toEqual([['Folder', ['in']], 'Y: 1', 'z', ['Bare', ['x']], 'a', 'b']);
  });

  test('the order of a definition may be a list of names', () => {
    const { name, items } = collectionOf({
      '.resources/definition.yaml': 'name: C\norder: [two, one]',
      'one.request.yaml': request(''),
      'two.request.yaml': request(''),
      'three.request.yaml': request(''),
    });
    expect([name, namesOf(items)]).toEqual(['C', ['two', 'one', 'three']]);
  });

  test('all collections, environments and globals of a repository are found', () => {
    const { collections, environments, globals } = read({
      'src/main.yaml': 'a: 1',
      'postman/collections/One/a.request.yaml': request(''),
      'postman/collections/Two/a.request.yaml': request(''),
      'postman/environments/x.environment.yaml': 'name: Local\nvalues:\n  - key: base\n    value: "1"',
      'postman/globals/workspace.globals.yaml': 'values:\n  - { key: g, value: 2, enabled: false }',
    });
    expect(collections.map(({ name }) => name)).toEqual(['One', 'Two']);
    expect(environments).toMatchObject([{ name: 'Local', variables: [{ name: 'base', value: '1' }] }]);
    expect(globals).toMatchObject([{ name: 'g', value: '2', enabled: false }]);
  });

  test('the environments of a collection are beside it', () => {
    const folder = folderWith({
      'postman/collections/One/a.request.yaml': request(''),
      'postman/environments/x.environment.yaml': 'values:\n  - key: a\n    value: b',
    });
    const { environments } = readFolderCollection(join(folder, 'postman/collections/One'), true);
    expect(environments).toMatchObject([{ name: 'x', variables: [{ name: 'a', value: 'b' }] }]);
  });
});

describe('requests', () => {
  test('maps and lists of headers, parameters and path variables', () => {
    const map = requestOf(
      'url: "http://a.test/:id?x=1"\nmethod: get\nheaders:\n  A: b\nqueryParams:\n  x: 1\npathVariables:\n  id: 007',
    );
    expect(map).toMatchObject({
      method: 'GET',
      url: 'http://a.test/:id',
      query: [{ name: 'x', value: '1' }],
      path: [{ name: 'id', value: '007' }],
      headers: [{ name: 'A', value: 'b' }],
    });
    const list = requestOf(
      'url: http://a.test\nheaders:\n  - { key: A, value: b, disabled: true, description: why }\n' +
        'queryParams:\n  - { key: x, value: "1" }\n  - { key: x, value: "2" }',
    );
    expect(list.headers).toEqual([{ name: 'A', value: 'b', enabled: false, docs: 'why' }]);
    expect(list.query.map(({ value }) => value)).toEqual(['1', '2']);
  });

  test.each([
    ['type: json\n  content: |-\n    {"a": {{x}}}', { type: 'raw', language: 'json', text: '{"a": {{x}}}' }],
    ['type: urlencoded\n  content:\n    a: 1', { type: 'urlencoded', fields: [{ name: 'a', value: '1' }] }],
    [
      'type: formdata\n  content:\n    - { key: f, type: file, src: a.png }\n    - { key: t, type: text, value: v }',
      { type: 'multipart', fields: [{ files: ['a.png'] }, { value: 'v', files: null }] },
    ],
    ['type: file\n  content:\n    src: a.png', { type: 'file', path: 'a.png' }],
  ])('body %j', (body, expected) => {
    expect(requestOf(`method: POST\nurl: http://a.test\nbody:\n  ${body}`).body).toMatchObject(expected);
  });

  test('scripts, settings and examples', () => {
    const collection = collectionOf({
      'a.request.yaml':
        'url: http://a.test\nsettings:\n  strictSSL: false\n  maxRedirects: 3\nscripts:\n' +
        '  - type: beforeRequest\n    code: |-\n      one()\n  - type: afterResponse\n    code: two()\n    language: javascript',
      '.resources/a.resources/examples/x.example.yaml':
        '$kind: http-example\nrequest:\n  url: http://e.test\nresponse:\n  statusCode: 201\n  statusText: Created\n' +
        '  headers:\n    Content-Type: text/plain\n  body:\n    type: text\n    content: hi',
    });
    const request = firstOf(collection);
    expect(request.scripts).toEqual({ preRequest: 'one()', test: 'two()' });
    expect(request.settings).toMatchObject({ verifyTls: false, maxRedirects: 3 });
    expect(request.examples).toMatchObject([
      { name: 'x', status: 201, reason: 'Created', body: 'hi', request: { url: 'http://e.test' } },
    ]);
  });

  test('GraphQL and gRPC', () => {
    const { items } = collectionOf({
      'a.request.yaml':
        '$kind: graphql-request\nurl: http://a.test\nquery: "{ me }"\nvariables: "{}"\norder: 1',
      'b.request.yaml':
        '$kind: grpc-request\nurl: a.test:443\nmethodPath: pkg.Svc/Call\nmessage:\n  content: "{}"\norder: 2',
    });
    expect([...requestsOf(items)].map(({ request }) => request)).toMatchObject([
      { type: 'graphql', method: 'POST', body: { query: '{ me }', variables: '{}' } },
      { type: 'grpc', grpc: { service: 'pkg.Svc', method: 'Call', messages: ['{}'] } },
    ]);
  });

  test('keys of version 2.1 are read as they are meant, with a warning', () => {
    const { collections, warnings } = read({
      'a.request.yaml':
        'method: POST\nurl: http://a.test\nheader:\n  - { key: A, value: b }\nbody: { mode: raw, raw: hi }\ntests:\n  - one()\n  - two()',
    });
    const request = firstOf(collections[0]!);
    expect(request).toMatchObject({
      headers: [{ name: 'A' }],
      body: { text: 'hi' },
      scripts: { test: 'one()\ntwo()' },
    });
    expect(warnings).toHaveLength(3);
  });
});

describe('authorization', () => {
  const list = (entry: string): string =>
    `auth:\n  - type: bearer\n    credentials:\n      token: T\n${entry}`;

  test('the list of a definition, and what inherits it', () => {
    const { auth, items } = collectionOf({
      '.resources/definition.yaml': list(''),
      'a.request.yaml': 'url: http://a.test',
      'b.request.yaml': 'url: http://a.test\nauth:\n  type: noauth',
    });
    expect(auth).toEqual({ type: 'bearer', token: 'T' });
    expect([...requestsOf(items)].map(({ request }) => request.auth.type)).toEqual(['inherit', 'none']);
  });

  test('rules choose by the URL of the request', () => {
    const definition = `${list('    rules:\n      url: "http://a.test/*"\n')}  - type: apikey\n    credentials:\n      key: k\n      value: v\n    rules:\n      url: "*/v2/*"`;
    const { auth, items } = collectionOf({
      '.resources/definition.yaml': definition,
      'a.request.yaml': 'url: http://a.test/x',
      'b.request.yaml': 'url: http://b.test/v2/x',
      'c.request.yaml': 'url: http://c.test/x',
    });
    expect(auth.type).toBe('none');
    expect([...requestsOf(items)].map(({ request }) => request.auth.type)).toEqual([
      'bearer',
      'apiKey',
      'inherit',
    ]);
  });
});

describe('bad input', () => {
  test('a broken file is named with its line, and the others are read', () => {
    const { collections, broken } = read({
      'a.request.yaml': 'url: http://a.test\nmethod: GET\nmethod: POST',
      'b.request.yaml': 'url: http://b.test',
    });
    expect(namesOf(collections[0]!.items)).toEqual(['b']);
    expect(broken).toEqual([expect.stringMatching(/^a\.request\.yaml: .*line 3: duplicated/)]);
  });

  test('unquoted variables, tabs and CRLF have a sure meaning', () => {
    const { collections, warnings } = read({
      'a.request.yaml': 'url: {{base}}/x\r\nheaders:\r\n\tA: {{b}}\r\n',
    });
    const request = firstOf(collections[0]!);
    expect(request).toMatchObject({ url: '{{base}}/x', headers: [{ value: '{{b}}' }] });
    expect(warnings.join('\n')).toMatch(/a\.request\.yaml: line 1.*\n.*line 3/s);
  });

  test('links are not followed', () => {
    const outside = folderWith({ 'secret.request.yaml': 'url: http://a.test' });
    const folder = folderWith({ 'a.request.yaml': 'url: http://a.test' });
    symlinkSync(outside, join(folder, 'Linked'));
    symlinkSync(join(outside, 'secret.request.yaml'), join(folder, 'b.request.yaml'));
    const { collections, broken } = importFolder(folder);
    expect(namesOf(collections[0]!.items)).toEqual(['a']);
    expect(broken).toEqual([
      'Linked: it is a link, and links are not followed',
      'b.request.yaml: it is a link, and links are not followed',
    ]);
  });

  test('a folder without a collection is refused', () => {
    expect(() => importFolder(folderWith({ 'readme.md': 'x' }))).toThrow(/no collection/);
  });

  test('a run needs one collection', () => {
    const folder = folderWith({ 'x/a.request.yaml': 'url: a', 'y/a.request.yaml': 'url: a' });
    expect(() => readFolderCollection(folder, false)).toThrow(/2 collections: give one of .*x, .*y/);
  });
});
