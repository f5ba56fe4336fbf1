// Mock servers of an API description: paths with partial segments, credentials, preferences, values of schemas and of
// the request, keys of objects, callbacks, a server behind, recordings beside a description, files that change.
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { callCli } from '../helpers/called-cli.ts';
import { runCli, startCli, type RunningCli } from '../helpers/cli.ts';
import { writeJson } from '../helpers/collections.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';

const json = (schema: object, more: object = {}): object => ({ 'application/json': { schema, ...more } });
const ok = (content: object): object => ({ 200: { description: 'Done', content } });
const text = { type: 'string' };
const PET = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: text, email: { type: 'string', format: 'email' } },
};

const API = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.example/api' }],
  components: {
    schemas: {
      Pet: PET,
      Node: {
        type: 'object',
        required: ['next'],
        properties: { next: { anyOf: [{ $ref: '#/components/schemas/Node' }, { type: 'null' }] } },
      },
    },
    securitySchemes: {
      token: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://a.example', scopes: {} } } },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      basic: { type: 'http', scheme: 'basic' },
    },
  },
  paths: {
    '/report/{id}.json': { get: { responses: ok(json(text, { example: 'report' })) } },
    '/{x},{y}': { get: { responses: ok(json(text, { example: 'point' })) } },
    '/pets/mine': {
      get: {
        parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }],
        responses: ok(json(text, { example: 'mine' })),
      },
    },
    '/pets/{petId}': {
      get: {
        responses: {
          ...ok(
            json(
              { $ref: '#/components/schemas/Pet' },
              {
                examples: { tom: { value: { id: 1, name: 'Tom' } }, rex: { value: { id: 2, name: 'Rex' } } },
              },
            ),
          ),
          '4XX': {
            description: 'Wrong',
            content: json({ type: 'object', properties: { reason: { const: 'wrong' } } }),
          },
          default: {
            description: 'Else',
            content: json({ type: 'object', properties: { reason: { const: 'else' } } }),
          },
        },
      },
    },
    '/made/{id}': { get: { responses: ok(json({ $ref: '#/components/schemas/Pet' })) } },
    '/nodes': { get: { responses: ok(json({ $ref: '#/components/schemas/Node' })) } },
    '/wrong': {
      get: { operationId: 'wrong', responses: ok(json({ type: 'integer' }, { example: 'no number' })) },
    },
    '/image': {
      get: {
        responses: ok({
          'application/json': { example: {} },
          'image/png': { schema: {} },
          'application/zip': { schema: {} },
        }),
      },
    },
    '/events': {
      get: {
        responses: ok({
          'text/event-stream': { schema: { type: 'object', properties: { id: { const: 7 } } } },
        }),
      },
    },
    '/secret': {
      get: { security: [{ token: ['read'] }, { key: [] }], responses: { 204: { description: 'Yes' } } },
    },
    '/basic': { get: { security: [{ basic: [] }], responses: { 204: { description: 'Yes' } } } },
    '/posts': {
      get: { responses: ok(json({ type: 'array' }, { example: [] })) },
      post: {
        responses: {
          201: { description: 'Made', content: json({}, { example: { slug: 'a', title: 'A' } }) },
        },
      },
    },
    '/posts/{slug}': { get: { responses: ok(json({}, { example: { slug: 'example' } })) } },
    '/echo/{id}': {
      post: {
        responses: ok(
          json(
            {},
            {
              example:
                '{"id": "{{request.path.id}}", "page": {{request.query.page ?? 1}}, "name": "{{request.body.user.name}}", "tags": {{$request.body.tags}}, "who": "{{request.header.X-Who}}", "key": "{{secretKey}}"}',
            },
          ),
        ),
      },
    },
    '/subscribe': {
      post: {
        requestBody: { content: json({ type: 'object' }) },
        responses: { 201: { description: 'Yes' } },
        callbacks: {
          changed: {
            '{$request.body#/url}?at={$statusCode}': {
              post: { requestBody: { content: json({}, { example: { changed: true } }) }, responses: {} },
            },
          },
        },
      },
    },
  },
};

let home: TemporaryHome;
const started: RunningCli[] = [];

beforeAll(() => {
  home = temporaryHome();
});

afterAll(async () => {
  await Promise.all(started.map((each) => each.stop()));
  home.remove();
});

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

