// Mock servers in channels of a window: they follow the files that they respond with.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { ask } from '../helpers/ask.ts';
import { ClientConsole, type ConsoleEvent } from '../helpers/client-console.ts';

const app = await startTestApp();
const { result } = app;
const folder = join(app.home, 'Workspace');
const collections = join(folder, 'collections');
let client: ClientConsole;
let shop = '';

beforeEach(async () => {
  client = new ClientConsole(app).follow();
  shop = `shop-${crypto.randomUUID().slice(0, 8)}`;
  await result('create_collection', { name: shop });
  for (const name of ['a', 'b'])
    await result('create_request', { collection: shop, name, url: `http://shop.test/${name}` });
  await result('save_example', { collection: shop, request: 'a', name: 'One', status: 200, body: 'one' });
});
afterEach(() => client[Symbol.asyncDispose]());
afterAll(() => app.close());

async function start(params: object): Promise<{ readonly channel: string; readonly url: string }> {
  const owner = { window: client.window, tab: crypto.randomUUID() };
  const { channel } = await result('client.start_mock', { ...owner, ...params });
  const { url } = await client.until(channel, 'start');
  return { channel, url };
}
const isReload =
  (path: string) =>
  ({ type, changes }: ConsoleEvent): boolean =>
    type === 'reloaded' && changes.some((each: { path: string }) => each.path.endsWith(path));
const file = (name: string): string => join(collections, shop, `${name}.request.yaml`);
const edit = (path: string, before: string | RegExp, after: string): void =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(before, after));

test('a mock server tells each call, until it is stopped', async () => {
  const { channel, url } = await start({ collection: shop });
  expect((await app.via(`${url}/a`)).text).toBe('one');
  expect(await client.until(channel, 'call')).toMatchObject({ path: '/a', status: 200, exampleName: 'One' });
  expect(app.app.engine.flows.newest(1).map(({ tags }) => tags)).toEqual([['Mock']]);
  expect(client.of(channel).at(-1)).not.toHaveProperty('unmatched');
  await result('client.cancel', { channel });
  await client.until(channel, 'end');
  await expect(ask(`${url}/a`)).rejects.toThrow();
});

test('what is saved is served, without a restart, whoever saves it', async () => {
  const { channel, url } = await start({ collection: shop });
  await result('save_example', { collection: shop, request: 'b', name: 'Two', status: 200, body: 'two' });
  const own = await client.until(channel, isReload('/b.request.yaml'));
  expect(own).toMatchObject({ examples: 2, changes: [{ change: 'changed', kind: 'request', name: 'b' }] });
  expect((await ask(`${url}/b`)).text).toBe('two');
  edit(file('a'), 'body: one', 'body: other');
  const { changes } = await client.until(channel, isReload('/a.request.yaml'));
  expect(changes).toMatchObject([
    { change: 'changed', name: 'a', fields: [expect.stringMatching(/^examples\[.*\]\.body$/)] },
  ]);
  expect((await ask(`${url}/a`)).text).toBe('other');
  expect(await result('client.reload_mock', { channel })).toMatchObject({ examples: 2 });
});

test('other collections do not concern it; its variables do', async () => {
  edit(file('a'), 'body: one', 'body: "{{word}}"');
  await result('set_variable', { scope: 'collection', owner: shop, key: 'word', value: 'first' });
  const { channel, url } = await start({ collection: shop });
  expect((await ask(`${url}/a`)).text).toBe('first');
  await result('create_collection', { name: `other-${shop}` });
  await result('set_variable', { scope: 'collection', owner: shop, key: 'word', value: 'second' });
  await client.until(channel, isReload('/collection.yaml'));
  expect((await ask(`${url}/a`)).text).toBe('second');
  expect(client.of(channel).filter(({ type }) => type === 'reloaded').length).toBe(1);
});

test('a file that does not parse leaves what is served, until it does again', async () => {
  const { channel, url } = await start({ collection: shop });
  const path = file('a');
  const good = readFileSync(path, 'utf8');
  writeFileSync(path, good.replace(/^method: .*$/m, 'method: [x'));
  const failed = await client.until(channel, 'reloadFailed');
  expect(failed).toMatchObject({
    file: join('collections', shop, 'a.request.yaml'),
    line: expect.any(Number),
  });
  expect(failed['line']).toBeGreaterThan(1);
  expect(failed['reason']).toContain('a.request.yaml');
  expect((await ask(`${url}/a`)).text).toBe('one');
  writeFileSync(path, good.replace('body: one', 'body: mended'));
  await client.until(channel, isReload('/a.request.yaml'));
  expect((await ask(`${url}/a`)).text).toBe('mended');
});

