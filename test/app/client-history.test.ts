// Responses and history of the API client's window: the latest responses of each request, and all that was sent and run.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { messageOf } from '../../src/base/errors.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { ClientConsole } from '../helpers/client-console.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { readWorkspaceEvents } from '../helpers/workspace-events.ts';

const SECRET = 'a-password-of-the-shop';
const MIB = 1024 * 1024;
let count = 0;
const origin = await startOrigin((request, response) => {
  const { url = '', headers } = request;
  if (url === '/large') response.end(`${'x'.repeat(6 * MIB)}${SECRET} the needle ${'y'.repeat(100)}`);
  else if (url === '/endless') response.write('data');
  else response.end(`${url}#${String((count += 1))} ${String(headers['x-key'] ?? '')}`);
});
let workspace: TemporaryHome;
let app: TestApp;
let client: ClientConsole;

async function start(): Promise<void> {
  app = await startTestApp({ workspaceFolder: workspace.path });
  client = new ClientConsole(app).follow();
}

async function stop(): Promise<void> {
  await client[Symbol.asyncDispose]();
  await app.close();
}

beforeEach(async () => {
  count = 0;
  workspace = temporaryHome();
  await start();
});
afterEach(async () => {
  await stop();
  workspace.remove();
});
afterAll(() => origin.close());

const call = (method: string, params: object = {}) => app.result(method, params);
const local = (...names: readonly string[]): string => join(workspace.path, '.local', ...names);

/** Sends a request to its end; returns the channel, which is the id of its entry. */
async function send(request: object, more: object = {}): Promise<string> {
  const channel = await client.send(
    { id: 'list', name: 'List', url: `${origin.http}/list`, ...request },
    { throughProxy: false, ...more },
  );
  await client.until(channel, 'end');
  return channel;
}

async function storedBody(request: string, id: string): Promise<string> {
  const slices: Buffer[] = [];
  for (let offset = 0; ;) {
    const { total, base64 } = await call('client.stored_response_body', { request, id, offset });
    slices.push(Buffer.from(base64, 'base64'));
    offset += slices.at(-1)!.length;
    if (offset >= total) return Buffer.concat(slices).toString();
  }
}

const idsOf = (page: { readonly entries: readonly { readonly id: string }[] }): readonly string[] =>
  page.entries.map(({ id }) => id);

/** Returns the paths of all files of this machine that have a text in them. */
function filesWith(text: string): readonly string[] {
  return readdirSync(local(), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text))
    .map((path) => path.slice(local().length + 1));
}

test('the latest 12 responses of a request stay, over a restart, with events and body', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 30; at += 1) ids.unshift(await send({}));
  await send({
    id: 'other',
    name: 'Other',
    scripts: { test: "console.log('here'); pm.test('no', () => { throw 1 })" },
  });
  await stop();
  await start();
  const { responses, broken, notSaved } = await call('client.responses', { request: 'list' });
  expect([responses.map(({ id }: { id: string }) => id), broken, notSaved]).toEqual([
    ids.slice(0, 12),
    [],
    null,
  ]);
  expect(responses[0]).toMatchObject({ status: 200, name: 'List', environment: null, outcome: 'received' });
  expect(await storedBody('list', ids[0]!)).toBe('/list#30 ');
  expect(await storedBody('list', ids[11]!)).toBe('/list#19 ');
  const other = (await call('client.responses', { request: 'other' })).responses;
  expect(other).toMatchObject([{ tests: { passed: 0, failed: 1 } }]);
  const { end, events } = await call('client.response', { request: 'other', id: other[0].id });
  expect(end).toMatchObject({ outcome: 'received', response: { status: 200 }, tests: [{ passed: false }] });
  expect(events.map(({ type, step }: { type: string; step?: string }) => step ?? type)).toEqual(
    expect.arrayContaining(['phase', 'begun', 'connected', 'sent', 'head', 'ended', 'script']),
  );
  expect(events.find(({ type }: { type: string }) => type === 'script')).toMatchObject({
    console: [{ text: 'here' }],
  });
  const folders = readdirSync(local('responses'));
  const files = folders.flatMap((folder) => readdirSync(local('responses', folder)));
  // For each response a record, its body, and what was sent.
  expect([folders.length, files.length]).toEqual([2, 39]);
  for (const folder of folders)
    for (const file of readdirSync(local('responses', folder)))
      expect(statSync(local('responses', folder, file)).mode & 0o777).toBe(0o600);
  expect(await call('client.delete_responses', { request: 'list', ids: ids.slice(0, 2) })).toEqual({
    deleted: 2,
  });
  expect(await call('client.delete_responses', { request: 'list' })).toEqual({ deleted: 10 });
  expect(await call('client.delete_responses')).toEqual({ deleted: 1 });
  expect((await call('client.history')).entries).toHaveLength(31);
});

