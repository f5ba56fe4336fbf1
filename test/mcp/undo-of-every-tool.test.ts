// Every tool that declares how it is taken back: called, taken back by the log, and all is as it was.
import { readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tools } from '../../src/mcp/tools/index.ts';
import { startTestApp } from '../helpers/app.ts';
import { startAssistant } from '../helpers/assistant.ts';
import { callCli } from '../helpers/called-cli.ts';
import { startOrigin } from '../helpers/origin.ts';
import { sampled } from '../helpers/scale.ts';

const running = await startTestApp();
const { home, result } = running;
const assistant = await startAssistant({ home });
const { call } = assistant;
const origin = await startOrigin();
const folder = join(home, 'Workspace');
const description = join(folder, 'api.json');

afterAll(async () => {
  await assistant[Symbol.asyncDispose]();
  await running.close();
  await origin.close();
});

let rule = '';
let id = 0;
let trashId = '';

type Call = readonly [tool: string, params: () => object];

const SHOP = { collection: 'Shop' };
const calls: readonly Call[] = [
  ['set_recording', () => ({ on: false })],
  ['set_macos_proxy', () => ({ on: true })],
  ['annotate_request', () => ({ id, color: 'red', comment: 'why' })],
  ['ssl_proxying', () => ({ action: 'add_host', value: '*.new.test' })],
  ['ssl_proxying', () => ({ action: 'remove_host', value: 'old.test' })],
  ['ssl_proxying', () => ({ action: 'add_app', value: 'curl' })],
  ['update_settings', () => ({ changes: { bypassHosts: ['*.corp.test'] } })],
  ['upsert_rule', () => ({ tool: 'mapLocal', rule: { id: rule, name: 'other', status: 404 } })],
  ['upsert_rule', () => ({ tool: 'mapLocal', rule: { pattern: '*/new' } })],
  ['upsert_rule', () => ({ tool: 'Block List', rule: { pattern: '*/new' } })],
  ['delete_rule', () => ({ tool: 'mapLocal', id: rule })],
  ['set_tool_enabled', () => ({ tool: 'mapLocal', enabled: true })],
  ['rule_from_request', () => ({ tool: 'mapLocal', id })],
  ['trash_item', () => ({ kind: 'environment', id: 'Test' })],
  ['restore_item', () => ({ trashId })],
  ['create_collection', () => ({ name: 'New' })],
  ['update_collection', () => ({ ...SHOP, changes: { name: 'Store' } })],
  ['delete_collection', () => SHOP],
  ['create_folder', () => ({ ...SHOP, name: 'New' })],
  ['update_folder', () => ({ ...SHOP, folder: 'Own', changes: { name: 'Other' } })],
  ['create_request', () => ({ ...SHOP, name: 'New', url: 'https://a.test/new' })],
  ['update_request', () => ({ ...SHOP, request: 'Get', changes: { url: 'https://b.test/two' } })],
  ['delete_request', () => ({ ...SHOP, request: 'Get' })],
  ['move_item', () => ({ ...SHOP, item: 'Get', toFolder: 'Own' })],
  ['save_captured_request', () => ({ ...SHOP, id, name: 'Seen' })],
  ['save_example', () => ({ ...SHOP, request: 'Get', name: 'ok', status: 200, body: '{}' })],
  ['save_environment', () => ({ name: 'Test', variables: [{ name: 'host', value: 'b.test' }] })],
  ['set_active_environment', () => ({ environment: 'Test' })],
  ['set_variable', () => ({ scope: 'collection', owner: 'Shop', key: 'n', value: '1' })],
  ['delete_variable', () => ({ scope: 'environment', owner: 'Test', key: 'host' })],
  ['save_dataset', () => ({ name: 'Rows', rows: [{ a: '1' }] })],
  ['import_spec', () => ({ path: description })],
  ['sync_spec', () => ({ spec: 'Known', path: description })],
  ['import_content', () => ({ text: 'curl https://a.test/imported' })],
  ['save_client_flow', () => ({ name: 'New', steps: [] })],
  ['generate_docs', () => ({ ...SHOP, out: 'shop.html' })],
  ['export_collection', () => ({ ref: 'Shop', kind: 'collection', format: 'postman', path: 'shop.json' })],
];

