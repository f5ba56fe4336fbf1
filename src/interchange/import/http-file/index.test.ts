import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestsOf } from '../../../collections/model/collection.ts';
import type { Imported } from '../../../collections/model/imported.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import { readImportFile } from '../../files/import-file.ts';
import { importContent } from '../index.ts';
import type { ImportOptions } from '../shared/import-context.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'http-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function read(...lines: readonly string[]): Imported {
  return importContent(Buffer.from(lines.join('\n')), 'a.http', { keepsFilePaths: true });
}

function requestsIn({ collections }: Imported): readonly SavedRequest[] {
  return [...requestsOf(collections.flatMap(({ items }) => items))].map(({ request }) => request);
}

function one(...lines: readonly string[]): SavedRequest {
  const [request, other] = requestsIn(read(...lines));
  if (request === undefined || other !== undefined) throw new Error('not one request');
  return request;
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const readFrom = (name: string, options: ImportOptions = {}): Promise<Imported> =>
  readImportFile(join(folder, name), { keepsFilePaths: true, ...options });

test('names, descriptions and settings', () => {
  const request = one(
    '### Title',
    '# @name named',
    '# about',
    '# @no-redirect',
    '# @no-cookie-jar',
    '# @timeout 2',
    'GET http://a/b HTTP/1.1',
  );
  expect(request).toMatchObject({
    name: 'named',
    docs: 'Title\nabout',
    settings: { followRedirects: false, sendCookies: false, timeoutMs: 2000, httpVersion: '1.1' },
  });
  expect(one('### Title', 'GET http://a/b').name).toBe('Title');
  expect(one('GET http://a/b?c').name).toBe('GET /b');
});

test.each([
  [['GET /a', 'Host: b:443'], 'https://b:443/a', []],
  [['GET /a', 'Host: b'], 'http://b/a', []],
  [['@host = x', 'GET /a?b=1', 'Host: {{h}}'], '{{h}}/a', [['b', '1']]],
  [['@host = x', 'GET /a'], '{{host}}/a', []],
  [
    ['GET localhost:1/a b?c={{ d e }}&f=g h#i'],
    'http://localhost:1/a%20b',
    [
      ['c', '{{ d e }}'],
      ['f', 'g%20h'],
    ],
  ],
] as const)('address of %j', (lines, url, query) => {
  const request = one(...lines);
  expect([request.url, request.query.map(({ name, value }) => [name, value])]).toEqual([url, query]);
});

test.each([
  ['Basic a b c', { type: 'basic', username: 'a', password: 'b c' }],
  ['Basic {{u}}:{{p}}', { type: 'basic', username: '{{u}}', password: '{{p}}' }],
  ['Basic a:', { type: 'basic', username: 'a', password: '' }],
  ['Digest a b', { type: 'digest', username: 'a', password: 'b' }],
  ['Bearer {{ t }}', { type: 'bearer', token: '{{ t }}' }],
  [
    'AWS k s region:r service:x token:{{t}}',
    { type: 'awsv4', accessKey: 'k', secretKey: 's', region: 'r', service: 'x', sessionToken: '{{t}}' },
  ],
  [
    'openid',
    {
      type: 'oauth2',
      grant: 'clientCredentials',
      accessTokenUrl: '{{oauth2_tokenEndpoint}}',
      clientId: '{{oauth2_clientId}}',
    },
  ],
  ['oauth2 password my', { type: 'oauth2', grant: 'password', username: '{{my_username}}' }],
])('Authorization: %s', (value, auth) => {
  const request = one('GET http://a', `Authorization: ${value}`);
  expect(request.auth).toMatchObject(auth);
  expect(request.headers).toEqual([]);
});

test.each(['Basic YTpi', 'Basic {{encoded}}', 'Token x', '{{whole}}'])(
  'Authorization: %s is sent as it is',
  (value) => {
    expect(one('GET http://a', `Authorization: ${value}`)).toMatchObject({
      auth: { type: 'inherit' },
      headers: [{ value }],
    });
  },
);

test('forms over lines; an encoded one stays as it is', () => {
  const type = 'Content-Type: application/x-www-form-urlencoded';
  const form = one('POST http://a', type, '', 'a=1&', 'b= {{c d}}', '&e=f=g').body;
  expect(form.type === 'urlencoded' && form.fields.map(({ name, value }) => [name, value])).toEqual([
    ['a', '1'],
    ['b', '{{c d}}'],
    ['e', 'f=g'],
  ]);
  expect(one('POST http://a', type, '', 'a=%20', '&b=1').body).toMatchObject({
    type: 'raw',
    text: 'a=%20&b=1',
  });
});

test('multipart: fields, files, and text where fields cannot express it', () => {
  const type = 'Content-Type: multipart/form-data; boundary=B';
  const part = (head: string): readonly string[] => ['--B', `Content-Disposition: form-data; ${head}`];
  const form = [
    ...part('name="a"'),
    '',
    'one',
    '',
    'two',
    ...part('name="f"; filename="x.png"'),
    'Content-Type: image/png',
    '',
    '< ./x.png',
    '--B--',
  ];
  expect(one('POST http://a', type, '', ...form).body).toMatchObject({
    type: 'multipart',
    fields: [
      { name: 'a', value: 'one\n\ntwo', files: null },
      { name: 'f', files: ['./x.png'], contentType: 'image/png' },
    ],
  });
  const inline = [...part('name="f"; filename="x.txt"'), '', 'text', '--B--'];
  expect(one('POST http://a', type, '', ...inline).body).toMatchObject({
    type: 'raw',
    text: '--B\r\nContent-Disposition: form-data; name="f"; filename="x.txt"\r\n\r\ntext\r\n--B--\r\n',
  });
});

test('a response behind a request is an example', () => {
  const request = one('GET http://a', '', 'HTTP/1.1 201 Created', 'X-A: 1', '', '{"a": 1}', '');
  expect(request.body).toEqual({ type: 'none' });
  expect(request.examples).toMatchObject([
    { name: '201 Created', status: 201, headers: [{ name: 'X-A', value: '1' }], body: '{"a": 1}' },
  ]);
});

test('GraphQL by header, by method and by its text', () => {
  const body = ['', 'query Q { a }', '', '{"b": 1}'];
  const expected = {
    type: 'graphql',
    body: { query: 'query Q { a }', variables: '{"b": 1}', operationName: 'Q' },
  };
  expect(one('POST http://a', 'X-REQUEST-TYPE: GraphQL', ...body)).toMatchObject({
    ...expected,
    headers: [],
  });
  expect(one('GRAPHQL http://a', ...body)).toMatchObject(expected);
  expect(one('POST http://a', 'Content-Type: application/json', ...body)).toMatchObject(expected);
  const used = one('fragment F on T {', '  c', '}', 'GRAPHQL http://a', '', 'query { ...F }');
  expect(used.body).toMatchObject({ query: 'query { ...F }\nfragment F on T {\n  c\n}' });
});

test('WebSocket, gRPC, MQTT, event streams, and protocols that are skipped', () => {
  expect(
    one('WEBSOCKET ws://a', 'Content-Type: text/plain', '', 'one', '=== wait-for-server', '===', 'two'),
  ).toMatchObject({
    type: 'websocket',
    headers: [],
    websocket: {
      messages: [{ action: 'send', text: 'one' }, { action: 'expect' }, { action: 'send', text: 'two' }],
    },
  });
  expect(one('proto < ./p.proto', 'GRPC a:443/b.C/d', '{"e": 1}', '===', '{"e": 2}')).toMatchObject({
    type: 'grpc',
    url: 'a:443',
    grpc: {
      service: 'b.C',
      method: 'd',
      messages: ['{"e": 1}', '{"e": 2}'],
      protoFiles: ['./p.proto'],
      tls: true,
    },
  });
  expect(one('MQTT tcp://a', 'subscribe: s', 'publish: p', '', 'text')).toMatchObject({
    type: 'mqtt',
    url: 'mqtt://a',
    mqtt: { subscribe: [{ topic: 's' }], publish: [{ topic: 'p', payload: 'text' }] },
  });
  expect(one('SSE http://a')).toMatchObject({
    method: 'GET',
    headers: [{ name: 'Accept', value: 'text/event-stream' }],
  });
  const skipped = read('KAFKA a/topic', '', 'x');
  expect(requestsIn(skipped)[0]?.scripts.preRequest).toContain('httpFile.skip()');
  expect(skipped.warnings).toEqual([
    'line 1: KAFKA is not supported: the request is kept, and skipped in runs',
  ]);
});

test('variables: the first value for the file, later ones from there on', () => {
  const imported = read(
    '@a = 1',
    '@b = {{a}}',
    '@t = {{true}}',
    'GET http://x/{{a}}',
    '###',
    '@a = 2',
    'GET http://x',
    '###',
    'GET http://y',
  );
  expect(imported.collections[0]?.variables.map(({ name, value, type }) => [name, value, type])).toEqual([
    ['a', '1', undefined],
    ['b', '{{a}}', undefined],
    ['t', 'true', 'boolean'],
  ]);
  const own = requestsIn(imported).map(({ variables }) =>
    variables.map(({ name, value }) => `${name}=${value}`),
  );
  expect(own).toEqual([[], ['a=2'], ['a=2']]);
});

test('expressions become lines of a script; dynamic variables and names stay', () => {
  const [login, use] = requestsIn(
    read(
      '@id = {{$guid}}',
      '### login',
      'POST http://a/{{$randomInt 1 5}}',
      '###',
      'GET http://b/{{id}}?t={{login.response.body.$.t}}&e={{%id}}&n={{new Date().getTime()}}&j={{f({a:1})}}&x={{plain}}',
    ),
  );
  expect(login?.scripts).toEqual({
    preRequest: '',
    test: `'use httpyac'; httpFile.capture("login.response.body.$.t", "login");`,
  });
  expect(use?.scripts.preRequest.split('\n').sort()).toEqual(
    [
      `'use httpyac'; httpFile.fix("id", "{{$guid}}");`,
      'httpFile.define("f(|a:1|)", "f({a:1})");',
      'httpFile.define("new Date().getTime()");',
      'httpFile.encode("id");',
    ].sort(),
  );
  expect(use?.query.map(({ value }) => value)).toEqual([
    '{{login.response.body.$.t}}',
    '{{%id}}',
    '{{new Date().getTime()}}',
    '{{f(|a:1|)}}',
    '{{plain}}',
  ]);
});

test('scripts keep their dialect, and what runs for every request is of the collection', () => {
  const imported = read(
    '{{',
    'exports.a = 1',
    '}}',
    '###',
    '< {% b() %}',
    'GET http://a',
    '',
    '> {%',
    'c()',
    '%}',
    '?? status == 200',
  );
  expect(imported.collections[0]?.scripts.preRequest).toBe(`'use httpyac'; exports.a = 1`);
  const [request] = requestsIn(imported);
  expect(request?.scripts.preRequest).toMatch(/^'use jetbrains'; +b\(\)$/);
  expect(request?.scripts.test).toBe(
    `'use jetbrains'; try {\nc()\n} finally {\nhttpFile.assert("status == 200");\n}`,
  );
});

test('what has no counterpart is named with its line', () => {
  const { warnings, broken } = read(
    '### a',
    '# @note',
    '# @prompt who Name?',
    '# @ref nobody',
    'GET http://a/{{$dotenv X}}/{{$aadToken}}/{{$input name? $value: Jo}}',
    '',
    '> {% -- lua',
    '%}',
    '{{@streaming',
    '}}',
    '>> out.json',
    '### b',
    '%%%',
  );
  expect(warnings).toEqual([
    'line 4: @ref nobody: there is no such request in this file or the imported ones',
    'line 5: @note: nobody is asked before the request is sent',
    'line 7: scripts in Lua do not run, and this one was left out',
    'line 9: scripts of the event "streaming" do not run, and this one was left out',
    'line 5: the response is not written to "out.json"',
    '{{$dotenv X}} has no value: it comes from a file .env beside it',
    '{{$aadToken}} has no value here',
    '{{$input name? $value: Jo}}: nobody is asked, and it is "Jo"',
    'line 3: @prompt who Name?: nobody is asked; give the value with --env-var who=…',
  ]);
  expect(broken).toEqual(['line 13: "%%%" is not a request line']);
});

test('the environments beside a file: nearer and private values win, nested ones have dots', async () => {
  write({
    'http-client.env.json': '{ "$shared": { "s": 1 }, "dev": { "a": "far", "deep": { "b": true } } }',
    'x/http-client.env.json': '{ /* near */ "dev": { "a": "near", "p": "public", }, "prod": {} }',
    'x/http-client.private.env.json': '{ "dev": { "p": "private" } }',
    'x/.vscode/settings.json': '{ "rest-client.environmentVariables": { "code": { "v": "{{$shared s}}" } } }',
    'x/.env': 'E="from file" # no\n',
    'x/a.http': '@a = own\nGET http://h/{{$dotenv E}}/{{$processEnv P}}/{{a}}',
  });
  mkdirSync(join(folder, '.git'));
  const { environments, collections, warnings } = await readFrom('x/a.http', {
    processEnv: { P: 'process' },
  });
  const values = environments.map(({ name, variables }) => [
    name,
    Object.fromEntries(variables.map((variable) => [variable.name, variable.value])),
  ]);
  const shared = { s: '1', '$shared s': '1' };
  expect(Object.fromEntries(values)).toEqual({
    dev: { ...shared, a: 'near', p: 'private', 'deep.b': 'true' },
    prod: shared,
    code: { ...shared, v: '{{$shared s}}' },
  });
  expect(
    environments.flatMap(({ variables }) => variables.filter(({ secret }) => secret).map(({ name }) => name)),
  ).toEqual(['p']);
  expect(
    collections[0]?.variables.filter(({ secret }) => secret).map(({ name, value }) => [name, value]),
  ).toEqual([
    ['$dotenv E', 'from file'],
    ['$processEnv P', 'process'],
  ]);
  // The value of the file wins over that of the environment.
  expect(requestsIn({ collections } as Imported)[0]?.variables).toMatchObject([{ name: 'a', value: 'own' }]);
  expect(warnings).toEqual([]);
  // Without a run, the environment of the process is not read.
  expect((await readFrom('x/a.http')).warnings).toHaveLength(1);
});

test('OAuth of an environment', async () => {
  write({
    'http-client.env.json': JSON.stringify({
      dev: {
        Security: {
          Auth: {
            main: {
              Type: 'OAuth2',
              'Grant Type': 'Client Credentials',
              'Token URL': 'http://t',
              'Client ID': 'c',
              'Client Secret': 's',
            },
          },
        },
      },
    }),
    'a.http': 'GET http://h\nAuthorization: Bearer {{$auth.token("main")}}',
  });
  const imported = await readFrom('a.http');
  expect(requestsIn(imported)[0]?.auth).toMatchObject({
    type: 'oauth2',
    grant: 'clientCredentials',
    accessTokenUrl: '{{Security.Auth.main.Token URL}}',
    clientSecret: '{{Security.Auth.main.Client Secret}}',
  });
  expect(imported.environments[0]?.variables.find(({ name }) => name.endsWith('Secret'))).toMatchObject({
    value: 's',
    secret: true,
  });
});

test('other files: scripts, bodies, imports, requests that are needed or run again', async () => {
  write({
    'sub/a.http':
      '# @import ../b.http\nrun #two (@v=1)\n###\n# @ref one\nPOST http://a\n\n< ./data.json\n\n> ./after.js\n###\nPOST http://c\n\n<@ ./data.json\n',
    'b.http': '@v = 0\n### one\nGET http://one\n### two\nGET http://two/{{v}}\n',
    'sub/data.json': '{"x": "{{v}}"}',
    'sub/after.js': 'client.log(1)',
  });
  const imported = await readFrom('.');
  const placed = [...requestsOf(imported.collections[0]?.items ?? [])];
  expect(placed.map(({ folders, request }) => [...folders.map(({ name }) => name), request.name])).toEqual([
    ['sub', 'a', 'two'],
    ['sub', 'a', 'one'],
    ['sub', 'a', 'POST http://a'],
    ['sub', 'a', 'POST http://c'],
    ['b', 'one'],
    ['b', 'two'],
  ]);
  const [two, , first, second] = placed.map(({ request }) => request);
  expect(two?.variables).toMatchObject([{ name: 'v', value: '1' }]);
  // Paths are those below the folder of the import.
  expect(first).toMatchObject({ body: { type: 'file', path: 'sub/data.json' } });
  expect(first?.scripts.test).toBe(`'use jetbrains'; client.log(1)`);
  expect(second?.body).toMatchObject({ type: 'raw', text: '{"x": "{{v}}"}' });
  expect(imported.warnings).toEqual([]);
});