test('history has every send, run and mock server, in pages, and finds them by words', async () => {
  await call('save_environment', { name: 'Staging', variables: [{ name: 'at', value: 'orders' }] });
  await call('create_collection', { name: 'Shop' });
  const { id: saved } = await call('create_request', {
    collection: 'Shop',
    name: 'Orders',
    url: `${origin.http}/{{at}}`,
    scripts: { test: "pm.test('is fine', () => undefined)" },
  });
  const first = await send({ method: 'POST' });
  const second = await send(
    {
      id: saved,
      name: 'Orders',
      url: `${origin.http}/{{at}}`,
      scripts: { test: "pm.test('is fine', () => undefined)" },
    },
    { collection: 'Shop', environment: 'Staging' },
  );
  const owner = { window: client.window, tab: 'a', collection: 'Shop' };
  const { channel: run } = await call('client.run', { ...owner, environment: 'Staging' });
  await client.until(run, 'end');
  const failed = await send({ url: 'http://127.0.0.1:9/none' });
  const { channel: mock } = await call('client.start_mock', owner);
  await client.until(mock, 'start');
  await call('client.cancel', { channel: mock });
  await client.until(mock, 'end');
  const stopped = await client.send(
    { id: 'e', name: 'Endless', url: `${origin.http}/endless` },
    { throughProxy: false },
  );
  await client.until(stopped, ({ step }) => step === 'head');
  await call('client.cancel', { channel: stopped });
  await client.until(stopped, 'end');

  const all = await call('client.history');
  expect(idsOf(all)).toEqual([stopped, mock, failed, run, second, first]);
  expect(all).toMatchObject({ next: null, broken: [], notSaved: null });
  expect(all.entries).toMatchObject([
    { outcome: 'stopped', hasResponse: true },
    { kind: 'mock', name: 'Shop', outcome: 'ended' },
    { kind: 'send', outcome: 'failed', status: 0, reason: expect.any(String), hasResponse: false },
    {
      kind: 'run',
      name: 'Shop',
      environment: 'Staging',
      requests: { total: 1, failed: 0 },
      tests: { passed: 1 },
    },
    {
      name: 'Orders',
      request: saved,
      url: `${origin.http}/orders`,
      environment: 'Staging',
      tests: { passed: 1 },
    },
    { kind: 'send', method: 'POST', status: 200, url: `${origin.http}/list`, hasResponse: true },
  ]);
  const pages: string[] = [];
  for (let before: string | undefined; ;) {
    const page = await call('client.history', { limit: 2, ...(before !== undefined && { before }) });
    pages.push(...idsOf(page));
    if (page.next === null) break;
    before = page.next;
  }
  expect(pages).toEqual(idsOf(all));
  const found = async (params: object) => idsOf(await call('client.history', params));
  expect(await found({ text: 'post LIST' })).toEqual([first]);
  expect(await found({ text: '200', kinds: ['send'] })).toEqual([stopped, second, first]);
  expect(await found({ kinds: ['run', 'mock'] })).toEqual([mock, run]);
  expect(await found({ text: 'list#1' })).toEqual([]);
  expect(await found({ text: 'list#1', inBodies: true })).toEqual([first]);
  expect(await call('client.history_entry', { id: run })).toMatchObject({
    entry: { kind: 'run' },
    run: { totals: { tests: 1 }, requests: [{ name: 'Orders', status: 200 }] },
    loadTest: null,
  });
  expect(await call('client.delete_history', { ids: [first, run] })).toEqual({ deleted: 2 });
  expect((await call('client.responses', { request: 'list' })).responses).toEqual([]);
  expect(await call('client.delete_history', { kinds: ['mock'] })).toEqual({ deleted: 1 });
  expect(await found({})).toEqual([stopped, failed, second]);
  expect(await call('client.delete_history')).toEqual({ deleted: 3 });
  expect(await found({})).toEqual([]);
  expect(filesWith('/list')).toEqual([]);
});

test('a large body is stored, with its secrets masked, and found', async () => {
  await call('save_environment', {
    name: 'Staging',
    variables: [{ name: 'key', value: SECRET, secret: true }],
  });
  const id = await send({ url: `${origin.http}/large` }, { environment: 'Staging' });
  const body = await storedBody('list', id);
  expect(body.slice(6 * MIB)).toBe(`•••••••• the needle ${'y'.repeat(100)}`);
  expect(idsOf(await call('client.history', { text: 'THE NEEDLE', inBodies: true }))).toEqual([id]);
  expect(idsOf(await call('client.history', { text: 'the noodle', inBodies: true }))).toEqual([]);
});