beforeAll(async () => {
  await running.via(`${origin.http}/seen?api_key=sk_live_51Hc0x2eZvKYlo2C0aBcDeFgHiJkLmNoPq`);
  id = running.app.traffic.newest().at(-1)!.id;
  await result('update_settings', {
    changes: { sslProxyingHosts: [{ enabled: true, pattern: 'old.test' }] },
  });
  await result('create_collection', { name: 'Shop' });
  await result('create_folder', { collection: 'Shop', name: 'Own' });
  await result('create_request', { collection: 'Shop', name: 'Get', url: 'https://a.test/one' });
  await result('save_environment', { name: 'Test', variables: [{ name: 'host', value: 'a.test' }] });
  const spec = { openapi: '3.0.3', info: { title: 'Known', version: '1' }, paths: {} };
  await result('import_spec', { text: JSON.stringify(spec) });
  const paths = { '/a': { get: { responses: { 200: { description: 'ok' } } } } };
  writeFileSync(description, JSON.stringify({ ...spec, paths }));
  await result('save_environment', { name: 'Gone', variables: [] });
  ({ trashId } = await result('trash_item', { kind: 'environment', id: 'Gone' }));
});

beforeEach(async () => {
  for (const tool of ['mapLocal', 'blockList'])
    for (const each of (await result('list_rules', { tool }))[0]!.rules)
      await result('delete_rule', { tool, id: String(each.id) });
  for (const name of ['first', 'mine', 'last']) {
    const made = await result('upsert_rule', {
      tool: 'mapLocal',
      rule: { name, pattern: `*/${name}`, status: 410 },
    });
    if (name === 'mine') rule = String(made.id);
  }
  for (const tool of ['mapLocal', 'blockList']) await result('set_tool_enabled', { tool, enabled: false });
});

/** Everything that calls may change: rules, settings, marks, and the files of the workspace save those of its history. */
async function world(): Promise<object> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.filter((path) => !path.includes('history')).toSorted();
  const { recording, macOSProxy } = await result('status');
  return {
    rules: await result('list_rules'),
    settings: await result('get_settings'),
    recording,
    macOSProxy,
    marks: running.app.traffic.newest().map(({ color, comment }) => [color, comment]),
    files: Object.fromEntries(files.map((path) => [relative(folder, path), readFileSync(path, 'utf8')])),
  };
}

test('each tool that changes something is called, or says why it cannot be taken back', () => {
  const changing = tools.filter(({ effect }) => effect !== 'read');
  expect(changing.filter(({ undo }) => undo === null)).toEqual([]);
  const undoable = changing.filter(({ undo }) => typeof undo === 'function').map(({ name }) => name);
  expect([...new Set(calls.map(([tool]) => tool))].toSorted()).toEqual(undoable.toSorted());
});

test('a tool that cannot be taken back says why', async () => {
  await call('replay_request', { id });
  const { stdout } = await callCli(['mcp', 'log', '--json'], { home });
  const entry = (JSON.parse(stdout) as readonly { id: string }[]).at(-1)!;
  const refused = await callCli(['mcp', 'undo', entry.id], { home });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain('cannot be taken back: a request was sent');
});

test.each(
  sampled(
    calls.map(([tool, params], at) => [`${at + 1}: ${tool}`, tool, params] as const),
    8,
  ),
)('%s', async (_, tool, params) => {
  const before = await world();
  const called = await call(tool, { ...params() });
  expect(called, called.text).toMatchObject({ isError: false });
  expect(await world()).not.toEqual(before);
  const { stdout } = await callCli(['mcp', 'log', '--json'], { home });
  const entry = (JSON.parse(stdout) as readonly { id: string; tool: string; undo: boolean }[]).at(-1)!;
  expect(entry).toMatchObject({ tool, undo: true });
  expect(await callCli(['mcp', 'undo', entry.id], { home })).toMatchObject({ code: 0, stderr: '' });
  expect(await world()).toEqual(before);
});
