import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collectionFields, folderFields, type Collection } from '../model/collection.ts';
import { environment } from '../model/environment.ts';
import { clientFlow } from '../model/flow.ts';
import { NOTHING_IMPORTED } from '../model/imported.ts';
import { newRequest } from '../model/request.ts';
import { withoutOrder } from './read-collection.ts';
import { Workspace } from './workspace.ts';

let folder: string;
let workspace: Workspace;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workspace-'));
  workspace = new Workspace(folder);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function shop(): Collection {
  const get = newRequest({
    id: 'r1',
    name: 'Get order',
    url: '{{base}}/orders/:id',
    path: [{ name: 'id', value: '1' }],
    headers: [
      { name: 'Accept', value: '*/*' },
      { name: 'X-Off', enabled: false },
    ],
    body: { type: 'raw', language: 'json', text: '{\n  "a": 1\n}\n' },
    auth: { type: 'bearer', token: '{{token}}' },
    scripts: { test: 'pm.test("a", () => {});' },
    examples: [{ id: 'e1', name: 'Found', body: '{}' }],
  });
  const twin = newRequest({ id: 'r2', name: 'get ORDER' });
  const inner = { ...withoutOrder(folderFields.parse({ id: 'f1', name: 'Get order' })), items: [] };
  const fields = withoutOrder(
    collectionFields.parse({
      id: 'c1',
      name: 'Shop / Test',
      variables: [
        { name: 'base', value: 'http://127.0.0.1' },
        { name: 'token', value: 's3cret', secret: true },
      ],
    }),
  );
  return {
    ...fields,
    items: [
      { kind: 'request', request: get },
      { kind: 'folder', folder: inner },
      { kind: 'request', request: twin },
    ],
  };
}

async function onlyCollection(): Promise<Collection> {
  const again = new Workspace(folder);
  const [head] = await again.collectionHeads();
  const stored = head === undefined ? null : await again.collection(head);
  expect(again.problems).toEqual([]);
  if (stored === null) throw new Error('there is none');
  return stored.collection;
}