test('a call that no example fits has what an example needs, without credentials', async () => {
  const { channel, url } = await start({ collection: shop });
  const response = await fetch(`${url}/new/1?to=DE&x=a%20b`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer abcdefghijkl', 'X-Own': '1' },
    body: `{"a":"${'x'.repeat(100_000)}"}`,
  });
  expect(response.status).toBe(404);
  const { unmatched, ...call } = await client.until(channel, 'call');
  expect(call).toMatchObject({ method: 'POST', status: 404, exampleName: null });
  expect(unmatched).toMatchObject({
    path: '/new/1',
    query: [
      { name: 'to', value: 'DE' },
      { name: 'x', value: 'a b' },
    ],
    omitted: 100_008 - 65_536,
  });
  expect(unmatched.body.text).toBe(`{"a":"${'x'.repeat(65_530)}`);
  const headers = new Map(
    unmatched.headers.map(({ name, value }: never) => [String(name).toLowerCase(), value]),
  );
  expect(headers.get('x-own')).toBe('1');
  expect(JSON.stringify(unmatched)).not.toContain('abcdefghijkl');
  const listed = (await result('list_mocks')).find(({ collection }: never) => collection === shop);
  expect(listed.calls).toEqual([
    { method: 'POST', path: '/new/1?to=DE&x=a%20b', status: 404, exampleName: null },
  ]);
});

test('routes are what it would respond to, and of one that runs with its calls', async () => {
  await result('save_example', { collection: shop, request: 'a', name: 'Two', status: 404, body: 'no' });
  await result('create_request', { collection: shop, name: 'c', url: 'http://shop.test/c/:id' });
  await result('save_example', { collection: shop, request: 'c', name: 'C', status: 200, body: 'c' });
  const planned = await result('client.mock_routes', { collection: shop });
  expect(planned).toMatchObject({ total: 3, examples: 3 });
  expect(planned.routes.map(({ path }: never) => path)).toEqual(['/a', '/c/:id', '/b']);
  const { channel, url } = await start({ collection: shop });
  await ask(`${url}/a`);
  await ask(`${url}/a`);
  await client.until(channel, ({ type }) => type === 'call' && client.of(channel).length > 2);
  const { routes } = await result('client.mock_routes', { channel, request: planned.routes[0]!.request });
  expect(routes).toMatchObject([
    {
      path: '/a',
      calls: 2,
      examples: [
        { name: 'One', calls: 2, body: 'one' },
        { name: 'Two', calls: 0 },
      ],
    },
  ]);
});

test('a mock server behaves otherwise without a restart', async () => {
  const { channel, url } = await start({ collection: shop });
  expect(client.of(channel)[0]).toMatchObject({ name: shop, stateful: false, delayMs: 0, spec: null });
  await result('client.change_mock', { channel, stateful: true, delayMs: 1, maxDelayMs: 2 });
  const changed = { stateful: true, validate: false, delayMs: 1, maxDelayMs: 2 };
  expect(await client.until(channel, 'changed')).toMatchObject(changed);
  expect((await ask(`${url}/a`)).text).toBe('one');
  // Nothing is changed where a part cannot be.
  expect(await app.rpc('client.change_mock', { channel, validate: true, delayMs: 9 })).toMatchObject({
    status: 422,
    field: 'validate',
  });
  expect(client.of(channel).filter(({ type }) => type === 'changed')).toHaveLength(1);
});

test('calls over HTTPS, with a certificate of the root', async () => {
  const { channel, url } = await start({ collection: shop, https: true });
  expect(url).toMatch(/^https:/);
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  https
    .get(`${url}/a`, { ca: app.app.engine.ca.certPem }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
    .on('error', reject);
  expect(await promise).toBe(200);
  expect(await client.until(channel, 'call')).toMatchObject({ source: 'example', path: '/a' });
});

const document = (name: string): object => ({
  openapi: '3.0.3',
  info: { title: shop, version: '1' },
  paths: {
    '/pets': {
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object', required: ['name'] } } },
        },
        responses: { 201: { description: 'Made', content: { 'application/json': { example: { id: 1 } } } } },
      },
    },
    '/pets/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'One', content: { 'application/json': { example: { name } } } } },
      },
    },
  },
});

