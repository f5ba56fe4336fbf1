// Acts of a window on the workspace over RPC: steps that are taken back, search and replace, variables, Git.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { until } from '../helpers/waiting.ts';

const running = await startTestApp();
const { home, result, rpc } = running;
const folder = join(home, 'Workspace');
const LIST = 'collections/shop/list.request.yaml';

afterAll(() => running.close());

let ids: Record<'shop' | 'users' | 'list' | 'show' | 'dev', string>;

beforeEach(async () => {
  const { drafts } = await result('client.drafts');
  const objects = drafts.map(({ kind, id }: { kind: string; id: string }) => ({ kind, id }));
  if (objects.length > 0) await result('client.discard_drafts', { objects });
  rmSync(folder, { recursive: true, force: true });
  await until(
    'the folder to be gone',
    async () => (await result('client.workspace')).tree.length === 0 || !existsSync(folder),
  );
  const { id: shop } = await result('create_collection', { name: 'Shop' });
  const { id: users } = await result('create_folder', { collection: 'Shop', name: 'Users' });
  const { id: list } = await result('create_request', {
    collection: 'Shop',
    name: 'List',
    url: '{{base}}/users',
    headers: { 'X-Key': '{{key}}' },
    body: { type: 'raw', language: 'json', text: '{"user": 1}' },
    scripts: { test: "pm.environment.get('base');\n// users" },
  });
  const { id: show } = await result('create_request', {
    collection: 'Shop',
    folder: 'Users',
    name: 'Show',
    url: '{{ base }}/users/:id',
  });
  const { id: dev } = await result('save_environment', {
    name: 'Dev',
    variables: [
      { name: 'base', value: 'http://a' },
      { name: 'key', value: 's3cret', secret: true },
    ],
  });
  ids = { shop, users, list, show, dev };
});

const text = (path: string): string => readFileSync(join(folder, path), 'utf8');

/** Returns all files of the workspace but those of this machine and the trash, with their texts. */
function files(): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = names
    .filter((entry) => entry.isFile() && !/\/\.(?:local|trash|git)(?:\/|$)/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(path, 'utf8')]));
}

const act = (label: string, ...calls: readonly object[]): Promise<unknown> =>
  result('client.act', { label, calls, window: 'one' });
const undo = async (): Promise<string> => (await result('client.undo', { window: 'one' })).undone;

describe('steps', () => {
  test('of several operations are taken back as one, secrets too', async () => {
    const [before, secrets] = [files(), text('.local/secrets.json')];
    await act(
      'Moved and deleted',
      { method: 'move_item', params: { collection: 'Shop', item: ids.list, toFolder: ids.users } },
      { method: 'trash_item', params: { kind: 'environment', id: ids.dev } },
      { method: 'set_variable', params: { scope: 'globals', key: 'g', value: 'x', secret: true } },
    );
    expect(files()).not.toEqual(before);
    expect((await result('client.undo_steps', { window: 'one' })).steps[0]).toBe('Moved and deleted');
    expect(await rpc('client.undo', { window: 'another' })).toMatchObject({ status: 422 });
    expect(await undo()).toBe('Moved and deleted');
    expect(files()).toEqual(before);
    expect(JSON.parse(text('.local/secrets.json'))).toEqual(JSON.parse(secrets));
  });

  test('are done completely or not at all', async () => {
    const before = files();
    const called = await rpc('client.act', {
      label: 'Deleted 2 requests',
      calls: [
        { method: 'delete_request', params: { collection: 'Shop', request: ids.list } },
        { method: 'delete_request', params: { collection: 'Shop', request: 'none' } },
      ],
    });
    expect(called).toMatchObject({ status: 422, error: expect.stringContaining('no request "none"') });
    expect(files()).toEqual(before);
  });

  test('are not taken back over what somebody else has written since', async () => {
    await act('Renamed', {
      method: 'update_request',
      params: { collection: 'Shop', request: ids.list, changes: { docs: 'a' } },
    });
    writeFileSync(join(folder, LIST), `${text(LIST)}# by hand\n`);
    expect(await rpc('client.undo', { window: 'one' })).toMatchObject({
      status: 422,
      error: `${LIST} has changed since: what was done before is not taken back`,
    });
    expect(text(LIST)).toContain('# by hand');
  });

  test('saving and discarding of drafts are steps', async () => {
    const [object, before] = [{ kind: 'request', id: ids.list }, text(LIST)];
    await result('client.change_draft', { ...object, changes: [{ field: 'url', value: 'typed' }] });
    await result('client.save_drafts', { objects: [object], window: 'one' });
    expect(await undo()).toBe('Saved 1 objects');
    expect(text(LIST)).toBe(before);
    expect((await result('client.drafts')).drafts).toMatchObject([{ value: { url: 'typed' } }]);
    await result('client.discard_drafts', { objects: [object], window: 'one' });
    expect((await result('client.drafts')).drafts).toEqual([]);
    expect(await undo()).toBe('Discarded 1 draft');
    expect((await result('client.drafts')).drafts).toMatchObject([{ changed: ['url'] }]);
  });
});

