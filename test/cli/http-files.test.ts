// `.http` files run in place: what a server receives, and the results, beside those of httpyac; `send` with a name or a
// line; folders with their environments.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { chatServer, CHAT_PROTO } from '../helpers/grpc.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { serverOf, type TestServer } from '../helpers/small-server.ts';
import { startSocketOrigin } from '../helpers/web-socket.ts';

const SHOP = join(import.meta.dirname, '../corpus/http/shop');

let server: TestServer;
let home: TemporaryHome;
let from = 0;
beforeAll(async () => {
  home = temporaryHome();
  server = await serverOf(({ method, url, headers, body }) => {
    const status = Number(/^\/status\/(\d+)/.exec(url)?.[1] ?? 200);
    const answer = {
      method,
      url,
      headers,
      body: body.toString(),
      token: 'T0K',
      items: [{ id: 7 }, { id: 8 }],
    };
    return {
      status,
      headers: { 'Content-Type': 'application/json', 'X-Seen': 'yes' },
      body: status === 200 ? JSON.stringify(answer) : '',
    };
  });
});
afterAll(async () => {
  home.remove();
  await server[Symbol.asyncDispose]();
});
beforeEach(() => {
  from = server.arrived.length;
});

const call = (...args: readonly string[]) => callCli(args, { home: home.path });

/** Returns what has arrived in this test. */
function arrived(): readonly (readonly [string, string, Readonly<Record<string, string>>, string])[] {
  return server.arrived.slice(from).map(({ method, url, headers, body }) => {
    const shown = ['content-type', 'authorization', 'x-two', 'x-off'].flatMap((name) =>
      headers[name] === undefined
        ? []
        : [[name, String(headers[name]).replace(/127\.0\.0\.1:\d+/, 'HOST')] as const],
    );
    return [method, url, Object.fromEntries(shown), body.toString().trimEnd()] as const;
  });
}

/** Requests that httpyac 6.16.7 sends for `httpyac send shop.http --all --var base=…`, ends of bodies trimmed. */
const SENT_BY_HTTPYAC = [
  ['POST', '/login', { 'content-type': 'application/json' }, '{"user": "a"}'],
  ['GET', '/use/T0K?n=8&sum=3&item={%22id%22:7}', { authorization: 'Basic dXNlcjpwYXNz' }, ''],
  ['GET', '/loop?i=0&item=7', {}, ''],
  ['GET', '/loop?i=1&item=8', {}, ''],
  ['POST', '/form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=1&b=two%20words&c=T0K'],
  [
    'POST',
    '/multi',
    { 'content-type': 'multipart/form-data; boundary=XX' },
    '--XX\r\nContent-Disposition: form-data; name="t"\r\n\r\ntext\r\n--XX\r\nContent-Disposition: form-data; name="f"; filename="note.txt"\r\nContent-Type: text/plain\r\n\r\na note of {{login.token}}\n\r\n--XX--',
  ],
  [
    'POST',
    '/graphql',
    { 'content-type': 'application/json' },
    '{"query":"query Q($c: ID) { a(c: $c) }","operationName":"Q","variables":{"c":"EU"}}',
  ],
  ['POST', '/plain', { 'content-type': 'application/xml' }, '<a>no # comment</a>\n<b/>'],
  ['POST', '/file', { 'content-type': 'text/plain' }, 'a note of {{login.token}}'],
  ['POST', '/filled', { 'content-type': 'text/plain' }, 'a note of T0K'],
  ['GET', '/query?a=1&b=x%20y', { 'x-two': 'http://HOST' }, ''],
  ['PUT', '/script?sum=42&late=1', {}, ''],
  ['GET', '/escaped?x={{no}}', {}, ''],
  ['GET', '/handled/by-script', {}, ''],
  ['GET', '/after?kept=yes', { authorization: 'Bearer T0K' }, ''],
  ['GET', '/status/404', {}, ''],
];

/** Its results of tests, by a part of their names, which begin differently. */
const TESTED_BY_HTTPYAC = [
  ['✓', 'status == 200'],
  ['✓', 'token == T0K'],
  ['✓', 'items isArray'],
  ['✓', 'method startsWith PO'],
  ['✓', 'x-seen == yes'],
  ['✓', 'response.parsedBody.items.length == 2'],
  ['✗', 'token == nope', 'token (T0K) == nope'],
  ['✓', 'duration < 10000'],
  ['✗', 'nothing exists', 'nothing (undefined) exists'],
  ['✓', 'sum'],
  ['✗', 'fails', 'on purpose'],
  ['✓', 'status'],
  ['✗', 'status == 200', 'status (404) == 200'],
];

test('a file: requests and results are those of httpyac', async () => {
  const { code, stdout, stderr } = await call(
    'collection',
    'run',
    join(SHOP, 'shop.http'),
    '--env-var',
    `base=${server.url}`,
  );
  expect(arrived()).toEqual(SENT_BY_HTTPYAC);
  const [results = ''] = stdout.split('\nFailures\n');
  const found = [...results.matchAll(/^ {2}([✓✗]) (.*)(?:\n {6}Error: (.*))?$/gm)].map((each) =>
    each.slice(1, 4).filter(Boolean),
  );
  expect(
    found.map(([mark, name = '', error]) =>
      [mark, name.replace(/^(?:body|header|js) /, ''), error].filter(Boolean),
    ),
  ).toEqual(TESTED_BY_HTTPYAC);
  expect(stdout).toContain('skipped by its script');
  expect([code, stderr]).toEqual([1, '']);
});

