import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkspace } from '../../../../test/helpers/workspace-calls.ts';

const MASK = '••••••••';

/** Paths of files below a folder that contain a text. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'utf8').includes(text))
    .map((path) => path.slice(folder.length + 1));
}

test('values of secret variables are on this machine only, and masks keep them', async () => {
  await using workspace = openWorkspace();
  const { call, folder } = workspace;
  const key = { name: 'key', value: 's3cret', secret: true };
  await call('save_environment', { name: 'Dev', variables: [key] });
  await call('create_collection', { name: 'Shop', variables: [key] });
  await call('set_variable', { scope: 'globals', key: 'key', value: 's3cret', secret: true });
  expect(filesWith(folder, 's3cret')).toEqual([join('.local', 'secrets.json')]);
  expect(statSync(join(folder, '.local', 'secrets.json')).mode & 0o777).toBe(0o600);

  const results = [
    await call('list_environments'),
    await call('get_collection', { collection: 'Shop' }),
    await call('list_variables', { resolve: true }),
    await call('update_collection', {
      collection: 'Shop',
      changes: { variables: [{ ...key, value: MASK }] },
    }),
    await call('save_environment', { name: 'Dev', variables: [{ ...key, value: MASK, docs: 'x' }] }),
    await call('set_variable', { scope: 'globals', key: 'key', value: MASK }),
    await call('search_workspace', { query: 's3cret' }),
  ];
  expect(JSON.stringify(results)).not.toContain('s3cret');
  expect(JSON.parse(workspace.text('.local/secrets.json'))).toSatisfy((owners: object) =>
    Object.values(owners).every((values: object) => JSON.stringify(values) === '{"key":"s3cret"}'),
  );
});

test('a value that is made from a secret one is masked too', async () => {
  await using workspace = openWorkspace();
  const { call } = workspace;
  await call('save_environment', {
    name: 'Dev',
    variables: [
      { name: 'key', value: 's3cret', secret: true },
      { name: 'url', value: 'http://a.test/?key={{key}}' },
    ],
  });
  await call('set_active_environment', { environment: 'Dev' });
  const listed = await call('list_variables', { resolve: true });
  expect(listed).toMatchObject([
    { name: 'key', value: MASK },
    { name: 'url', value: MASK },
  ]);
});

test('authorization is masked, names of variables are not, and a mask written back keeps the value', async () => {
  await using workspace = openWorkspace();
  const { call, text } = workspace;
  await call('create_collection', {
    name: 'Shop',
    auth: { type: 'basic', username: 'ann', password: 'pw1' },
  });
  const { auth } = await call('get_collection', { collection: 'Shop' });
  expect(auth).toEqual({ type: 'basic', username: 'ann', password: MASK });
  await call('update_collection', { collection: 'Shop', changes: { auth: { ...auth, username: 'bob' } } });
  expect(text('collections/shop/collection.yaml')).toMatch(/username: bob\n\s+password: pw1/);
  const changed = await call('update_collection', {
    collection: 'Shop',
    changes: { auth: { type: 'bearer', token: '{{token}}' } },
  });
  expect(changed.auth).toEqual({ type: 'bearer', token: '{{token}}' });
  await expect(
    call('update_collection', { collection: 'Shop', changes: { auth: { type: 'apiKey', value: MASK } } }),
  ).rejects.toThrow(`changes.auth.value is the mask ${MASK}`);
});

test('who may see secrets sees them', async () => {
  await using workspace = openWorkspace({ showsSecrets: true });
  const { call } = workspace;
  await call('save_environment', {
    name: 'Dev',
    variables: [{ name: 'key', value: 's3cret', secret: true }],
  });
  expect(await call('list_environments')).toMatchObject([{ variables: [{ value: 's3cret' }] }]);
});