test('a description is served by itself, checked, and followed; what was stored stays', async () => {
  const imported = await result('import_spec', { text: JSON.stringify(document('Rex')) });
  const { path } = (await result('list_specs', { spec: imported.spec?.id ?? shop }))[0]!;
  const { channel, url } = await start({
    spec: shop,
    validate: true,
    stateful: true,
    delayMs: 0,
    maxDelayMs: 1,
  });
  const json = { 'Content-Type': 'application/json' };
  const post = (body: object) =>
    fetch(`${url}/pets`, { method: 'POST', headers: json, body: JSON.stringify(body) });
  expect((await post({})).status).toBe(422);
  expect((await post({ id: 7, name: 'Ada' })).status).toBe(201);
  expect(JSON.parse((await ask(`${url}/pets/7`)).text)).toEqual({ id: 7, name: 'Ada' });
  expect(JSON.parse((await ask(`${url}/pets/8`)).text)).toEqual({ name: 'Rex' });
  writeFileSync(path, JSON.stringify(document('Tom'), null, 2));
  await client.until(channel, 'reloaded');
  expect(JSON.parse((await ask(`${url}/pets/8`)).text)).toEqual({ name: 'Tom' });
  expect(JSON.parse((await ask(`${url}/pets/7`)).text)).toEqual({ id: 7, name: 'Ada' });
  writeFileSync(path, 'openapi: 3.0.3\npaths: {}\n  - broken: [\n');
  expect(await client.until(channel, 'reloadFailed')).toMatchObject({
    file: expect.stringMatching(/^specs\/.*\.yaml$/),
    line: 3,
  });
  expect(JSON.parse((await ask(`${url}/pets/8`)).text)).toEqual({ name: 'Tom' });
});

test('a description beside a collection answers the rest, with made values and a server behind', async () => {
  const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const described = document('Rex') as { readonly paths: object };
  const content = { 'application/json': { schema } };
  const wrong = { 'application/json': { schema: { type: 'integer' }, example: 'none' } };
  const response = (of: object): object => ({ responses: { 200: { description: 'Yes', content: of } } });
  const paths = {
    '/a': { get: response(content) },
    '/made/{id}.json': { get: response(content) },
    '/wrong': { get: response(wrong) },
  };
  const title = `${shop} beside`;
  await result('import_spec', {
    text: JSON.stringify({ ...described, info: { title, version: '1' }, paths }),
  });
  await using behind = http.createServer((_, answer) => answer.end('behind')).listen(0, '127.0.0.1');
  await once(behind, 'listening');
  const proxy = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`;
  const params = { collection: shop, spec: title, dynamic: true, seed: '7', proxy };
  const { channel, url } = await start(params);
  expect(client.of(channel)[0]).toMatchObject({
    dynamic: true,
    seed: '7',
    proxy: `${proxy}/`,
    callbacks: false,
  });
  expect((await ask(`${url}/a`)).text).toBe('one');
  const [made, again] = [await ask(`${url}/made/1.json`), await ask(`${url}/made/1.json`)];
  expect(JSON.parse(made.text)).toEqual({ name: expect.any(String) });
  expect(again.text).toBe(made.text);
  expect((await ask(`${url}/other`)).text).toBe('behind');
  const sources = (): readonly unknown[] =>
    client.of(channel).flatMap(({ type, source }) => (type === 'call' ? [source] : []));
  await client.until(channel, ({ source }) => source === 'passedOn');
  expect(sources()).toEqual(['example', 'made', 'made', 'passedOn']);
  expect(await client.until(channel, 'answers')).toMatchObject({
    wrong: 1,
    named: [{ name: 'GET /wrong 200 Yes' }],
  });
});

test('a taken port names who has it, and the next free one', async () => {
  const { url } = await start({ collection: shop });
  const port = Number(new URL(url).port);
  const taken = { window: client.window, tab: '', collection: shop, port };
  const refused = await app.rpc('client.start_mock', taken);
  expect(refused).toMatchObject({ status: 422, field: 'port' });
  const state = await result('client.check_port', { port });
  expect(state).toMatchObject({ isFree: false, holder: { pid: process.pid } });
  expect(refused.error).toMatch(
    new RegExp(`port ${port} is in use by .*process ${process.pid}.*such as \\d+`),
  );
  expect(state.next).toBeGreaterThan(port);
  expect(await result('client.check_port', { port: state.next })).toMatchObject({
    isFree: true,
    holder: null,
  });
});

test.each([
  [{}, 'collection', 'give collection, spec or both'],
  [{ collection: 'SHOP', spec: 'x' }, undefined, 'there is no specification "x"'],
  [{ collection: 'SHOP', proxy: 'nowhere' }, 'proxy', 'not a URL'],
  [{ collection: 'SHOP', dynamic: true }, 'dynamic', 'follows no API description'],
  [{ collection: 'SHOP', validate: true }, 'validate', 'follows no API description'],
  [{ collection: 'SHOP', delayMs: 5, maxDelayMs: 1 }, 'maxDelayMs', 'less than'],
  [{ spec: 'none' }, undefined, 'there is no specification "none"'],
])('%j is refused', async (params, field, reason) => {
  const named = JSON.parse(JSON.stringify(params).replace('SHOP', shop)) as object;
  const refused = await app.rpc('client.start_mock', { window: client.window, tab: '', ...named });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.error).toContain(reason);
  expect(refused.field).toBe(field);
});