interface Occurrence {
  readonly occurrence: string;
  readonly field: string;
  readonly name: string;
  readonly risk: string | null;
  readonly before: string;
  readonly after: string | null;
}

describe('search', () => {
  const search = async (params: object): Promise<readonly Occurrence[]> =>
    (await result('client.search', params)).occurrences;

  test.each([
    [{ query: 'USERS' }, ['Users name', 'Show url', 'List url', 'List scripts.test']],
    [{ query: 'USERS', matchCase: true }, []],
    [{ query: 'user', wholeWord: true }, ['List body.text']],
    [{ query: '/u(s)ers$', isRegex: true }, ['List url']],
    [{ query: 'users', areas: ['scripts'] }, ['List scripts.test']],
    [{ query: 'users', kinds: ['folder'] }, ['Users name']],
    [{ query: 's3cret' }, []],
  ])('%j', async (params, expected) => {
    const found = (await search(params)).map(({ name, field }) => `${name} ${field}`);
    expect(new Set(found)).toEqual(new Set<string>(expected));
  });

  test('a pattern that would take for ever takes no time, and a wrong one is refused', async () => {
    await result('update_request', {
      collection: 'Shop',
      request: ids.list,
      changes: { docs: `${'a'.repeat(50_000)}!` },
    });
    expect(await search({ query: '(a+)+#$', isRegex: true })).toEqual([]);
    expect(await rpc('client.search', { query: '(', isRegex: true })).toMatchObject({
      status: 422,
      field: 'query',
    });
  });

  test('a replacement is shown, with what would break, and done as one step on drafts and files', async () => {
    const show = { kind: 'request', id: ids.show };
    await result('client.change_draft', { ...show, changes: [{ field: 'docs', value: 'The user.' }] });
    const query = { query: 'user', replacement: 'person"' };
    const occurrences = await search(query);
    const risks = new Map(occurrences.map(({ name, field, risk }) => [`${name} ${field}`, risk]));
    expect(risks.get('List body.text')).toBe('the body would not be JSON any more');
    expect(risks.get('List url')).toBeNull();
    expect(occurrences.find(({ field }) => field === 'docs')).toMatchObject({
      before: 'The user.',
      after: 'The person".',
    });
    const [before, chosen] = [
      files(),
      occurrences.filter(({ risk, name }) => risk === null && name !== 'Users'),
    ];
    const names = chosen.map(({ occurrence }) => occurrence);
    const replaced = await result('client.replace', { ...query, occurrences: names, window: 'one' });
    expect(replaced).toEqual({ occurrences: names.length, objects: 2 });
    expect(text(LIST)).toContain(`url: "{{base}}/person\\"s"`);
    expect(text(LIST)).toContain(String.raw`text: "{\"user\": 1}"`);
    expect(text('collections/shop/users/show.request.yaml')).toBe(
      before[join(folder, 'collections/shop/users/show.request.yaml')],
    );
    expect((await result('client.drafts', { object: show })).drafts[0].value.docs).toBe('The person".');
    expect(await undo()).toBe('Replaced "user"');
    expect(files()).toEqual(before);
    expect((await result('client.drafts', { object: show })).drafts[0].value.docs).toBe('The user.');
  });

  test('names are replaced with their files, those that are taken are marked', async () => {
    await result('create_request', { collection: 'Shop', name: 'Shown', url: '' });
    const taken = (await search({ query: 'Lis', replacement: 'Show', areas: ['name'] })).map(
      ({ after, risk }) => [after, risk],
    );
    expect(taken).toEqual([['Showt', null]]);
    const [occurrence] = await search({ query: 'List', replacement: 'Shown', areas: ['name'] });
    expect(occurrence!.risk).toBe('there is a request of this name already');
    const all = await search({ query: 's', replacement: 'z', areas: ['name'] });
    await result('client.replace', {
      query: 's',
      replacement: 'z',
      occurrences: all.map(({ occurrence: each }) => each),
    });
    expect(
      Object.keys(files())
        .map((path) => path.slice(folder.length + 1))
        .filter((path) => path.includes('/u')),
    ).toEqual(['collections/shop/uzerz/folder.yaml', 'collections/shop/uzerz/zhow.request.yaml']);
  });
});