test('environments beside a file and a folder; those of files nearer and private ones win', async () => {
  const folder = join(home.path, 'api');
  mkdirSync(join(folder, 'sub', '.git'), { recursive: true });
  writeFileSync(join(folder, 'sub', 'a.http'), 'GET {{base}}/{{who}}/{{secret}}\n');
  writeFileSync(
    join(folder, 'sub', 'http-client.env.json'),
    JSON.stringify({
      dev: { base: server.url, who: 'dev', secret: 'public' },
      qa: { base: server.url, who: 'qa' },
    }),
  );
  writeFileSync(
    join(folder, 'sub', 'http-client.private.env.json'),
    JSON.stringify({ dev: { secret: 'private' } }),
  );
  expect((await call('collection', 'run', join(folder, 'sub', 'a.http'), '-e', 'dev')).code).toBe(0);
  expect((await call('collection', 'run', folder, '-e', 'dev')).code).toBe(0);
  expect(arrived().map(([, url]) => url)).toEqual(['/dev/private', '/dev/private']);
  const missing = await call('collection', 'run', folder, '-e', 'qq');
  expect([missing.code, missing.stderr]).toEqual([
    1,
    'error: there is no environment "qq": beside the folder there are dev, qa: did you mean qa?\n',
  ]);
});

test('send: a name, a line, what a request needs first, and a list where neither is right', async () => {
  const path = join(home.path, 'two.http');
  writeFileSync(
    path,
    `# @name one\nGET ${server.url}/one\n\n###\n# @name two\n# @ref one\nPOST ${server.url}/two\n\n{{one.url}}\n`,
  );
  const sent = await call('send', path, 'two');
  expect([sent.code, (JSON.parse(sent.stdout) as { readonly body: string }).body]).toEqual([0, '/one']);
  expect((await call('send', path, '2')).code).toBe(0);
  expect(arrived().map(([, url]) => url)).toEqual(['/one', '/two', '/one']);
  const several = await call('send', path);
  expect(several.stderr).toBe(
    `error: ${path} holds 2 requests: give a name or a line after it: one (line 1), two (line 4)\n`,
  );
  const near = await call('send', path, 'tow');
  expect(near.stderr).toContain(
    `there is no request "tow" in ${path}; did you mean "two"? It has one (line 1), two (line 4)`,
  );
});

test('a line that is not a request is an error with its place, and the rest runs when that is asked for', async () => {
  const path = join(home.path, 'broken.http');
  writeFileSync(path, `### a\n%%\n### b\nGET ${server.url}/b\n`);
  const refused = await call('collection', 'run', path);
  expect([refused.code, refused.stderr]).toEqual([1, `error: ${path}: line 2: "%%" is not a request line\n`]);
  expect((await call('collection', 'run', path, '--allow-broken')).code).toBe(0);
  expect(arrived().map(([, url]) => url)).toEqual(['/b']);
});

test('import of a folder, and export of its collection, which can be run again', async () => {
  const workspace = join(home.path, 'workspace');
  cpSync(SHOP, join(home.path, 'shop'), { recursive: true });
  const imported = await call('import', join(home.path, 'shop'), '--workspace', workspace);
  expect(imported.stdout).toContain('collection shop, 16 requests');
  expect(imported.stdout).toContain('environment local, 1 variable');
  const out = join(home.path, 'out.http');
  const exported = await call(
    'collection',
    'export',
    'shop',
    '--format',
    'http',
    '--out',
    out,
    '--workspace',
    workspace,
  );
  // The file that was filled in ends with an empty line, which bodies of the format do not.
  expect([exported.code, exported.stderr]).toEqual([
    0,
    'warning: shop: "POST /filled": this cannot be expressed, and was left out or simplified: body.text\n',
  ]);
  const part = await call(
    'collection',
    'export',
    'shop',
    '--format',
    'http',
    '--folder',
    'GET /query',
    '--out',
    '-',
    '--workspace',
    workspace,
  );
  expect(part.stdout).toBe(
    '@host = {{base}}\n\n###\nGET {{host}}/query?a=1&b=x%20y\nX-Two: {{host}}\n# X-Off: 1\n',
  );
  const none = await call('collection', 'export', 'shop', '--folder', 'nothing', '--workspace', workspace);
  expect([none.code, none.stderr]).toEqual([1, 'error: shop has neither a folder nor a request "nothing"\n']);
  cpSync(join(SHOP, 'note.txt'), join(home.path, 'note.txt'));
  await call('collection', 'run', out, '--env-var', `base=${server.url}`);
  expect(arrived().map(([, url]) => url)).toEqual(SENT_BY_HTTPYAC.map(([, url]) => url));
});

test('WebSocket and gRPC, with messages in order', async () => {
  await using sockets = await startSocketOrigin();
  using chat = await chatServer(null);
  const path = join(home.path, 'protocols.http');
  writeFileSync(join(home.path, 'chat.proto'), CHAT_PROTO);
  writeFileSync(
    path,
    `@who = Ann

### socket
WEBSOCKET ws://127.0.0.1:${sockets.origin.httpPort}/

one {{who}}
=== wait-for-server
===
two

### call
proto < ./chat.proto
GRPC 127.0.0.1:${chat.port}/chat.v1.Chat/Say

{"who": "{{who}}", "text": "hello"}

> {%
  client.test("answered", () => client.assert(response.body.text === "you said hello", JSON.stringify(response.body)));
%}
`,
  );
  const socket = await call('send', path, 'socket');
  expect([socket.code, socket.stdout]).toEqual([0, expect.stringMatching(/one Ann[^]*two/)]);
  const grpc = await call('send', path, 'call');
  expect([grpc.code, grpc.stdout]).toEqual([0, expect.stringContaining('"you said hello"')]);
});
