// Previews of sends over RPC: values, their origins, and what only sending can tell.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { startOrigin } from '../helpers/origin.ts';

const app = await startTestApp();
const origin = await startOrigin();
const { result } = app;
const ids = new Map<string, string>();

beforeAll(async () => {
  const { id: shop } = await result('create_collection', { name: 'Shop' });
  const { id: users } = await result('create_folder', { collection: 'Shop', name: 'Users' });
  await result('update_folder', {
    collection: 'Shop',
    folder: 'Users',
    changes: {
      variables: [{ name: 'page', value: '{{first}}' }],
      auth: { type: 'bearer', token: '{{key}}' },
    },
  });
  const { id: list } = await result('create_request', {
    collection: 'Shop',
    folder: 'Users',
    name: 'List',
    url: '{{base}}/users',
  });
  await result('set_variable', { scope: 'globals', key: 'base', value: 'http://global.test' });
  await result('set_variable', { scope: 'globals', key: 'first', value: '1' });
  await result('save_environment', {
    name: 'Dev',
    variables: [
      { name: 'base', value: origin.http },
      { name: 'key', value: 's3cret-key', secret: true },
    ],
  });
  await result('set_active_environment', { environment: 'Dev' });
  ids.set('shop', shop).set('users', users).set('list', list);
  writeFileSync(join(app.home, 'Workspace', 'photo.jpg'), 'x');
});

afterAll(async () => {
  await app.close();
  await origin.close();
});

const preview = (request: object, more: object = {}): Promise<ReturnType<typeof JSON.parse>> =>
  result('client.preview', {
    collection: 'Shop',
    request: { id: ids.get('list'), url: '{{base}}/users', ...request },
    ...more,
  });

test('URL, headers and body are what Send sends, with secrets masked', async () => {
  const shown = await preview({
    method: 'POST',
    url: '{{base}}/users/:id',
    path: [{ name: 'id', value: 'ä b' }],
    query: [{ name: 'page', value: '{{page}}' }],
    headers: [{ name: 'X-Key', value: '{{key}}' }],
    body: { type: 'raw', language: 'json', text: '{"at": "{{where}}"}' },
  });
  expect(shown).toMatchObject({
    method: 'POST',
    url: `${origin.http}/users/%C3%A4%20b?page=1`,
    body: { text: '{"at": "{{where}}"}', contentType: 'application/json', size: 19 },
    needs: [],
    errors: [],
    unknown: ['where'],
  });
  const headers = new Map(shown.headers.map((each: { name: string }) => [each.name, each]));
  expect(headers.get('X-Key')).toMatchObject({ value: '••••••••', source: 'typed' });
  expect(headers.get('Authorization')).toMatchObject({ value: 'Bearer ••••••••', source: 'auth' });
  expect(headers.get('Content-Type')).toMatchObject({ source: 'default' });
  expect(origin.received).toEqual([]);
});

test('each variable says where its value comes from, and what it overrides', async () => {
  const { variables } = await preview({ query: [{ name: 'page', value: '{{page}}' }] });
  expect(variables).toEqual(
    expect.arrayContaining([
      {
        name: 'base',
        scope: 'environment',
        owner: 'Dev',
        value: origin.http,
        resolved: origin.http,
        secret: false,
        setBy: null,
        overrides: [
          {
            name: 'base',
            scope: 'globals',
            owner: 'globals',
            value: 'http://global.test',
            secret: false,
            setBy: null,
          },
        ],
      },
      expect.objectContaining({
        name: 'page',
        scope: 'folder',
        owner: 'Users',
        value: '{{first}}',
        resolved: '1',
      }),
      expect.objectContaining({ name: 'key', secret: true, value: '••••••••', resolved: '••••••••' }),
    ]),
  );
});

test('another environment, or none, is taken when the screen has it', async () => {
  // Whatever was read before, and kept because no file has changed since.
  for (let at = 0; at < 3; at += 1) {
    expect(await preview({})).toMatchObject({ url: `${origin.http}/users` });
    expect(await preview({}, { environment: null })).toMatchObject({ url: 'http://global.test/users' });
  }
});

test('what only sending can tell is named, and no server is asked', async () => {
  const token = {
    type: 'oauth2',
    grant: 'clientCredentials',
    accessTokenUrl: `${origin.http}/token`,
    clientId: 'a',
  };
  expect(await preview({ auth: token })).toMatchObject({ needs: ['token'], errors: [] });
  expect(await preview({ auth: { type: 'digest', username: 'a', password: 'b' } })).toMatchObject({
    needs: ['challenge'],
  });
  expect(await preview({ scripts: { preRequest: 'pm' } })).toMatchObject({ needs: ['scripts'] });
  expect(origin.received).toEqual([]);
});

test('what would keep it from being sent is said before', async () => {
  expect(await preview({ url: '{{unknown}}/x' })).toMatchObject({
    errors: [expect.stringContaining('no host')],
    unknown: ['unknown'],
  });
  expect(await preview({ body: { type: 'file', path: 'gone.jpg' } })).toMatchObject({
    errors: ['the file gone.jpg is not there'],
  });
  expect(await preview({ body: { type: 'file', path: 'photo.jpg' } })).toMatchObject({
    errors: [],
    body: { files: [{ path: 'photo.jpg', isThere: true }] },
  });
});

test('other types show their fields', async () => {
  const shown = await result('client.preview', {
    request: {
      type: 'mqtt',
      url: '{{base}}',
      mqtt: { subscribe: [{ topic: 'a/{{first}}' }], password: '{{key}}' },
    },
  });
  expect(shown).toMatchObject({
    url: origin.http,
    fields: { subscribe: [{ topic: 'a/1' }], password: '••••••••' },
  });
});

test('completion has every name once, the winner first, and the dynamic ones', async () => {
  const { variables, dynamic } = await result('client.variables', {
    collection: 'Shop',
    request: ids.get('list'),
  });
  const names = variables.map((each: { name: string }) => each.name);
  expect(names).toEqual(['page', 'base', 'key', 'first']);
  expect(variables[1].overrides).toHaveLength(1);
  expect(dynamic).toContain('$guid');
  expect(JSON.stringify(variables)).not.toContain('s3cret-key');
});

test('a request that is not saved has what its folder has', async () => {
  const request = { url: '{{base}}/new', query: [{ name: 'page', value: '{{page}}' }] };
  for (let at = 0; at < 3; at += 1) {
    const shown = await result('client.preview', { collection: 'Shop', folder: 'Users', request });
    expect(shown).toMatchObject({ url: `${origin.http}/new?page=1`, unknown: [] });
    expect(shown.headers).toContainEqual({ name: 'Authorization', value: 'Bearer ••••••••', source: 'auth' });
  }
  expect(await preview({}, { folder: 'Users' })).toMatchObject({ url: `${origin.http}/users` });
});