describe('a variable', () => {
  test('is found where it is used, by file', async () => {
    const { occurrences, files: count } = await result('client.variable_uses', {
      scope: 'environment',
      name: 'base',
    });
    expect(occurrences.map(({ field }: Occurrence) => field).toSorted()).toEqual([
      'scripts.test',
      'url',
      'url',
    ]);
    expect(count).toBe(2);
  });

  test('is moved, described and made plain with others as one step', async () => {
    const before = files();
    const variables = [
      { name: 'key', value: '••••••••', secret: true, docs: 'of the shop' },
      { name: 'base', value: 'http://a', enabled: false },
    ];
    const lists = [
      { scope: 'environment', owner: ids.dev, variables },
      { scope: 'globals', variables: [{ name: 'g', value: '1', type: 'number' }] },
    ];
    await result('client.save_variables', { label: 'Moved key', lists, window: 'one' });
    expect(text('environments/dev.yaml')).toMatch(/name: key[^]*of the shop[^]*name: base[^]*enabled: false/);
    expect(text('.local/secrets.json')).toContain('s3cret');
    expect(text('globals.yaml')).toContain('type: number');
    const plain = [{ name: 'key', value: '••••••••', secret: false }];
    await result('client.save_variables', {
      label: 'Plain',
      lists: [{ scope: 'environment', owner: ids.dev, variables: plain }],
      window: 'one',
    });
    expect(text('environments/dev.yaml')).toContain('value: s3cret');
    expect([await undo(), await undo()]).toEqual(['Plain', 'Moved key']);
    expect(files()).toEqual(before);
    const wrong = { scope: 'globals', variables: [{ name: 'new', value: '••••••••', secret: true }] };
    expect(await rpc('client.save_variables', { label: 'a', lists: [wrong] })).toMatchObject({
      status: 422,
      error: expect.stringContaining('is the mask'),
    });
  });

  test('is counted by name, also in scripts', async () => {
    const { counts } = await result('client.variable_counts');
    expect(
      counts.toSorted((a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)),
    ).toEqual([
      { name: 'base', uses: 3 },
      { name: 'key', uses: 1 },
    ]);
  });

  test('is renamed everywhere as one step, but not where another one is meant', async () => {
    await result('set_variable', { scope: 'request', owner: ids.show, key: 'base', value: 'own' });
    const before = files();
    const rename = { scope: 'environment', name: 'base', to: 'origin', window: 'one' };
    expect(await result('client.rename_variable', rename)).toEqual({ occurrences: 2, objects: 1 });
    expect(text(LIST)).toContain('{{origin}}/users');
    expect(text(LIST)).toContain("pm.environment.get('origin')");
    expect(text('environments/dev.yaml')).toContain('name: origin');
    expect(text('collections/shop/users/show.request.yaml')).toContain('{{ base }}');
    expect(await undo()).toBe('Renamed base to origin');
    expect(files()).toEqual(before);
  });

  test('that is secret keeps its value, and a name that is taken is refused', async () => {
    await result('client.rename_variable', {
      scope: 'environment',
      owner: ids.dev,
      name: 'key',
      to: 'token',
    });
    expect(JSON.parse(text('.local/secrets.json'))[ids.dev]).toEqual({ token: 's3cret' });
    const taken = { scope: 'environment', name: 'token', to: 'base' };
    expect(await rpc('client.rename_variable', taken)).toMatchObject({ status: 422, field: 'to' });
  });
});

