// Calls operations on the workspace over HTTP, with right and wrong parameters. Each call checks that the result
// has the declared schema.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { startOrigin } from '../helpers/origin.ts';
import { settled } from '../helpers/settled.ts';
import { sampled } from '../helpers/scale.ts';

const origin = await startOrigin((request, response) => {
  response
    .writeHead(200, { 'Content-Type': 'text/plain', 'X-Seen': String(request.headers['x-key'] ?? '') })
    .end(`${request.method ?? ''} ${request.url ?? ''}`);
});
const running = await startTestApp();
const { app, home, rpc, result, via } = running;
const folder = join(home, 'Workspace');

afterAll(async () => {
  await running.close();
  await origin.close();
});

/** The ids and paths that calls name. */
let names = new Map<string, unknown>();

beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  const { id: shop } = await result('create_collection', { name: 'Shop' });
  const { id: users } = await result('create_folder', { collection: 'Shop', name: 'Users' });
  const { id: list } = await result('create_request', {
    collection: 'Shop',
    folder: 'Users',
    name: 'List',
    url: '{{base}}/users?page=1',
    headers: { 'X-Key': '{{key}}' },
    scripts: { test: "pm.test('is ok', () => pm.response.to.have.status(200));" },
  });
  const { id: example } = await result('save_example', {
    collection: 'Shop',
    request: 'List',
    name: 'Two users',
    status: 200,
    body: '[1,2]',
  });
  const { id: dev } = await result('save_environment', {
    name: 'Dev',
    variables: [
      { name: 'base', value: origin.http },
      { name: 'key', value: 's3cret', secret: true },
    ],
  });
  await result('set_active_environment', { environment: 'Dev' });
  names = new Map<string, unknown>([
    ['SHOP', shop],
    ['USERS', users],
    ['LIST', list],
    ['EXAMPLE', example],
    ['DEV', dev],
    ['OUT', join(home, `out-${crypto.randomUUID()}.json`)],
  ]);
});

const MASK = '••••••••';
const LIST = { collection: 'Shop', request: 'Users/List' };

