// Synchronization of a collection with its description: the requests that are added, updated, removed and kept.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importContent } from '../interchange/import/index.ts';
import { requestsOf } from '../collections/model/collection.ts';
import { newRequest, type SavedRequest } from '../collections/model/request.ts';
import { specText, writeSpec } from '../collections/storage/specs.ts';
import { readTrash, restoreFromTrash } from '../collections/storage/trash.ts';
import { Workspace } from '../collections/storage/workspace.ts';
import { previewSync, syncSpec, type SyncResult } from './sync.ts';

let workspace: Workspace;
beforeEach(async () => {
  workspace = new Workspace(await mkdtemp(join(tmpdir(), 'sync-')));
});
afterEach(async () => {
  await rm(workspace.folder, { recursive: true });
});

const operation = (summary: string, more: object = {}) => ({
  summary,
  responses: { 200: { description: 'Ok' } },
  ...more,
});
const FIRST = {
  '/users': { get: operation('List', { tags: ['Users'] }), post: operation('Add', { tags: ['Users'] }) },
  '/old': { get: operation('Old', { operationId: 'old', tags: ['Old'] }) },
};
const SECOND = {
  '/users': { get: operation('List all', { tags: ['Users'] }), post: operation('Add', { tags: ['Users'] }) },
  '/users/{id}': { get: operation('One', { tags: ['Users'] }) },
};

function imported(paths: object, title = 'Shop') {
  const text = JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths });
  return importContent(Buffer.from(text), 'shop.json');
}

async function stored() {
  const [head] = await workspace.collectionHeads();
  return workspace.wholeCollection(head!);
}

const linesOf = ({ changes }: SyncResult): readonly string[] =>
  changes.map(({ type, method, name, folders }) => `${type} ${method} ${[...folders, name].join('/')}`);

/** Changes the request at this URL, as a person does. */
async function edit(url: string, fields: Partial<SavedRequest>): Promise<void> {
  const known = await stored();
  const items = known.collection.items.map((item) =>
    item.kind === 'request'
      ? item
      : {
          ...item,
          folder: {
            ...item.folder,
            items: item.folder.items.map((inner) =>
              inner.kind === 'request' && inner.request.url.endsWith(url)
                ? { ...inner, request: { ...inner.request, ...fields } }
                : inner,
            ),
          },
        },
  );
  await workspace.replaceCollection(known, { ...known.collection, items });
}

async function requests(): Promise<ReadonlyMap<string, SavedRequest>> {
  const { collection } = await stored();
  return new Map([...requestsOf(collection.items)].map(({ request }) => [request.name, request]));
}