test('a secret is in no file but that of secrets, whoever has sent, set or printed it', async () => {
  const NEW = 'given-by-the-server';
  await call('save_environment', {
    name: 'Staging',
    variables: [
      { name: 'key', value: SECRET, secret: true },
      { name: 'token', value: '', secret: true },
    ],
  });
  await call('set_active_environment', { environment: 'Staging' });
  await call('create_collection', { name: 'Shop' });
  const request = {
    url: `${origin.http}/in?key={{key}}&token=${NEW}`,
    method: 'POST',
    headers: [{ name: 'X-Key', value: '{{key}}' }],
    body: { type: 'raw', language: 'json', text: '{"key":"{{key}}"}' },
    scripts: {
      test: `console.log(pm.environment.get('key'));
        pm.environment.set('token', pm.response.text().match(/token=([a-z-]+)/)[1]);
        pm.test('has ' + pm.environment.get('token'), () => { throw new Error(pm.environment.get('key')) })`,
    },
  };
  await call('create_request', { collection: 'Shop', name: 'Log in', ...request });
  await send(request, { collection: 'Shop' });
  const { channel } = await call('client.run', { window: client.window, tab: 'r', collection: 'Shop' });
  await client.until(channel, 'end');
  expect((await call('client.history')).entries).toHaveLength(2);
  await stop();
  // The URL and the file of the request have the token of the server as typed.
  expect(filesWith(SECRET)).toEqual(['secrets.json']);
  expect(filesWith(NEW)).toEqual(['secrets.json']);
  await start();
});

test('damaged files and those of later versions are named, and nothing else is lost', async () => {
  const [first, second] = [await send({}), await send({})];
  await call('client.history');
  const [day] = readdirSync(local('history'));
  appendFileSync(local('history', day!), '{"version":1,"id":"cut');
  await stop();
  const yesterday = `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}.ndjson`;
  writeFileSync(local('history', yesterday), '{"version":2,"entry":{}}\n');
  const [folder] = readdirSync(local('responses'));
  const [record] = readdirSync(local('responses', folder!)).filter((name) =>
    name.endsWith(`${second}.ndjson`),
  );
  writeFileSync(local('responses', folder!, record!), '{"version":2}\n{}\n');
  await start();
  const third = await send({});
  const page = await call('client.history');
  expect(idsOf(page)).toEqual([third, second, first]);
  expect(page.broken).toEqual([day, yesterday]);
  expect(existsSync(local('history', `${yesterday}.broken`))).toBe(true);
  const { responses, broken } = await call('client.responses', { request: 'list' });
  expect([responses.map(({ id }: { id: string }) => id), broken]).toEqual([[third, first], [record]]);
});

test('a connection is an entry when it has ended, with its messages', async () => {
  const server = createServer((socket) => socket.pipe(socket).on('error', () => undefined));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const request = { id: 'echo', name: 'Echo', type: 'tcp', url: `tcp://127.0.0.1:${port}` };
  const channel = await client.connect(request);
  await client.until(channel, 'open');
  await call('client.connection_send', { channel, text: 'hello' });
  await client.until(channel, ({ direction }) => direction === 'received');
  expect((await call('client.history')).entries).toEqual([]);
  await call('client.close', { channel });
  await client.until(channel, 'end');
  server.close();
  expect((await call('client.history')).entries).toMatchObject([{ id: channel, name: 'Echo' }]);
  const { events } = await call('client.response', { request: 'echo', id: channel });
  expect(events.filter(({ type }: { type: string }) => type === 'message')).toMatchObject([
    { direction: 'sent', text: 'hello' },
    { direction: 'received', text: 'hello' },
  ]);
});

test('two windows hear of responses and entries', async () => {
  using events = await readWorkspaceEvents(app);
  await send({});
  await events.next('the entry', ({ type, notSaved }) => type === 'history' && notSaved === null);
  await send({});
  await events.next('the response', ({ type, request }) => type === 'responses' && request === 'list');
});

test('where nothing can be written, sends go on, and one notice says it', async () => {
  mkdirSync(local());
  writeFileSync(local('history'), 'a file in the way');
  using events = await readWorkspaceEvents(app);
  for (let at = 0; at < 3; at += 1) await send({});
  const { notSaved } = await events.next('the notice', ({ type }) => type === 'history');
  expect(notSaved).toContain('history');
  expect(await call('client.history').catch(messageOf)).toMatchObject({
    entries: [],
    notSaved,
  });
  expect(events.events.filter(({ type }) => type === 'history')).toEqual([]);
});
