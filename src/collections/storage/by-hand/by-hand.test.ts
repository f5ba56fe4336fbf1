// Files as people write them: what they mean, and that a change leaves the rest of them as it was.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environment } from '../../model/environment.ts';
import { request, type SavedRequest } from '../../model/request.ts';
import { parseObject, writeObject, type FileError } from '../object-file.ts';
import { withQuotedVariables } from './quoted-variables.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'by-hand-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const PATH = '/ws/collections/shop/users/list.request.yaml';

function read(text: string, path = PATH): SavedRequest {
  const errors: FileError[] = [];
  const found = parseObject(path, text, request, (error) => errors.push(error));
  expect(errors).toEqual([]);
  return found!;
}

const pair = (name: string, value: string, more: object = {}) => ({
  name,
  value,
  enabled: true,
  docs: '',
  ...more,
});

describe('what a person writes', () => {
  test('has the type whose fields it has', () => {
    expect(read('url: shop.db\nsql: { driver: sqlite, statement: select 1 }').type).toBe('sql');
    expect(read('type: http\nurl: http://a.test\nsql: { statement: select 1 }').type).toBe('http');
    expect(read('url: http://a.test\nsql: {}\nmqtt: {}').type).toBe('http');
  });

  test('has the id and the name of its path', () => {
    const { id, name, method } = read('url: http://a.test');
    expect([id, name, method]).toEqual(['shop/users/list', 'list', 'GET']);
    const found = parseObject(
      '/ws/environments/staging.yaml',
      'variables: {a: 1}',
      environment,
      () => undefined,
    );
    expect(found).toMatchObject({
      id: 'environments/staging',
      name: 'staging',
      variables: [{ name: 'a', value: '1' }],
    });
  });

  test('has lists as maps, and entries in short', () => {
    const { headers, query, path, variables } = read(`
headers:
  Accept: application/json
  X-Count: 5
  X-Off: {value: "1", enabled: false}
params:
  - q=a b
  - {page: 2}
  - name: sort
    value: up
path: {id: 7}
variables:
  limit: 10
  key: {value: x, docs: a key}
`);
    expect(headers).toEqual([
      pair('Accept', 'application/json'),
      pair('X-Count', '5'),
      pair('X-Off', '1', { enabled: false }),
    ]);
    expect(query).toEqual([pair('q', 'a b'), pair('page', '2'), pair('sort', 'up')]);
    expect(path).toEqual([pair('id', '7')]);
    expect(variables).toMatchObject([
      { name: 'limit', value: '10' },
      { name: 'key', value: 'x', docs: 'a key' },
    ]);
  });

  test.each([
    ['body: hello', { type: 'raw', language: 'text', text: 'hello' }],
    [
      'body:\n  json:\n    a: 1\n    b: [x]',
      { type: 'raw', language: 'json', text: '{\n  "a": 1,\n  "b": [\n    "x"\n  ]\n}' },
    ],
    [
      'body: {type: raw, language: json, text: {a: "{{b}}"}}',
      { type: 'raw', language: 'json', text: '{\n  "a": "{{b}}"\n}' },
    ],
    ['body: {form: {a: b}}', { type: 'urlencoded', fields: [pair('a', 'b')] }],
    ['body: {file: a.txt}', { type: 'file', path: 'a.txt' }],
    [
      'body: {graphql: {query: "{ a }", variables: {x: 1}}}',
      { type: 'graphql', query: '{ a }', variables: '{\n  "x": 1\n}', operationName: '' },
    ],
    ['body: none', { type: 'raw', language: 'text', text: 'none' }],
  ])('%s is a body', (text, body) => {
    expect(read(text).body).toEqual(body);
  });

  test.each([
    ['auth: none', { type: 'none' }],
    ['auth: {bearer: "{{token}}"}', { type: 'bearer', token: '{{token}}' }],
    [
      'auth:\n  basic:\n    username: ann\n    password: 123',
      { type: 'basic', username: 'ann', password: '123' },
    ],
    ['auth: {apiKey: {key: X-Key, value: v}}', { type: 'apiKey', key: 'X-Key', value: 'v', in: 'header' }],
  ])('%s is an authorization', (text, auth) => {
    expect(read(text).auth).toEqual(auth);
  });

  test('has variables without quotes, and one text for a list', () => {
    const { url, headers, tags, scripts, grpc } = read(`
url: {{base}}/users/{{id}}   # the list
headers:
  Authorization: {{scheme}} {{token}}
tags: smoke
type: grpc
grpc: {messages: [{who: me}]}
scripts:
  test: |
    const text = "key: x";
    // a: {{kept}}
`);
    expect(url).toBe('{{base}}/users/{{id}}');
    expect(headers).toEqual([pair('Authorization', '{{scheme}} {{token}}')]);
    expect(tags).toEqual(['smoke']);
    expect(grpc?.messages).toEqual(['{\n  "who": "me"\n}']);
    expect(scripts.test).toContain('// a: {{kept}}');
  });

  test.each([
    ['urll: a', 1, /^urll: there is no such field/],
    [
      'url: a\nheaders:\n  Accept: [a]\n  B: {value: {}, wrong: 1}',
      2,
      /^headers\[1\].wrong: there is no such field/,
    ],
    ['method: GET\nbody: {jason: {}}', 2, /^body\.type is missing: give one of none, raw/],
    ['type: htttp', 1, /did you mean http/],
  ])('%s is an error with its line', (text, line, reason) => {
    const errors: FileError[] = [];
    expect(parseObject(PATH, text, request, (error) => errors.push(error))).toBeNull();
    expect(errors[0]).toMatchObject({ reason: expect.stringMatching(reason) });
    expect(errors[0]!.line).toBeGreaterThanOrEqual(line);
  });
});