describe('a new version', () => {
  beforeEach(async () => {
    await workspace.import(imported(FIRST));
  });

  test('adds, updates and removes requests; a second time changes nothing', async () => {
    const result = await syncSpec(workspace, null, imported(SECOND));
    expect(linesOf(result)).toEqual([
      'updated GET Users/List all',
      'added GET Users/One',
      'removed GET Old/Old',
    ]);
    expect([...(await requests()).keys()]).toEqual(['List all', 'Add', 'One']);
    const again = await syncSpec(workspace, null, imported(SECOND));
    expect(again.changes).toEqual([]);
    expect((await workspace.specs()).map(specText)).toEqual([imported(SECOND).specs[0]?.text]);
  });

  test('a preview says the same, with the parts of requests, and writes nothing', async () => {
    const before = await stored();
    const [spec] = await workspace.specs();
    const [theirs] = imported(SECOND).collections;
    const { changes } = await previewSync(workspace, spec!, theirs!);
    expect(changes.map(({ type, name, differences }) => [type, name, differences])).toEqual([
      ['updated', 'List all', [{ mark: '~', what: 'name' }]],
      ['added', 'One', []],
      ['removed', 'Old', []],
    ]);
    expect(await stored()).toEqual(before);
    expect((await workspace.specs()).map(specText)).toEqual([imported(FIRST).specs[0]?.text]);
  });

  test('changes that are left out are not made, and come up again', async () => {
    const [spec] = await workspace.specs();
    const [theirs] = imported(SECOND).collections;
    const { changes } = await previewSync(workspace, spec!, theirs!);
    for (const { id, name } of changes) {
      const leftOut = new Set(changes.map((each) => each.id).filter((each) => each !== id));
      const made = await syncSpec(workspace, null, imported(SECOND), leftOut);
      expect(made.changes.map((each) => each.name)).toEqual([name]);
    }
    expect((await syncSpec(workspace, null, imported(SECOND))).changes).toEqual([]);
    expect([...(await requests()).keys()].toSorted()).toEqual(['Add', 'List all', 'One']);
  });

  test('keeps tests, scripts, authorization, examples, and requests that people added', async () => {
    const scripts = { preRequest: 'before()', test: 'mine()' };
    const [example] = imported(FIRST).collections.flatMap(({ items }) =>
      [...requestsOf(items)].flatMap(({ request }) => request.examples),
    );
    const examples = [{ ...example!, id: 'mine', name: 'Mine', body: 'mine' }];
    const auth = { type: 'bearer', token: 't' } as const;
    await edit('/users', { scripts, examples, auth });
    const known = await stored();
    const own = newRequest({ id: 'own', name: 'Own', url: 'http://own.test' });
    await workspace.replaceCollection(known, {
      ...known.collection,
      items: [...known.collection.items, { kind: 'request', request: own }],
    });
    await syncSpec(workspace, null, imported(SECOND));
    const found = await requests();
    expect(found.get('List all')).toMatchObject({ scripts, auth });
    expect(found.get('List all')?.examples).toContainEqual(examples[0]);
    expect(found.get('Own')).toEqual(own);
    expect((await syncSpec(workspace, null, imported(SECOND))).changes).toEqual([]);
  });

  test('moves what was removed to the trash, from where it can be restored', async () => {
    await edit('/old', { scripts: { preRequest: '', test: 'precious()' } });
    await syncSpec(workspace, null, imported(SECOND));
    const [item, ...others] = await readTrash(workspace.folder, () => expect.unreachable());
    expect(item).toMatchObject({ kind: 'request', name: 'Old' });
    expect(others).toEqual([]);
    await restoreFromTrash(workspace.folder, item!);
    expect(await readTrash(workspace.folder, () => undefined)).toEqual([]);
    // Its folder is gone.
    expect((await requests()).get('Old')).toMatchObject({ scripts: { test: 'precious()' } });
  });

  test('of another title goes where --spec says, which has its title from then on', async () => {
    const renamed = imported(SECOND, 'Store');
    await expect(syncSpec(workspace, null, renamed)).rejects.toThrow('there is no specification "Store" in');
    const { spec, collection } = await syncSpec(workspace, 'shop', renamed);
    expect([spec.name, collection.name]).toEqual(['Store', 'Shop']);
    expect((await syncSpec(workspace, null, renamed)).changes).toEqual([]);
  });

  test('follows a path whose operationId is the same', async () => {
    await edit('/old', { scripts: { preRequest: '', test: 'mine()' } });
    const moved = { '/new': { get: operation('New', { operationId: 'old' }) } };
    await syncSpec(workspace, null, imported(moved));
    expect((await requests()).get('New')).toMatchObject({ scripts: { test: 'mine()' } });
  });

  test('is refused while a file of the collection cannot be read', async () => {
    const { paths } = await stored();
    const [path] = [...paths.values()].filter((each) => each.endsWith('.request.yaml'));
    await writeSpec({ id: 'x', path: path! }, { name: 'x', text: 'a: [', collectionId: 'x' });
    await expect(syncSpec(workspace, null, imported(SECOND))).rejects.toThrow(
      'cannot be updated before its files can be read',
    );
  });
});

describe('without a new version', () => {
  test('the collection follows a description that was edited in the workspace', async () => {
    await workspace.import(imported(FIRST));
    const [spec] = await workspace.specs();
    const text = imported(SECOND).specs[0]!.text;
    await writeSpec(spec!, { name: 'Shop', text, collectionId: spec!.collectionId! });
    expect(linesOf(await syncSpec(workspace, 'Shop'))).toHaveLength(3);
    expect((await syncSpec(workspace, spec!.id)).changes).toEqual([]);
    expect(specText(spec!)).toBe(text);
  });

  test('a collection that was deleted is created again', async () => {
    await workspace.import(imported(FIRST));
    await rm((await stored()).path, { recursive: true });
    expect((await syncSpec(workspace, 'Shop')).changes).toHaveLength(3);
    expect((await syncSpec(workspace, 'Shop')).changes).toEqual([]);
  });

  test('an unknown name is refused with the nearest one', async () => {
    await workspace.import(imported(FIRST));
    await expect(syncSpec(workspace, 'Shap')).rejects.toThrow('did you mean "Shop"?');
  });
});

test('import --update replaces the description, too', async () => {
  await workspace.import(imported(FIRST));
  await workspace.import(imported(SECOND), true);
  expect((await workspace.specs()).map(specText)).toEqual([imported(SECOND).specs[0]?.text]);
});