interface Served {
  readonly cli: RunningCli;
  readonly url: string;
  readonly ask: (path: string, init?: RequestInit) => Promise<Answer>;
}

async function served(...args: readonly string[]): Promise<Served> {
  const cli = startCli(['mock', ...args], { home: home.path });
  started.push(cli);
  const [, url = ''] = await cli.saying(/is served at (http:\/\/localhost:\d+)\n/);
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(url + path, init);
    const content = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      body: isJson ? JSON.parse(content) : content,
      headers: response.headers,
    };
  };
  return { cli, url, ask };
}

const post = (value: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

describe('a description', () => {
  let mock: Served;
  beforeAll(async () => {
    mock = await served(writeJson(home.path, 'api.json', API));
  });

  const prefer = (value: string): RequestInit => ({ headers: { prefer: value } });

  test.each([
    ['/report/7.json', 200, 'report'],
    ['/api/report/a.b.json', 200, 'report'],
    ['/1,2', 200, 'point'],
    ['/pets/mine', 200, 'mine'],
  ])('%s', async (path, status, body) => expect(await mock.ask(path)).toMatchObject({ status, body }));

  test('/report/7.xml is not there', async () => expect((await mock.ask('/report/7.xml')).status).toBe(404));

  test.each([
    ['code=404', 404, { reason: 'wrong' }, 'code=404'],
    ['code=503', 503, { reason: 'else' }, 'code=503'],
    ['example=rex', 200, { id: 2, name: 'Rex' }, 'example=rex'],
    ['respond-async, code="200", example="tom"', 200, { id: 1, name: 'Tom' }, 'code=200, example=tom'],
  ])('Prefer: %s', async (value, status, body, applied) => {
    const answer = await mock.ask('/pets/3', prefer(value));
    expect(answer).toMatchObject({ status, body });
    expect(answer.headers.get('preference-applied')).toBe(applied);
  });

  test('a status that the description has not', async () => {
    const { status, body, headers } = await mock.ask('/nodes', prefer('code=418'));
    expect([status, headers.get('preference-applied')]).toEqual([404, null]);
    expect(JSON.stringify(body)).toContain('with the status 418: the description has 200');
  });

  test('Prefer: dynamic=true', async () => {
    const answers = await Promise.all([1, 2].map(() => mock.ask('/made/1', prefer('dynamic=true'))));
    for (const { body } of answers)
      expect(body).toMatchObject({ id: expect.any(Number), name: expect.any(String) });
    expect(answers[0]?.body).not.toEqual(answers[1]?.body);
    expect((await mock.ask('/made/1')).body).toEqual((await mock.ask('/made/2')).body);
  });

  test('a second binary media type', async () => {
    const ask = (accept: string): Promise<Answer> => mock.ask('/image', { headers: { accept } });
    expect((await ask('image/png')).body).toMatch(/^.PNG/u);
    expect((await ask('application/zip')).headers.get('content-type')).toBe('application/zip');
    expect((await ask('*/*')).body).toEqual({});
  });

  test('events', async () => expect((await mock.ask('/events')).body).toBe('data: {"id":7}\n\n'));

  test('answers that do not fit are made again, or named', async () => {
    await mock.cli.saying(
      /1 of \d+ answers do not match their schema: GET \/wrong 200 Done \(body must be integer\)/,
    );
    expect((await mock.ask('/nodes')).body).toHaveProperty('next');
  });

  test('values of the request, which name no variables', async () => {
    const body = { user: { name: 'A "b" {{$guid}}' }, tags: ['x'] };
    const answer = await mock.ask('/echo/7?page=3', post(body, { 'x-who': 'me' }));
    expect(answer.body).toEqual({
      id: '7',
      page: 3,
      name: 'A "b" {{$guid}}',
      tags: ['x'],
      who: 'me',
      key: '{{secretKey}}',
    });
    expect((await mock.ask('/echo/7', post({ tags: [] }))).body).toMatchObject({
      page: 1,
      name: '',
      tags: [],
    });
  });
});

describe('checks of credentials', () => {
  let mock: Served;
  beforeAll(async () => {
    mock = await served(writeJson(home.path, 'secure.json', API), '--validate');
  });
  const jwt = (claims: object): string =>
    `Bearer a.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c`;

  test.each([
    ['none', '/secret', {}, 401, /Bearer realm="token"/],
    ['a key', '/secret', { 'x-key': 'k' }, 204, null],
    ['an opaque token', '/secret', { authorization: 'Bearer abc' }, 204, null],
    ['a token with the scope', '/secret', { authorization: jwt({ scope: 'read write' }) }, 204, null],
    [
      'a token without it',
      '/secret',
      { authorization: jwt({ scope: 'write' }) },
      403,
      /insufficient_scope.*scope="read"/,
    ],
    ['another scheme', '/basic', { authorization: 'Bearer abc' }, 401, /^Basic realm/],
    ['user and password', '/basic', { authorization: `Basic ${btoa('u:p')}` }, 204, null],
  ])('%s', async (_, path, headers, status, challenge) => {
    const answer = await mock.ask(path, { headers });
    expect(answer.status).toBe(status);
    if (challenge !== null) expect(answer.headers.get('www-authenticate')).toMatch(challenge);
  });
});

test('a seed gives the same values, on each start', async () => {
  const file = writeJson(home.path, 'seeded.json', API);
  const [one, other] = await Promise.all([served(file, '--seed', '7'), served(file, '--seed', '7')]);
  const first = (await one.ask('/made/1')).body;
  expect([(await one.ask('/made/1')).body, (await other.ask('/made/1')).body]).toEqual([first, first]);
  expect((await one.ask('/made/2')).body).not.toEqual(first);
  expect(first).toMatchObject({ email: expect.stringMatching(/@example\.com$/) });
});

test('objects are remembered by the key that their path names', async () => {
  const { ask } = await served(writeJson(home.path, 'keys.json', API), '--stateful');
  const made = await ask('/posts', post({ slug: 'hello', title: 'Hello' }));
  expect([made.status, made.headers.get('location')]).toEqual([201, '/posts/hello']);
  expect((await ask('/posts/hello')).body).toEqual({ slug: 'hello', title: 'Hello' });
  expect((await ask('/posts')).body).toEqual([{ slug: 'hello', title: 'Hello' }]);
});

test('callbacks are sent to the URL that the request names', async () => {
  const received = Promise.withResolvers<string>();
  await using server = createServer((request, response) => {
    void bodyOf(request).then((body) => received.resolve(`${request.method} ${request.url} ${body}`));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const { cli, ask } = await served(writeJson(home.path, 'callbacks.json', API), '--callbacks');
  expect((await ask('/subscribe', post({ url }))).status).toBe(201);
  expect(await received.promise).toBe('POST /hook?at=201 {\n  "changed": true\n}');
  await cli.saying(/^POST http:\/\/127\.0\.0\.1:\d+\/hook\?at=201 → 200 \(callback changed\)$/m, 'stdout');
});

test('what no example fits is passed on, and compared with the description', async () => {
  const seen: string[] = [];
  await using server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.host}`);
    response.writeHead(200, { 'content-type': 'application/json', 'x-real': 'yes' }).end('{"id": "seven"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const api = { ...API, paths: { '/made/{id}': API.paths['/made/{id}'] } };
  const collection = {
    info: { name: 'Few', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [],
  };
  const { cli, ask } = await served(
    writeJson(home.path, 'few.json', collection),
    '--spec',
    writeJson(home.path, 'few-api.json', {
      ...api,
      paths: {
        ...api.paths,
        '/bare': {
          get: { responses: { default: { description: 'Any', content: json({ type: 'array' }) } } },
        },
      },
    }),
    '--proxy',
    `http://127.0.0.1:${port}/base`,
  );
  expect(await ask('/made/1')).toMatchObject({ status: 200 });
  const passed = await ask('/other?x=1');
  expect([passed.status, passed.body, passed.headers.get('x-real')]).toEqual([200, { id: 'seven' }, 'yes']);
  expect(seen).toEqual([`GET /base/other?x=1 127.0.0.1:${port}`]);
  expect((await ask('/other', { method: 'DELETE' })).status).toBe(404);
  await cli.saying(
    /^GET \/other\?x=1 → 200 \(passed on; differs from the description: the description has no such operation\)$/m,
    'stdout',
  );
});

test('wrong requests are answered and logged, a share fails, what comes back is saved', async () => {
  const file = writeJson(home.path, 'lenient.json', API);
  const lenient = await served(file, '--only-log');
  expect((await lenient.ask('/pets/mine')).body).toBe('mine');
  await lenient.cli.saying(
    /^GET \/pets\/mine → 200 \(.*\); the request does not fit: the query parameter limit is missing$/m,
    'stdout',
  );
  const failing = await served(file, '--fail-rate', '100%', '--fail-status', '504');
  expect(await failing.ask('/1,2')).toMatchObject({ status: 504, body: { error: { name: 'mockFailure' } } });
  await failing.cli.saying(/^GET \/1,2 → 504 \(failed on purpose\)$/m, 'stdout');

  await using server = createServer((request, response) => {
    const headers = { 'content-type': 'application/json', 'set-cookie': 'session=1', 'x-real': 'yes' };
    response.writeHead(200, headers).end(JSON.stringify({ from: request.url }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const own = { home: home.path };
  const workspace = join(home.path, 'kept');
  const folder = ['--workspace', workspace];
  expect(await callCli(['spec', 'import', file, ...folder], own)).toMatchObject({ code: 0 });
  const kept = await served('Pets', ...folder, '--proxy', `http://127.0.0.1:${port}`, '--proxy-save');
  expect((await kept.ask('/other?x=1')).body).toEqual({ from: '/other?x=1' });
  await kept.cli.saying(/Saved the example 200 of GET \/other\n/);
  await expect.poll(async () => (await kept.ask('/other?x=1')).headers.get('set-cookie')).toBeNull();
  // Calls that came before the files were read again have not been saved once more.
  const saved = readdirSync(join(workspace, 'collections', 'pets')).filter((name) => name.includes('other'));
  expect(saved).toHaveLength(1);
  const again = await kept.ask('/other?x=1');
  expect([again.body, again.headers.get('x-real')]).toEqual([{ from: '/other?x=1' }, 'yes']);
  await kept.cli.saying(/^GET \/other\?x=1 → 200 \(200 of GET \/other\)$/m, 'stdout');
});

test('what comes back from the server behind is saved in the file of a description', async () => {
  await using server = createServer((request, response) => {
    if (request.url === '/picture')
      response.writeHead(200, { 'content-type': 'image/png' }).end('\xff', 'latin1');
    else
      response
        .writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ url: request.url, total: 1.5 }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const file = join(home.path, 'growing.yaml');
  const written = [
    'openapi: 3.1.0',
    'info: { title: Shop, version: 1 } # as it was',
    'paths:',
    '  /orders/{id}:',
    '    parameters:',
    '      - { name: id, in: path, required: true, schema: { type: integer } }',
    '    get:',
    '      responses:',
    '        "200": { description: OK, content: { text/plain: { example: an order } } }',
  ].join('\n');
  writeFileSync(file, `${written}\n`);
  const proxy = ['--proxy', `http://127.0.0.1:${port}`, '--proxy-changes', '--proxy-save'];
  const { cli, ask } = await served(file, ...proxy);
  expect((await ask('/users/7?full=1')).body).toEqual({ url: '/users/7?full=1', total: 1.5 });
  await cli.saying(/Saved the example 200 of GET \/users\/\{userId\}\n/);
  // It is answered by the mock from then on, whichever user is asked for.
  await expect.poll(async () => (await ask('/users/8')).body).toEqual({ url: '/users/7?full=1', total: 1.5 });
  expect((await ask('/orders/1', post({ note: 'x' }))).status).toBe(201);
  await cli.saying(/Saved the example 201 of POST \/orders\/\{id\}\n/);
  await ask('/picture');
  await cli.saying(
    /error: the answer is image\/png, which is not text: it cannot be an example; the answer is not saved/,
  );
  const text = readFileSync(file, 'utf8');
  expect(text.startsWith(written)).toBe(true);
  const { paths } = parse(text) as { paths: Record<string, Record<string, unknown>> };
  const total = { type: 'number' };
  const content = (url: string) => ({
    'application/json': {
      schema: expect.objectContaining({ properties: { url: { type: 'string' }, total } }) as unknown,
      example: { url, total: 1.5 },
    },
  });
  expect(paths['/users/{userId}']).toMatchObject({
    get: {
      parameters: [
        { name: 'userId', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'full', in: 'query', required: false },
      ],
      responses: { '200': { content: content('/users/7?full=1') } },
    },
  });
  expect(paths['/orders/{id}']?.['post']).toMatchObject({
    requestBody: {
      content: { 'application/json': { schema: { properties: { note: { type: 'string' } } } } },
    },
    responses: { '201': { description: 'Created', content: content('/orders/1') } },
  });
  expect(Object.keys(paths)).toEqual(['/orders/{id}', '/users/{userId}']);
});

test('answers of the server behind have nowhere to go', async () => {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const file = writeJson(home.path, 'elsewhere.json', { info: { name: 'Elsewhere', schema }, item: [] });
  const args = ['mock', file, '--proxy', 'http://a.test', '--proxy-save'];
  const { code, stderr } = await callCli(args, { home: home.path });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/elsewhere\.json is neither/)]);
});

test('a server behind that cannot be reached', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, 'close');
  const file = writeJson(home.path, 'gone.json', API);
  const { ask } = await served(file, '--proxy', `http://127.0.0.1:${port}`, '--proxy-changes');
  for (const init of [{}, post({ a: 1 })]) {
    const { status, body } = await ask('/nowhere', init);
    expect([status, JSON.stringify(body)]).toEqual([502, expect.stringContaining('did not respond')]);
  }
  expect((await ask('/1,2')).body).toBe('point');
});

test('a recording with a description beside it', async () => {
  const entry = {
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 1,
    request: {
      method: 'GET',
      url: 'https://pets.example/api/made/1',
      httpVersion: 'HTTP/1.1',
      headers: [],
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      cookies: [],
      content: { size: 9, mimeType: 'application/json', text: '{"id": 5}' },
      redirectURL: '',
      headersSize: -1,
      bodySize: 9,
    },
    cache: {},
    timings: { send: 0, wait: 1, receive: 0 },
  };
  const har = writeJson(home.path, 'session.har', {
    log: { version: '1.2', creator: { name: 'x', version: '1' }, entries: [entry] },
  });
  const { ask } = await served(har, '--spec', writeJson(home.path, 'beside.json', API), '--seed', '1');
  expect((await ask('/api/made/1')).body).toEqual({ id: 5 });
  expect((await ask('/api/made/2')).body).toMatchObject({ name: expect.any(String) });
});

test('a session of captured traffic', async () => {
  await using origin = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"recorded": true}');
  }).listen(0, '127.0.0.1');
  await once(origin, 'listening');
  const { port } = origin.address() as AddressInfo;
  const session = join(home.path, 'recorded.proxysession');
  const curl = ['curl', '-sS', `http://127.0.0.1:${port}/made/9`];
  const recording = await runCli(['run', '--port', '0', '--record', session, '--', ...curl], {
    home: home.path,
  });
  expect(recording).toMatchObject({ code: 0 });
  const { ask } = await served(session, '--spec', writeJson(home.path, 'session-api.json', API));
  expect((await ask('/made/9')).body).toEqual({ recorded: true });
  expect((await ask('/report/1.json')).body).toBe('report');
});

