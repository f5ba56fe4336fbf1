// Drafts of the workspace over RPC: kept, joined with their files, saved as the command line would, shared by windows.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { temporaryHome } from '../helpers/home.ts';
import { until } from '../helpers/waiting.ts';
import { openWorkspace } from '../helpers/workspace-calls.ts';

const running = await startTestApp();
const { home, result, rpc } = running;
const folder = join(home, 'Workspace');

afterAll(() => running.close());

let list: { kind: string; id: string };
const LIST = 'collections/shop/list.request.yaml';

beforeEach(async () => {
  const { drafts } = await result('client.drafts');
  const open = drafts.map(({ kind, id }: { kind: string; id: string }) => ({ kind, id }));
  if (open.length > 0) await result('client.discard_drafts', { objects: open });
  for (const { id } of await result('list_collections'))
    await result('delete_collection', { collection: id });
  await result('create_collection', { name: 'Shop' });
  const { id } = await result('create_request', {
    collection: 'Shop',
    name: 'List',
    url: '{{base}}/users',
    headers: { Accept: 'application/json', 'X-Key': '1' },
  });
  list = { kind: 'request', id };
});

const text = (path: string): string => readFileSync(join(folder, path), 'utf8');
const write = (path: string, content: string): void => writeFileSync(join(folder, path), content);
const type = (field: string, value: unknown, more: object = {}): Promise<ReturnType<typeof JSON.parse>> =>
  result('client.change_draft', { ...list, changes: [{ field, value }], ...more });
const header = (name: string, value: string): object => ({ name, value, enabled: true, docs: '' });

/** Replaces text in a file as another program does, and waits until the app has seen it. */
async function edit(path: string, from: string, to: string): Promise<void> {
  write(path, text(path).replace(from, to));
  await result('client.drafts');
}