const RIGHT: readonly (readonly [string, object, unknown])[] = [
  [
    'workspace_info',
    {},
    {
      name: 'Workspace',
      counts: { collections: 1, requests: 1, environments: 1, datasets: 0, specs: 0, flows: 0 },
      activeEnvironment: { name: 'Dev' },
    },
  ],
  [
    'search_workspace',
    { query: '/USERS' },
    { total: 1, results: [{ kind: 'request', path: 'Shop/Users/List', field: 'url' }] },
  ],
  ['search_workspace', { query: 's3cret' }, { total: 0 }],
  ['search_workspace', { query: 'user', kinds: ['example'] }, { results: [{ name: 'Two users' }] }],
  ['trash_item', { kind: 'folder', id: 'USERS' }, { trashed: 'USERS', name: 'Users' }],
  ['trash_item', { kind: 'example', id: 'EXAMPLE' }, { name: 'Two users' }],
  ['trash_item', { kind: 'environment', id: 'Dev' }, { name: 'Dev' }],
  ['restore_item', {}, { trash: [], restored: null }],
  ['list_collections', {}, [{ id: 'SHOP', name: 'Shop', requests: 1 }]],
  [
    'get_collection',
    { collection: 'shop' },
    { items: [{ kind: 'folder', name: 'Users', items: [{ kind: 'request', id: 'LIST' }] }] },
  ],
  ['create_collection', { name: 'Other', description: 'More' }, { name: 'Other' }],
  [
    'update_collection',
    { collection: 'SHOP', changes: { name: 'Store', auth: { type: 'bearer', token: 'abc' } } },
    { id: 'SHOP', name: 'Store', auth: { type: 'bearer', token: MASK } },
  ],
  ['delete_collection', { collection: 'Shop' }, { deleted: 'SHOP', name: 'Shop' }],
  ['create_folder', { collection: 'Shop', name: 'Old', parent: 'Users' }, { name: 'Old' }],
  [
    'update_folder',
    { collection: 'Shop', folder: 'Users', changes: { docs: 'People' } },
    { id: 'USERS', docs: 'People' },
  ],
  [
    'get_saved_request',
    LIST,
    { url: '{{base}}/users', query: [{ name: 'page', value: '1' }], folders: ['Users'] },
  ],
  [
    'create_request',
    { collection: 'Shop', name: 'Add', method: 'POST', url: 'http://a.test/', body: '{"a":1}' },
    { body: { type: 'raw', language: 'json', text: '{"a":1}' }, method: 'POST' },
  ],
  [
    'create_request',
    { collection: 'Shop', name: 'Chat', type: 'websocket', url: 'ws://a.test/' },
    { type: 'websocket' },
  ],
  [
    'update_request',
    { ...LIST, changes: { name: 'All', settings: { timeoutMs: 5 }, headers: { A: 'b' } } },
    { id: 'LIST', name: 'All', settings: { timeoutMs: 5 }, headers: [{ name: 'A' }] },
  ],
  ['delete_request', LIST, { deleted: 'LIST', name: 'List' }],
  ['move_item', { collection: 'Shop', item: 'List', index: 0 }, { id: 'LIST', collection: 'SHOP' }],
  [
    'send_request',
    LIST,
    { status: 200, body: 'GET /users?page=1', error: null, tests: [{ name: 'is ok', passed: true }] },
  ],
  ['send_request', { ...LIST, method: 'PUT', headers: { 'x-key': 'k' } }, { method: 'PUT', status: 200 }],
  ['send_request', { url: '{{base}}/new', body: 'x', method: 'POST' }, { status: 200, body: 'POST /new' }],
  ['send_request', { ...LIST, throughProxy: true }, { status: 200 }],
  ['send_request', { url: 'http://127.0.0.1:1/' }, { status: 0, error: expect.any(String) }],
  [
    'save_captured_request',
    { id: 'CAPTURED', collection: 'Shop', name: 'Seen' },
    { name: 'Seen', method: 'GET', examples: [{ status: 200, body: 'GET /captured' }] },
  ],
  [
    'save_example',
    { ...LIST, name: 'Two users', status: 404, headers: { A: 'b' } },
    { id: 'EXAMPLE', status: 404, replaced: true },
  ],
  [
    'list_environments',
    {},
    [
      {
        name: 'Dev',
        active: true,
        variables: [
          { name: 'base', value: origin.http },
          { name: 'key', value: MASK },
        ],
      },
    ],
  ],
  [
    'save_environment',
    { name: 'Dev', variables: [{ name: 'key', value: MASK, secret: true }], rename: 'Test' },
    { id: 'DEV', name: 'Test', created: false, variables: [{ name: 'key', value: MASK }] },
  ],
  [
    'save_environment',
    { name: 'dev', variables: [] },
    { id: 'DEV', name: 'Dev', created: false, variables: [] },
  ],
  ['set_active_environment', { environment: null }, { active: null, before: 'DEV' }],
  [
    'list_variables',
    {},
    [
      { scope: 'environment', owner: 'Dev', name: 'base' },
      { name: 'key', value: MASK },
    ],
  ],
  [
    'set_variable',
    { scope: 'environment', key: 'base', value: '1' },
    { created: false, owner: 'Dev', value: '1' },
  ],
  ['set_variable', { scope: 'folder', owner: 'Shop/Users', key: 'a', value: '1' }, { created: true }],
  ['delete_variable', { scope: 'environment', key: 'key' }, { deleted: 'key', owner: 'Dev' }],
  [
    'run_collection',
    { collection: 'Shop', folder: 'Users', iterations: 2 },
    { success: true, totals: { iterations: 2, requests: 2, tests: 2, failedTests: 0 } },
  ],
  ['start_mock', { collection: 'Shop' }, { collection: 'Shop', examples: 1, callCount: 0 }],
  ['stop_mock', { mockId: 'MOCK' }, { mockId: 'MOCK' }],
  ['list_mocks', {}, expect.any(Array)],
  [
    'run_load_test',
    { collection: 'Shop', vus: 1, durationSeconds: 1, rate: 20, failIf: ['p95>60000'] },
    { state: 'running', collection: 'Shop', result: null },
  ],
  ['get_load_test', {}, { collection: 'Shop' }],
  ['import_content', { text: `curl ${origin.http}/curl` }, { requests: [expect.any(String)], warnings: [] }],
  [
    'export_collection',
    { ref: 'Shop', kind: 'collection', format: 'postman', path: 'OUT' },
    { path: 'OUT', files: 1, warnings: [] },
  ],
  [
    'export_collection',
    { ref: 'Dev', kind: 'environment', format: 'postman', path: 'OUT' },
    { path: 'OUT', files: 1 },
  ],
  [
    'generate_code',
    { format: 'curl', ...LIST },
    { code: expect.stringMatching(/users\?page=1.*\{\{key\}\}/s) },
  ],
  [
    'generate_code',
    { format: 'python', requestId: 'CAPTURED' },
    { code: expect.stringContaining('/captured') },
  ],
];

