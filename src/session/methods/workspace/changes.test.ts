import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkspace, type WorkspaceCalls } from '../../../../test/helpers/workspace-calls.ts';

async function shop(given: Parameters<typeof openWorkspace>[0] = {}): Promise<WorkspaceCalls> {
  const workspace = openWorkspace(given);
  const { call } = workspace;
  await call('create_collection', { name: 'Shop' });
  await call('create_folder', { collection: 'Shop', name: 'Users' });
  for (const name of ['List', 'Add', 'List'])
    await call('create_request', { collection: 'Shop', folder: 'Users', name, url: 'http://a.test/' });
  return workspace;
}

const USERS = 'collections/shop/users';

test('a change touches one file, and other files keep the names that they have', async () => {
  await using workspace = await shop();
  const { call, folder, text } = workspace;
  renameSync(join(folder, USERS, 'add.request.yaml'), join(folder, USERS, 'mine.request.yaml'));
  const other = text(`${USERS}/list-2.request.yaml`);
  const [first] = (await call('get_collection', { collection: 'Shop' })).items[0].items;
  await call('delete_request', { collection: 'Shop', request: first.id });
  await call('update_request', { collection: 'Shop', request: 'Add', changes: { method: 'POST' } });
  expect(text(`${USERS}/mine.request.yaml`)).toContain('method: POST');
  expect(text(`${USERS}/list-2.request.yaml`)).toBe(other);
  expect(existsSync(join(folder, USERS, 'add.request.yaml'))).toBe(false);
  await call('update_request', { collection: 'Shop', request: 'Add', changes: { name: 'Create' } });
  expect(existsSync(join(folder, USERS, 'mine.request.yaml'))).toBe(false);
  expect(text(`${USERS}/create.request.yaml`)).toContain('method: POST');
});

test('a name that several have is refused with their ids and paths', async () => {
  await using workspace = await shop();
  const change = { collection: 'Shop', request: 'List', changes: {} };
  await expect(workspace.call('update_request', change)).rejects.toThrow(
    /there are 2 called "List" in Shop: give the id or path of one, such as Users\/List \([\da-f-]+\) or/,
  );
});

test('items move within a collection and to others, and copies have ids of their own', async () => {
  await using workspace = await shop();
  const { call, folder } = workspace;
  const { id: other } = await call('create_collection', { name: 'Other' });
  const copied = await call('move_item', {
    collection: 'Shop',
    item: 'Users',
    toCollection: 'Other',
    copy: true,
  });
  const ids = async (collection: string): Promise<string[]> =>
    JSON.stringify(await call('get_collection', { collection })).match(/"id":"[^"]+"/g) ?? [];
  expect(copied).toMatchObject({ name: 'Users', collection: other });
  const [shopIds, otherIds] = [await ids('Shop'), await ids('Other')];
  expect(otherIds).toHaveLength(shopIds.length);
  expect(otherIds.some((id) => shopIds.includes(id))).toBe(false);

  const moved = await call('move_item', { collection: 'Shop', item: 'Add', toCollection: 'Other', index: 0 });
  const { items } = await call('get_collection', { collection: 'Other' });
  expect(items[0]).toMatchObject({ id: moved.id, name: 'Add' });
  expect(existsSync(join(folder, USERS, 'add.request.yaml'))).toBe(false);
  await call('move_item', { collection: 'Other', item: moved.id, toFolder: 'Users' });
  const after = await call('get_collection', { collection: 'Other' });
  expect(after.items).toHaveLength(1);
  expect(after.items[0].items.at(-1)).toMatchObject({ id: moved.id });
});

test('changes of many callers at once are all there', async () => {
  await using workspace = await shop();
  const { call } = workspace;
  const names = Array.from({ length: 12 }, (_, at) => `R${at}`);
  await Promise.all(names.map((name) => call('create_request', { collection: 'Shop', name, url: '' })));
  const { items } = await call('get_collection', { collection: 'Shop' });
  expect(items.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(names));
});

test('a collection with a broken file is not changed, and the file is named', async () => {
  await using workspace = await shop();
  const { call, folder, text } = workspace;
  writeFileSync(join(folder, USERS, 'add.request.yaml'), 'id: x\nname: [');
  const before = text('collections/shop/collection.yaml');
  await expect(call('create_folder', { collection: 'Shop', name: 'New' })).rejects.toThrow(
    /add\.request\.yaml, line 2/,
  );
  expect(text('collections/shop/collection.yaml')).toBe(before);
  expect(text(`${USERS}/add.request.yaml`)).toBe('id: x\nname: [');
  expect((await call('workspace_info')).problems).toMatchObject([{ line: 2 }]);
});

test('what needs a running proxy says so without one', async () => {
  await using workspace = await shop();
  const { call } = workspace;
  for (const [name, params] of [
    ['send_request', { url: 'http://a.test/', throughProxy: true }],
    ['save_captured_request', { id: 1, collection: 'Shop' }],
    ['generate_code', { format: 'curl', requestId: 1 }],
  ] as const)
    await expect(call(name, params)).rejects.toThrow('no proxy runs: start one with "proxyctl run"');
});

test('only paths that the caller may use are read and written', async () => {
  const refused = new Error('this path is not allowed');
  await using workspace = await shop({
    allowedPath: () => {
      throw refused;
    },
  });
  const { call } = workspace;
  await expect(call('import_content', { path: '/etc/hosts' })).rejects.toThrow(refused.message);
  const params = { ref: 'Shop', kind: 'collection', format: 'postman', path: 'out.json' };
  await expect(call('export_collection', params)).rejects.toThrow(refused.message);
});

test('an export replaces an earlier one, and nothing else', async () => {
  await using workspace = await shop();
  const { call, folder, text } = workspace;
  const params = { ref: 'Shop', kind: 'collection', format: 'postman', path: 'out.json' };
  await call('export_collection', params);
  await call('export_collection', params);
  writeFileSync(join(folder, 'out.json'), 'my notes');
  await expect(call('export_collection', params)).rejects.toThrow('is no export: give another path');
  expect(text('out.json')).toBe('my notes');
});