describe('a draft', () => {
  test('keeps what was typed, and is gone when it is what is saved', async () => {
    const before = text(LIST);
    const { draft } = await type('url', 'b');
    expect(draft).toMatchObject({ name: 'List', changed: ['url'], state: 'saved', path: LIST });
    expect(draft.base.url).toBe('{{base}}/users');
    expect(draft.value.url).toBe('b');
    expect(text(LIST)).toBe(before);
    expect(await type('url', '{{base}}/users')).toEqual({ draft: null, notSaved: null });
  });

  test('is gone when it says what the file has by default', async () => {
    const { draft } = await type('settings', { encodeUrl: false });
    expect(draft.changed).toEqual(['settings.encodeUrl']);
    expect(await type('settings', {})).toEqual({ draft: null, notSaved: null });
    await type('settings', { encodeUrl: false });
    await result('client.save_draft', list);
    expect((await result('client.drafts')).drafts).toEqual([]);
    expect(text(LIST)).toContain('encodeUrl: false');
  });

  test('is saved byte for byte as the command line would write it', async () => {
    const [before, name] = [text(LIST), 'Everyone'];
    await type('headers', [header('Accept', 'text/plain'), header('X-New', '{{a}}')]);
    await type('auth', { type: 'bearer', token: 'a' });
    await type('auth.token', '{{token}}');
    await type('settings.timeoutMs', 5000);
    await type('name', name);
    const { path } = await result('client.save_draft', list);
    expect(path).toBe('collections/shop/everyone.request.yaml');
    expect((await result('client.drafts')).drafts).toEqual([]);
    await using cli = openWorkspace();
    mkdirSync(join(cli.folder, 'collections/shop'), { recursive: true });
    writeFileSync(join(cli.folder, 'collections/shop/list.request.yaml'), before);
    writeFileSync(
      join(cli.folder, 'collections/shop/collection.yaml'),
      text('collections/shop/collection.yaml').replace('everyone', 'list'),
    );
    await cli.call('update_request', {
      collection: 'Shop',
      request: 'List',
      changes: {
        name,
        headers: { Accept: 'text/plain', 'X-New': '{{a}}' },
        auth: { type: 'bearer', token: '{{token}}' },
        settings: { timeoutMs: 5000 },
      },
    });
    expect(text(path)).toBe(cli.text(path));
    expect(text('collections/shop/collection.yaml')).toBe(cli.text('collections/shop/collection.yaml'));
    expect(readdirSync(join(folder, 'collections/shop'))).toHaveLength(2);
  });

  test('of a new request is saved into a collection, and not without one', async () => {
    list = { kind: 'request', id: crypto.randomUUID() };
    expect((await type('url', 'http://a', { isNew: true })).draft).toMatchObject({ state: 'new' });
    expect(await rpc('client.save_draft', list)).toMatchObject({ status: 422, field: 'collection' });
    const { tree } = await result('client.workspace');
    const [{ id: collection }] = tree;
    expect(await rpc('client.save_draft', { ...list, collection, name: 'List' })).toMatchObject({
      status: 422,
      field: 'name',
      error: expect.stringContaining('already'),
    });
    const { path } = await result('client.save_draft', { ...list, collection, name: 'Second' });
    expect(path).toBe('collections/shop/second.request.yaml');
    expect(text(path)).toContain(`id: ${list.id}\nname: Second\n`);
    expect(text('collections/shop/collection.yaml')).toMatch(/order:\n {2}- list\n {2}- second\n/);
  });

  test('without a name, or with a value that is not valid, is not written', async () => {
    await type('name', ' ');
    expect(await rpc('client.save_draft', list)).toMatchObject({ status: 422, field: 'name' });
    await type('name', 'List');
    await type('settings.timeoutMs', 'soon');
    expect(await rpc('client.save_draft', list)).toMatchObject({ status: 422, field: 'settings.timeoutMs' });
  });

  test.each([
    ['folder', () => result('create_folder', { collection: 'Shop', name: 'Users' }), 'docs'],
    ['collection', () => result('list_collections').then(([first]) => first), 'docs'],
    ['environment', () => result('save_environment', { name: 'Dev', variables: [] }), 'name'],
    ['flow', () => result('save_client_flow', { name: 'Flow', steps: [] }), 'name'],
  ])('of a %s', async (kind, make, field) => {
    const { id } = await make();
    const object = { kind, id };
    await result('client.change_draft', { ...object, changes: [{ field, value: 'typed' }] });
    const { path } = await result('client.save_draft', object);
    expect(text(path)).toContain(`${field}: typed\n`);
  });

  test('of globals, a dataset and a description', async () => {
    await result('set_variable', { scope: 'globals', key: 'a', value: '1' });
    await result('save_dataset', { name: 'people', csv: 'name\nAnn\n' });
    mkdirSync(join(folder, 'specs'), { recursive: true });
    write('specs/shop.yaml', 'openapi: 3.1.0\n');
    await result('client.drafts');
    const cases = [
      ['globals', 'globals', 'variables', [{ name: 'a', value: '2' }], 'globals.yaml', 'value: "2"'],
      ['dataset', 'people', 'text', 'name\nBob\n', 'datasets/people.csv', 'name\nBob\n'],
      ['spec', 'shop', 'text', 'openapi: 3.0.0\n', 'specs/shop.yaml', 'openapi: 3.0.0\n'],
    ] as const;
    for (const [kind, id, field, value, path, written] of cases) {
      await result('client.change_draft', { kind, id, changes: [{ field, value }] });
      expect((await result('client.save_draft', { kind, id })).path).toBe(path);
      expect(text(path)).toContain(written);
    }
  });

  test('of examples, each joined by itself with what the file gets meanwhile', async () => {
    const example = (id: string, body: string): object => ({ id, name: `Example ${id}`, status: 200, body });
    await type('examples', [example('a', 'one'), example('b', 'two')]);
    await result('client.save_draft', list);
    expect(text(LIST)).toMatch(/examples:\n {2}- id: a\n {4}name: Example a\n[^]*body: one/);
    const { fields } = await result('client.object', list);
    const [a, b] = fields.examples;
    await type('examples', [{ ...a, body: 'typed' }, b]);
    await edit(LIST, 'body: two', 'body: of the file');
    const [draft] = (await result('client.drafts')).drafts;
    expect(draft).toMatchObject({ conflicts: [], changed: ['examples[a].body'] });
    await result('client.save_draft', list);
    expect(text(LIST)).toMatch(/body: typed[^]*body: of the file/);
  });

  test('keeps values of secrets to itself', async () => {
    const { id } = await result('save_environment', {
      name: 'Secret',
      variables: [{ name: 'key', value: 's3cret', secret: true }],
    });
    const [object, mask] = [{ kind: 'environment', id }, '••••••••'];
    const { fields } = await result('client.object', object);
    expect(fields.variables).toMatchObject([{ name: 'key', value: mask }]);
    const [was] = fields.variables;
    const value = [
      { ...was, name: 'token' },
      { name: 'b', value: '2' },
    ];
    const typed = { ...object, changes: [{ field: 'variables', was: [was], value }] };
    const { draft } = await result('client.change_draft', typed);
    expect(JSON.stringify(draft)).not.toContain('s3cret');
    const { path } = await result('client.save_draft', object);
    expect(text(path)).not.toContain('s3cret');
    expect(JSON.parse(text('.local/secrets.json'))[id]).toEqual({ token: 's3cret' });
  });
});