test.each(RIGHT)('%s %j', async (method, params, expected) => {
  const text = JSON.stringify(params);
  if (text.includes('CAPTURED')) names.set('CAPTURED', await capture('/captured'));
  if (text.includes('MOCK')) names.set('MOCK', (await result('start_mock', { collection: 'Shop' })).mockId);
  const value = await result(method, filled(params));
  const wanted = filled(expected);
  if (Array.isArray(wanted) && wanted.length === 0) expect(value).toEqual([]);
  else expect(value).toMatchObject(wanted as object);
  for (const { mockId } of await result('list_mocks')) await result('stop_mock', { mockId });
});

async function capture(path: string): Promise<number> {
  await via(origin.http + path);
  await settled(app.engine.flows);
  return app.traffic.newest().at(-1)!.id;
}

/** Replaces the keys of `names` by their values, at any depth. */
function filled<T>(value: T): T {
  if (typeof value === 'string') return (names.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => filled(one)) as T;
  if (typeof value !== 'object' || value === null || 'asymmetricMatch' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner)])) as T;
}

const WRONG: readonly (readonly [string, object, string | undefined, string])[] = [
  ['workspace_info', { path: '.' }, 'path', 'it takes none'],
  ['search_workspace', { query: '' }, 'query', 'give an id or a name'],
  ['search_workspace', { query: 'a', kinds: ['file'] }, 'kinds[0]', 'collection, folder, request'],
  ['trash_item', { kind: 'collection', id: 'SHOP' }, 'kind', 'give folder, example'],
  ['trash_item', { kind: 'folder', id: 'nothing' }, 'id', 'there is no folder "nothing"'],
  ['restore_item', { trashId: 'x' }, 'trashId', 'nothing in the trash has the id "x"'],
  ['list_collections', { limit: 1 }, 'limit', 'it takes none'],
  ['get_collection', { collection: 'Shp' }, 'collection', 'did you mean "Shop"?'],
  ['create_collection', { name: 'Shop' }, 'name', 'there is a collection "Shop" already'],
  ['create_collection', { name: 'A', auth: { type: 'magic' } }, 'auth.type', 'auth.type'],
  ['update_collection', { collection: 'Shop', changes: { nam: 'x' } }, 'changes.nam', 'did you mean name?'],
  ['update_collection', { collection: 'Shop', changes: { id: 'x' } }, 'changes.id', 'cannot be changed'],
  ['delete_collection', { collection: 'None' }, undefined, 'there is no collection "None"'],
  ['create_folder', { collection: 'Shop', name: 'A', parent: 'User' }, 'parent', 'did you mean "Users"?'],
  ['update_folder', { collection: 'Shop', folder: 'List', changes: {} }, 'folder', 'there is no folder'],
  ['get_saved_request', { collection: 'Shop', request: 'Lst' }, 'request', 'did you mean "List"?'],
  ['create_request', { collection: 'Shop', name: 'A' }, 'url', 'url is missing'],
  ['create_request', { collection: 'Shop', name: 'A', url: '', type: 'ftp' }, 'type', 'http, graphql'],
  [
    'create_request',
    { collection: 'Shop', name: 'A', url: '', body: { type: 'x' } },
    'body.type',
    'body.type',
  ],
  [
    'update_request',
    { ...LIST, changes: { name: ' ' } },
    'changes.name',
    'changes.name is empty: give a name',
  ],
  ['update_request', { ...LIST, changes: { url: 5 } }, 'changes.url', 'changes.url'],
  [
    'update_request',
    { ...LIST, changes: { settings: { retries: 1 } } },
    'changes.settings.retries',
    'no such',
  ],
  ['delete_request', { collection: 'Shop', request: 'x' }, 'request', 'there is no request "x"'],
  ['move_item', { collection: 'Shop', item: 'Users', toFolder: 'Users' }, 'toFolder', 'into itself'],
  ['send_request', {}, 'url', 'url is missing: give one, or collection and request'],
  ['send_request', { request: 'List' }, 'collection', 'collection is missing'],
  ['send_request', { ...LIST, environment: 'Prod' }, undefined, 'there is no environment "Prod"'],
  ['save_captured_request', { id: 99_999, collection: 'Shop' }, undefined, 'No request with id 99999'],
  ['save_example', { ...LIST, name: 'A', status: 700 }, 'status', 'a whole number from 100 to 599'],
  ['list_environments', { environment: 'Dve' }, 'environment', 'did you mean "Dev"?'],
  ['save_environment', { name: 'A', variables: [{ name: 'b', value: MASK }] }, 'variables[0].value', 'mask'],
  ['set_active_environment', {}, 'environment', 'environment is missing'],
  ['list_variables', { scope: 'collection' }, 'owner', 'owner is missing'],
  ['set_variable', { scope: 'globals', owner: 'x', key: 'a', value: '' }, 'owner', 'globals have no owner'],
  [
    'set_variable',
    { scope: 'request', owner: 'Shop/List', key: 'a', value: '1', secret: true },
    'secret',
    'cannot be secret',
  ],
  ['delete_variable', { scope: 'environment', key: 'bas' }, 'key', 'did you mean base?'],
  ['run_collection', { collection: 'Shop', dataset: 'none' }, 'dataset', 'there is no dataset "none"'],
  ['run_collection', { collection: 'Shop', iterations: 0 }, 'iterations', 'a whole number from 1'],
  ['start_mock', { collection: 'Shop', port: 70_000 }, 'port', 'a whole number from 0 to 65535'],
  ['start_mock', { collection: 'Shop', validate: true }, 'validate', 'follows no API description'],
  ['stop_mock', { mockId: 'x' }, undefined, 'there is no mock server "x"'],
  ['list_mocks', { all: true }, 'all', 'it takes none'],
  ['run_load_test', { collection: 'Shop', profile: 'storm' }, 'profile', 'fixed, rampUp'],
  ['run_load_test', { collection: 'Shop', failIf: ['p9>1'] }, 'failIf[0]', 'did you mean p90?'],
  ['run_load_test', { collection: 'Shop', rate: 0 }, 'rate', 'a whole number from 1 to 100000'],
  ['get_load_test', { id: 'x' }, 'id', 'there is no load test "x"'],
  ['import_content', {}, 'text', 'give either path or text'],
  ['import_content', { text: 'nothing known' }, 'text', 'the text cannot be imported: it is'],
  ['import_content', { path: '/no/such/file' }, 'path', 'there is no such file'],
  [
    'export_collection',
    { ref: 'Shop', kind: 'collection', format: 'postmn', path: 'OUT' },
    'format',
    'did you mean postman?',
  ],
  ['generate_code', { format: 'cobol', ...LIST }, 'format', 'is not a code format'],
  ['generate_code', { format: 'curl' }, 'requestId', 'give either requestId, or collection and request'],
];

test.each(sampled(WRONG, 20))('%s %j is refused', async (method, params, field, message) => {
  const called = await rpc(method, filled(params));
  expect(called).toMatchObject({ status: 422, ...(field !== undefined && { field }) });
  expect(called.error).toContain(message);
});

test('throughProxy sends through the running proxy, which decrypts and records it', async () => {
  await result('ssl_proxying', { action: 'add_host', value: 'localhost' });
  const sent = await result('send_request', { url: `${origin.https}/secure`, throughProxy: true });
  expect(sent).toMatchObject({ status: 200, body: 'GET /secure', error: null });
  await settled(app.engine.flows);
  expect(await result('list_domains')).toContainEqual(
    expect.objectContaining({ host: 'localhost', decrypted: true }),
  );
});

test('throughProxy refuses what a proxy for HTTP cannot carry', async () => {
  await result('create_request', { collection: 'Shop', name: 'Lines', type: 'tcp', url: 'tcp://a.test:7' });
  const refused = await rpc('send_request', { collection: 'Shop', request: 'Lines', throughProxy: true });
  expect(refused).toMatchObject({ status: 422, field: 'throughProxy' });
  expect(refused.error).toContain('throughProxy is for requests over HTTP, and Lines is not (tcp)');
});