test('it follows its file, and answers as before while that is broken', async () => {
  const file = writeJson(home.path, 'changing.json', API);
  const { cli, ask } = await served(file);
  const changed = {
    ...API,
    paths: { '/made/{id}': { get: { responses: ok(json(text, { example: 'changed' })) } } },
  };
  writeFileSync(file, JSON.stringify(changed));
  await cli.saying(/The files changed: 1 example\n/);
  expect((await ask('/made/1')).body).toBe('changed');
  writeFileSync(file, '{ broken');
  await cli.saying(/error: .*it answers as before\n/);
  expect((await ask('/made/1')).body).toBe('changed');
});

test.each([
  [['--proxy', 'nowhere'], /--proxy "nowhere" is not a URL/],
  [['--proxy-changes'], /--proxy-changes needs --proxy/],
  [['--proxy-save'], /--proxy-save needs --proxy/],
  [['--fail-rate', '101'], /--fail-rate "101" is not a share/],
  [['--fail-rate', '1', '--fail-status', '200'], /--fail-status "200" is not a status of an error/],
  [['--fail-status', '500'], /--fail-status needs --fail-rate/],
  [['--spec', 'few.json'], /is an API description itself|not an API description/],
])('%s is refused', async (args, message) => {
  const file = writeJson(home.path, 'plain.json', API);
  const { code, stderr } = await callCli(
    ['mock', file, ...args.map((each) => (each === 'few.json' ? join(home.path, each) : each))],
    {
      home: home.path,
    },
  );
  expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  return (await request.setEncoding('utf8').toArray()).join('');
}