describe('a file that changes meanwhile', () => {
  test('is joined field by field, and entry by entry', async () => {
    await type('headers', [header('Accept', 'text/plain'), header('X-Key', '1')]);
    await edit(LIST, 'value: "1"', 'value: "2"');
    await edit(LIST, '{{base}}/users', '{{base}}/people');
    const [draft] = (await result('client.drafts')).drafts;
    expect(draft).toMatchObject({ conflicts: [], changed: ['headers[Accept].value'] });
    await result('client.save_draft', list);
    expect(text(LIST)).toMatch(/url: "{{base}}\/people"[^]*text\/plain[^]*value: "2"/);
  });

  test('is not overwritten where both changed a field, until that is decided', async () => {
    await type('url', 'mine');
    await type('docs', 'typed');
    await edit(LIST, '{{base}}/users', 'theirs');
    const conflicts = [{ field: 'url', base: '{{base}}/users', mine: 'mine', theirs: 'theirs' }];
    expect((await result('client.drafts')).drafts[0]).toMatchObject({ conflicts });
    expect(await rpc('client.save_draft', list)).toMatchObject({
      status: 422,
      field: 'url',
      error: `${LIST} has changed in url too: decide by field with client.resolve_draft`,
    });
    expect(text(LIST)).toContain('url: "theirs"');
    const { draft } = await result('client.resolve_draft', { ...list, take: { url: 'theirs' } });
    expect(draft).toMatchObject({ conflicts: [], changed: ['docs'] });
    await result('client.save_draft', list);
    expect(text(LIST)).toMatch(/url: "theirs"[^]*docs: typed/);
  });

  test('is followed by its id when it moves', async () => {
    await type('url', 'mine');
    renameSync(join(folder, LIST), join(folder, 'collections/shop/other.request.yaml'));
    await until('the file at its new place', async () =>
      (await result('client.drafts')).drafts[0].path.includes('other'),
    );
    const { path } = await result('client.save_draft', list);
    expect(path).toBe('collections/shop/other.request.yaml');
    expect(text(path)).toContain('url: mine');
  });

  test('that is deleted leaves the draft, which is saved as a new one', async () => {
    await type('url', 'mine');
    rmSync(join(folder, LIST));
    await until(
      'the draft without a file',
      async () => (await result('client.drafts')).drafts[0].state === 'deleted',
    );
    expect(await rpc('client.save_draft', list)).toMatchObject({ status: 422, field: 'collection' });
    const [{ id: collection }] = (await result('client.workspace')).tree;
    await result('client.save_draft', { ...list, collection });
    expect(text(LIST)).toContain('url: mine');
  });

  test.each([
    ['collection', () => result('list_collections').then(([first]) => first), 'collections/shop', 'docs'],
    [
      'folder',
      () => result('create_folder', { collection: 'Shop', name: 'Users' }),
      'collections/shop/users',
      'docs',
    ],
    [
      'environment',
      () => result('save_environment', { name: 'Away', variables: [] }),
      'environments',
      'name',
    ],
    ['flow', () => result('save_client_flow', { name: 'Away', steps: [] }), 'flows', 'name'],
  ])('that is deleted is saved as a new one: a %s', async (kind, make, path, field) => {
    const object = { kind, id: (await make()).id };
    await result('client.change_draft', { ...object, changes: [{ field, value: 'typed' }] });
    rmSync(join(folder, path), { recursive: true });
    const state = async (): Promise<string> =>
      (await result('client.drafts', { object })).drafts[0]?.state ?? 'none';
    await until('the draft without a file', async () => (await state()) === 'deleted');
    if (kind === 'folder')
      expect(await rpc('client.save_draft', object)).toMatchObject({ status: 422, field: 'collection' });
    const [shop] = (await result('client.workspace')).tree;
    const holder = kind === 'folder' ? { collection: shop.id } : {};
    const saved = await result('client.save_draft', { ...object, ...holder, window: 'new' });
    expect(text(saved.path)).toMatch(new RegExp(`^id: ${object.id}\n[^]*${field}: typed\n`));
    expect(await state()).toBe('none');
    await result('client.undo', { window: 'new' });
    expect(await state()).toBe('deleted');
    await result('client.discard_drafts', { objects: [object] });
    await result('create_collection', { name: 'Shop' }).catch(() => undefined);
  });

  test('that is deleted is saved as a new one: globals, a dataset and a description', async () => {
    await result('set_variable', { scope: 'globals', key: 'a', value: '1' });
    await result('save_dataset', { name: 'away', csv: 'name\nAnn\n' });
    mkdirSync(join(folder, 'specs'), { recursive: true });
    write('specs/away.yaml', 'openapi: 3.1.0\n');
    await result('client.drafts');
    const cases = [
      ['globals', 'globals', 'variables', [{ name: 'a', value: '2' }], 'globals.yaml', 'value: "2"'],
      ['dataset', 'away', 'text', 'name\nBob\n', 'datasets/away.csv', 'name\nBob\n'],
      ['spec', 'away', 'text', 'openapi: 3.0.0\n', 'specs/away.yaml', 'openapi: 3.0.0\n'],
    ] as const;
    for (const [kind, id, field, value, path, written] of cases) {
      const object = { kind, id };
      await result('client.change_draft', { ...object, changes: [{ field, value }] });
      rmSync(join(folder, path));
      await until(
        'the draft without a file',
        async () => (await result('client.drafts', { object })).drafts[0].state === 'deleted',
      );
      expect((await result('client.save_draft', object)).path).toBe(path);
      expect(text(path)).toContain(written);
    }
  });

  test('that does not parse is named, and blocks no other', async () => {
    const { id } = await result('create_request', { collection: 'Shop', name: 'Other', url: 'a' });
    await type('url', 'mine');
    write(LIST, 'id: [\n');
    const problems = async (): Promise<readonly unknown[]> => (await result('client.workspace')).problems;
    await until('the broken file', async () => (await problems()).length > 0);
    expect((await result('client.drafts')).drafts).toMatchObject([{ state: 'unreadable' }]);
    expect(await problems()).toMatchObject([{ path: LIST, line: 2 }]);
    await result('client.change_draft', { kind: 'request', id, changes: [{ field: 'url', value: 'b' }] });
    await result('client.save_draft', { kind: 'request', id });
    expect(text('collections/shop/other.request.yaml')).toContain('url: b');
  });
});

