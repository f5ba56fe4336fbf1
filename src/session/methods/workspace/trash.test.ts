import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkspace, type WorkspaceCalls } from '../../../../test/helpers/workspace-calls.ts';

const SPEC = `openapi: 3.0.0
info: {title: Pets, version: '1'}
paths: {/pets: {get: {operationId: list, responses: {'200': {description: ok}}}}}
`;

async function filled(): Promise<WorkspaceCalls> {
  const workspace = openWorkspace();
  const { call, folder } = workspace;
  await call('create_collection', { name: 'Shop' });
  await call('create_folder', { collection: 'Shop', name: 'Users' });
  await call('create_request', { collection: 'Shop', folder: 'Users', name: 'List', url: 'http://a.test/' });
  await call('save_example', { collection: 'Shop', request: 'List', name: 'Two', status: 200, body: 'two' });
  await call('save_environment', {
    name: 'Dev',
    variables: [{ name: 'key', value: 's3cret', secret: true }],
  });
  await call('import_content', { text: SPEC });
  mkdirSync(join(folder, 'datasets'));
  writeFileSync(join(folder, 'datasets', 'users.csv'), 'name\nAnn\n');
  mkdirSync(join(folder, 'flows'));
  writeFileSync(join(folder, 'flows', 'login.yaml'), 'id: f1\nname: Login\nsteps: []\n');
  mkdirSync(join(folder, 'runs'));
  mkdirSync(join(folder, 'load-tests'));
  writeFileSync(join(folder, 'load-tests', 'peak.yaml'), 'id: l1\nname: Peak\ncollection: Shop\n');
  writeFileSync(join(folder, 'runs', 'nightly.yaml'), 'id: r1\nname: Nightly\ncollection: Shop\n');
  return workspace;
}

/** Every file of the workspace except for those of this machine and the trash. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('.'))
    .sort();
}

async function idOf({ call }: WorkspaceCalls, kind: string): Promise<string> {
  if (kind === 'folder') return (await call('get_collection', { collection: 'Shop' })).items[0].id;
  if (kind === 'example')
    return (await call('get_saved_request', { collection: 'Shop', request: 'List' })).examples[0].id;
  const names = { dataset: 'users', spec: 'Pets', flow: 'Login', run: 'Nightly', loadTest: 'Peak' };
  return { environment: 'Dev', ...names }[kind] ?? '';
}

test.each(['folder', 'example', 'environment', 'dataset', 'spec', 'flow', 'run', 'loadTest'])(
  'a %s goes to the trash and comes back as it was',
  async (kind) => {
    await using workspace = await filled();
    const { call, folder, text } = workspace;
    const before = filesOf(folder);
    const request = 'collections/shop/users/list.request.yaml';
    const [content, environments] = [text(request), await call('list_environments')];
    const { trashId } = await call('trash_item', { kind, id: await idOf(workspace, kind) });
    expect([filesOf(folder), text(request)]).not.toEqual([before, content]);
    const { trash } = await call('restore_item');
    expect(trash).toMatchObject([{ trashId, kind }]);
    const restored = await call('restore_item', { trashId });
    expect(restored).toMatchObject({ trash: [], restored: expect.any(String) });
    expect(filesOf(folder)).toEqual(before);
    expect(text(request)).toBe(content);
    expect(await call('list_environments')).toEqual(environments);
    expect(readdirSync(join(folder, '.trash'))).toEqual(['.gitignore']);
  },
);

test('a deleted collection and a deleted request come back too', async () => {
  await using workspace = await filled();
  const { call, folder } = workspace;
  const before = filesOf(folder);
  const first = await call('delete_request', { collection: 'Shop', request: 'List' });
  const second = await call('delete_collection', { collection: 'Shop' });
  expect(existsSync(join(folder, 'collections', 'shop'))).toBe(false);
  await expect(call('restore_item', { trashId: first.trashId })).rejects.toThrow(/its collection .* is gone/);
  await call('restore_item', { trashId: second.trashId });
  await call('restore_item', { trashId: first.trashId });
  expect(filesOf(folder)).toEqual(before);
  await expect(call('restore_item', { trashId: first.trashId })).rejects.toThrow('nothing in the trash has');
});

test('the active environment is active no more in the trash', async () => {
  await using workspace = await filled();
  const { call } = workspace;
  await call('set_active_environment', { environment: 'Dev' });
  await call('trash_item', { kind: 'environment', id: 'Dev' });
  expect((await call('workspace_info')).activeEnvironment).toBeNull();
  expect(await call('list_variables')).toEqual([]);
});

test('nothing is overwritten by what comes back', async () => {
  await using workspace = await filled();
  const { call, text } = workspace;
  const { trashId } = await call('trash_item', { kind: 'environment', id: 'Dev' });
  await call('save_environment', { name: 'Dev', variables: [{ name: 'other', value: '1' }] });
  const written = text('environments/dev.yaml');
  await expect(call('restore_item', { trashId })).rejects.toThrow('there is another one at');
  expect(text('environments/dev.yaml')).toBe(written);
  expect((await call('restore_item')).trash).toHaveLength(1);
});