test('variables are quoted where YAML would read a mapping, and nowhere else', () => {
  const text = [
    'a: {{x}}',
    '- {{y}}/z # why',
    'b: "{{q}}"',
    "c: 'x {{q}}'",
    'd: |',
    '  e: {{kept}}',
    'f: {g: "{{h}}"}',
    'i: http://{{j}}/',
  ];
  expect(withQuotedVariables(text.join('\n')).split('\n')).toEqual([
    'a: "{{x}}"',
    '- "{{y}}/z" # why',
    ...text.slice(2),
  ]);
});

describe('a change of what a person wrote', () => {
  const TEXT = `# How the list is read
url: {{base}}/users   # all of them

headers:
  # what we take
  Accept: application/json
  X-Count: 5
body:
    json:
        name: ann   # a person
tags: [smoke]
settings:
  timeoutMs: 500 # half a second
`;

  async function changed(change: (request: SavedRequest) => SavedRequest, text = TEXT): Promise<string> {
    const path = join(folder, 'collections/shop/list.request.yaml');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    await writeObject(path, request, change(read(text, path)));
    const after = readFileSync(path, 'utf8');
    expect(read(after, path)).toEqual(change(read(text, path)));
    return after;
  }

  test('of nothing leaves the file', async () => {
    expect(await changed((each) => each)).toBe(TEXT);
  });

  test.each<[string, (each: SavedRequest) => SavedRequest, (text: string) => string]>([
    ['a value', (each) => ({ ...each, method: 'POST' }), (text) => `${text}method: POST\n`],
    [
      'a header',
      (each) => ({ ...each, headers: [each.headers[0]!, pair('X-Count', '6')] }),
      (text) => text.replace('X-Count: 5', 'X-Count: "6"'),
    ],
    [
      'a new header',
      (each) => ({ ...each, headers: [...each.headers, pair('X-New', 'new')] }),
      (text) => text.replace('  X-Count: 5\n', '  X-Count: 5\n  X-New: new\n'),
    ],
    [
      'a header that goes',
      (each) => ({ ...each, headers: [each.headers[1]!] }),
      (text) => text.replace('  Accept: application/json\n', ''),
    ],
    [
      'settings',
      (each) => ({ ...each, settings: { ...each.settings, timeoutMs: 700 } }),
      (text) => text.replace('500', '700'),
    ],
    [
      'JSON that is written as YAML',
      (each) => ({
        ...each,
        body: { type: 'raw', language: 'json', text: '{\n  "name": "bob",\n  "age": 7\n}' },
      }),
      (text) =>
        text
          .replace('        name: ann   # a person\n', '')
          .replace('    json:\n', '    json:\n      name: bob\n      age: 7\n'),
    ],
    ['a field that goes', (each) => ({ ...each, tags: [] }), (text) => text.replace('tags: [smoke]\n', '')],
    [
      'the URL',
      (each) => ({ ...each, url: 'http://b.test' }),
      (text) => text.replace('{{base}}/users   # all', 'http://b.test   # all'),
    ],
  ])('changes %s only', async (_, change, expected) => {
    expect(await changed(change)).toBe(expected(TEXT));
  });

  test('a file in the form of the program is written in it', async () => {
    const path = join(folder, 'collections/shop/own.request.yaml');
    const value = read('id: a\nname: A\nurl: http://a.test\nheaders: {A: b}', path);
    await writeObject(path, request, value);
    await writeObject(path, request, { ...value, headers: [pair('A', 'c')] });
    expect(readFileSync(path, 'utf8')).toBe(
      'id: a\nname: A\ntype: http\nmethod: GET\nurl: http://a.test\nheaders:\n  - name: A\n    value: c\n',
    );
  });
});