describe('a collection', () => {
  test('comes back as it went in, in its order', async () => {
    await workspace.addCollection(shop());
    expect(await onlyCollection()).toEqual(shop());
    expect((await readdir(join(folder, 'collections', 'shop-test'))).sort()).toEqual([
      'collection.yaml',
      'get-order-2',
      'get-order-3.request.yaml',
      'get-order.request.yaml',
    ]);
  });

  test('is written without defaults', async () => {
    await workspace.addCollection(shop());
    const text = await readFile(join(folder, 'collections', 'shop-test', 'get-order-3.request.yaml'), 'utf8');
    expect(text).toBe('id: r2\nname: get ORDER\ntype: http\nmethod: GET\nurl: ""\n');
  });

  test('keeps values of secrets where Git does not look, for this user alone', async () => {
    await workspace.addCollection(shop());
    const shared = await readFile(join(folder, 'collections', 'shop-test', 'collection.yaml'), 'utf8');
    expect(shared).not.toContain('s3cret');
    const local = join(folder, '.local');
    expect(await readFile(join(local, '.gitignore'), 'utf8')).toBe('*\n');
    expect((await stat(join(local, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  test('is not there at all where it cannot be written whole', async () => {
    await mkdir(join(folder, 'collections'));
    await writeFile(join(folder, 'collections', 'shop-test'), '');
    await workspace.addCollection(shop());
    expect((await readdir(join(folder, 'collections'))).sort()).toEqual(['shop-test', 'shop-test-2']);
    if (process.getuid?.() === 0) return;
    await chmod(join(folder, 'collections'), 0o500);
    await expect(workspace.addCollection(shop())).rejects.toThrow('cannot be written');
    await chmod(join(folder, 'collections'), 0o700);
  });

  test('that is added again is another', async () => {
    await workspace.addCollection(shop());
    await workspace.addCollection(shop());
    const ids = (await workspace.collectionHeads()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(ids).toContain('c1');
  });
});

describe('a broken file', () => {
  const path = (...parts: string[]): string => join(folder, 'collections', 'shop-test', ...parts);

  test.each([
    ['id: r1\nname: [', 'get-order.request.yaml', 2, /deficient|unexpected|expected/i],
    ['id: r1\ntype: htpp\n', 'get-order.request.yaml', 2, /type/],
    ['id: r1\nheaders:\n  - name: a\n    colour: red\n', 'get-order.request.yaml', 4, /colour/],
    ['settings: 5\n', 'get-order.request.yaml', 1, /settings/],
  ])('%j is reported and left unchanged, and the rest is loaded', async (text, name, line, reason) => {
    await workspace.addCollection(shop());
    await writeFile(path(name), text);
    const again = new Workspace(folder);
    const [head] = await again.collectionHeads();
    const stored = await again.collection(head!);
    expect(stored?.collection.items).toHaveLength(2);
    expect(again.problems).toEqual([
      { file: join('collections', 'shop-test', name), line, reason: expect.stringMatching(reason) as string },
    ]);
    expect(await readFile(path(name), 'utf8')).toBe(text);
  });

  test('a copied file gets its own id, and is reported', async () => {
    await workspace.addCollection(shop());
    await writeFile(path('copy.request.yaml'), await readFile(path('get-order.request.yaml')));
    const [head] = await workspace.collectionHeads();
    const stored = await workspace.collection(head!);
    expect(stored?.collection.items).toHaveLength(4);
    expect(new Set(stored?.paths.keys()).size).toBe(4);
    expect(workspace.problems[0]?.reason).toContain('its id is that of');
  });

  test('a file that is moved is where it was moved to', async () => {
    await workspace.addCollection(shop());
    await rename(path('get-order-3.request.yaml'), path('get-order-2', 'moved.request.yaml'));
    const { items } = await onlyCollection();
    expect(items.map(({ kind }) => kind)).toEqual(['request', 'folder']);
  });
});

test('environments, globals and requests without a collection are taken in', async () => {
  const staging = environment.parse({
    id: 'e1',
    name: 'Staging',
    variables: [{ name: 'key', value: 'k', secret: true }],
  });
  const imported = {
    ...NOTHING_IMPORTED,
    environments: [staging],
    globals: [{ name: 'g', value: '1', enabled: true, secret: false, docs: '' }],
    requests: [newRequest({ id: 'x', name: 'One' })],
  };
  await workspace.import(imported);
  await workspace.import({ ...NOTHING_IMPORTED, requests: [newRequest({ id: 'y', name: 'One' })] });
  const again = new Workspace(folder);
  expect(await again.environments()).toEqual([staging]);
  expect(await again.globals()).toEqual(imported.globals);
  const { name, items } = await onlyCollection();
  expect([name, items.length]).toEqual(['Imported', 2]);
});

test('a workspace that is not there yet is empty', async () => {
  const none = new Workspace(join(folder, 'none'));
  expect([await none.collectionHeads(), await none.environments(), await none.globals()]).toEqual([
    [],
    [],
    [],
  ]);
  expect(none.problems).toEqual([]);
});

test('an environment that is renamed moves its file, and keeps its secrets', async () => {
  const staging = environment.parse({
    id: 'e1',
    name: 'Staging',
    variables: [{ name: 'key', value: 'k', secret: true }],
  });
  await workspace.saveEnvironment(staging);
  await workspace.saveEnvironment({ ...staging, name: 'Live' });
  expect(await readdir(join(folder, 'environments'))).toEqual(['live.yaml']);
  expect(await new Workspace(folder).environments()).toEqual([{ ...staging, name: 'Live' }]);
  await workspace.addEnvironment(staging);
  expect((await workspace.environments()).map(({ name }) => name)).toEqual(['Live', 'Staging']);
});

test('fields of a collection change one file, and its contents stay', async () => {
  await workspace.addCollection(shop());
  const [head] = await workspace.collectionHeads();
  const stored = await workspace.collection(head!);
  await workspace.saveCollection({ ...stored!, collection: { ...stored!.collection, docs: 'New' } });
  expect(await onlyCollection()).toEqual({ ...shop(), docs: 'New' });
});

test('an API description refers to its collection, also with another id', async () => {
  const { id } = await workspace.addCollection(shop());
  const imported = {
    ...NOTHING_IMPORTED,
    collections: [shop()],
    specs: [{ name: 'A', text: '{}', collectionId: id }],
  };
  await workspace.import(imported);
  const link = await readFile(join(folder, 'specs', 'a.link.yaml'), 'utf8');
  const other = (await workspace.collectionHeads()).find((each) => each.id !== id);
  expect(link).toContain(`collectionId: ${other?.id}`);
});

test('flows come back as they went in, steps within steps', async () => {
  const flow = clientFlow.parse({
    id: 'f',
    name: 'Sign in',
    steps: [
      { type: 'send', collection: 'Shop', request: 'Log in' },
      { type: 'extract', path: '$.token', variable: 'token' },
      {
        type: 'condition',
        when: { left: '{{token}}', op: 'exists' },
        then: [{ type: 'loop', times: 2, steps: [{ type: 'delay', ms: 5 }] }],
      },
      { type: 'script', code: 'pm.environment.set("a", 1);\n' },
    ],
  });
  await workspace.saveFlow(flow);
  expect(await new Workspace(folder).flows()).toEqual([flow]);
  expect(await readFile(join(folder, 'flows', 'sign-in.yaml'), 'utf8')).not.toContain('else');
});