describe('two windows', () => {
  test('share one draft; the later keystroke wins per field', async () => {
    await type('url', 'one', { window: '1' });
    await type('docs', 'two', { window: '2' });
    const { draft } = await type('url', 'three', { window: '2' });
    expect(draft.value).toMatchObject({ url: 'three', docs: 'two' });
  });

  test('lose no entry of a list that each saw before the other typed', async () => {
    const was = [header('Accept', 'application/json'), header('X-Key', '1')];
    const [a, b] = was;
    const change = (value: readonly unknown[]): Promise<unknown> =>
      result('client.change_draft', { ...list, changes: [{ field: 'headers', was, value }] });
    await Promise.all([
      change([header('Accept', 'one'), b, header('X-One', '1')]),
      change([a, header('X-Key', 'two'), header('X-Two', '2')]),
    ]);
    const [{ value }] = (await result('client.drafts')).drafts;
    const shown = value.headers.map((each: { name: string; value: string }) => `${each.name}=${each.value}`);
    expect(shown.toSorted()).toEqual(['Accept=one', 'X-Key=two', 'X-One=1', 'X-Two=2']);
  });
});

test('drafts are files that only this user reads, and survive the end of the app', async () => {
  const own = temporaryHome();
  const first = await startTestApp({ home: own.path });
  await first.result('create_collection', { name: 'Shop' });
  const { id } = await first.result('create_request', { collection: 'Shop', name: 'List', url: 'a' });
  const typed = { kind: 'request', id, changes: [{ field: 'url', value: 'typed' }] };
  await first.result('client.change_draft', typed);
  await first.close();
  const drafts = join(own.path, 'Workspace/.local/drafts');
  const [name] = readdirSync(drafts);
  expect(statSync(join(drafts, name!)).mode & 0o777).toBe(0o600);
  writeFileSync(join(drafts, 'broken.json'), '{"version":1');
  const second = await startTestApp({ home: own.path });
  const found = await second.result('client.drafts');
  expect(found).toMatchObject({ drafts: [{ id, value: { url: 'typed' } }], broken: ['broken.json'] });
  await second.result('client.save_draft', { kind: 'request', id });
  await until('the draft to be gone', () => readdirSync(drafts).join() === 'broken.json.broken');
  await second.close();
  own.remove();
});