describe('Git', () => {
  const git = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };

  beforeEach(() => {
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Ada');
    git('config', 'user.email', 'ada@example.test');
    git('add', '--all');
    git('commit', '-qm', 'one');
  });

  test('changes are told by object and field, committed and discarded by selection', async () => {
    await result('update_request', {
      collection: 'Shop',
      request: ids.list,
      changes: { headers: { 'X-Key': '{{key}}', 'X-New': '1' }, body: 'text', docs: 'new' },
    });
    await result('update_request', {
      collection: 'Shop',
      request: ids.show,
      changes: { name: 'One', auth: { type: 'bearer', token: 'abc' } },
    });
    await result('create_request', { collection: 'Shop', name: 'Third', url: '' });
    writeFileSync(join(folder, 'README.md'), '# Shop\n');
    const found = await result('client.git_status');
    const told = found.objects.map(
      ({ name, change, summary }: Record<string, string>) => `${name} ${change}: ${summary}`,
    );
    expect(told.toSorted()).toEqual([
      'List changed: header X-New added, body changed, docs changed',
      'One moved: name changed, auth changed',
      'Shop changed: order changed',
      'Third added: ',
      'Users changed: order changed',
    ]);
    expect(found.others).toMatchObject([{ path: 'README.md' }]);
    const [diff] = await result('client.git_diff', { paths: ['collections/shop/users/one.request.yaml'] });
    expect(diff.differences).toMatchObject([
      { field: 'name', before: 'Show', after: 'One' },
      { field: 'auth' },
    ]);
    expect(JSON.stringify(diff)).not.toContain('abc');
    const commit = { message: 'List', paths: [LIST, 'README.md'] };
    expect(await result('client.git_commit', commit)).toMatchObject({ subject: 'List' });
    expect(git('show', '--name-only', '--format=').trim().split('\n')).toEqual(['README.md', LIST]);
    expect(await result('client.git_log', { object: { kind: 'request', id: ids.list } })).toHaveLength(2);
    expect(await result('client.git_log', { object: { kind: 'request', id: ids.show } })).toHaveLength(0);
  });

  test('discarded changes are in the trash, and are taken back', async () => {
    await result('update_request', { collection: 'Shop', request: ids.list, changes: { docs: 'new' } });
    await result('update_request', { collection: 'Shop', request: ids.show, changes: { name: 'One' } });
    git('add', '--all', 'collections');
    const before = files();
    const { objects } = await result('client.git_status');
    const paths = objects
      .map(({ path }: { path: string }) => path)
      .filter((path: string) => path.endsWith('.request.yaml'));
    expect(await result('client.git_discard', { paths, window: 'one' })).toEqual({ discarded: 2 });
    expect(git('status', '--porcelain', '--', 'collections/**/*.request.yaml')).toBe('');
    expect(readdirSync(join(folder, '.trash')).filter((name) => name !== '.gitignore')).toHaveLength(2);
    expect(await undo()).toBe('Discarded changes of 2 objects');
    expect(files()).toEqual(before);
  });

  test('a merge that was not decided is a conflict and no error of the file; a side is taken', async () => {
    git('switch', '-qc', 'other');
    await result('update_request', { collection: 'Shop', request: ids.list, changes: { url: 'http://b' } });
    git('commit', '-qam', 'theirs');
    git('switch', '-q', 'main');
    await result('update_request', { collection: 'Shop', request: ids.list, changes: { url: 'http://c' } });
    git('commit', '-qam', 'ours');
    expect(() => git('merge', 'other')).toThrow();
    const conflict = async () =>
      (await result('client.workspace')).tree[0].items.find(
        ({ error }: { error?: { isConflict?: true } }) => error?.isConflict === true,
      );
    await until('the conflict', async () => (await conflict()) !== undefined);
    expect((await conflict()).error).toMatchObject({ line: expect.any(Number), isConflict: true });
    const { objects } = await result('client.git_status');
    expect(objects).toMatchObject([{ path: LIST, name: 'List', change: 'conflict' }]);
    expect(await result('client.git_texts', { path: LIST })).toMatchObject({ conflicts: 1 });
    await result('client.git_resolve', { path: LIST, take: 'theirs', window: 'one' });
    expect(text(LIST)).toContain('url: http://b');
    expect(await undo()).toBe('Decided the merge of List');
    expect(text(LIST)).toContain('<<<<<<<');
    await result('client.git_resolve', { path: LIST, take: 'ours', window: 'one' });
    expect(text(LIST)).toContain('url: http://c');
    await result('client.git_commit', { message: 'Merged', paths: [LIST] });
    expect(git('log', '-1', '--format=%s %P').trim().split(' ')).toHaveLength(3);
  });

  test('outside of a repository, and of files that have not changed, it is refused', async () => {
    const unchanged = await rpc('client.git_discard', { paths: [LIST] });
    expect(unchanged).toMatchObject({ status: 422, field: 'paths' });
    rmSync(join(folder, '.git'), { recursive: true });
    expect((await rpc('client.git_status')).error).toContain('is not in a Git repository');
  });
});
