import { describe, expect, test } from 'vitest';
import { collectionFields, folderFields, type Collection, type Item } from '../model/collection.ts';
import { newRequest } from '../model/request.ts';
import { mergeCollection } from './index.ts';

type Fields = Parameters<typeof newRequest>[0];

const requestItem = (fields: Fields): Item => ({ kind: 'request', request: newRequest(fields) });
const folderItem = (id: string, name: string, items: readonly Item[], more = {}): Item => ({
  kind: 'folder',
  folder: { ...folderFields.omit({ order: true }).parse({ id, name, ...more }), items },
});
const collectionOf = (items: readonly Item[], more = {}): Collection => ({
  ...collectionFields.omit({ order: true }).parse({ id: 'c', name: 'C', ...more }),
  items,
});
const namesOf = (items: readonly Item[]): readonly unknown[] =>
  items.map((item) =>
    item.kind === 'request' ? item.request.name : [item.folder.name, namesOf(item.folder.items)],
  );
const firstOf = ({ items }: Collection) => (items[0]?.kind === 'request' ? items[0].request : null);
const variable = (name: string, value: string, secret = false) => ({
  name,
  value,
  enabled: true,
  secret,
  docs: '',
});

test('tests, scripts, authorization, examples and settings are ours; the rest is that of the file', () => {
  const ours = requestItem({
    id: 'r',
    name: 'Old',
    url: 'http://a.test/old',
    headers: [{ name: 'X', value: 'mine' }],
    query: [{ name: 'page', value: '7', enabled: false }],
    auth: { type: 'bearer', token: 't' },
    scripts: { test: 'ours()' },
    settings: { verifyTls: false },
    examples: [{ id: 'e', name: 'Ok', status: 200, body: 'ours' }],
  });
  const theirs = requestItem({
    id: 'r',
    name: 'New',
    url: 'http://a.test/new',
    headers: [{ name: 'x' }, { name: 'Y', value: 'b' }],
    query: [{ name: 'page', value: '1' }],
    scripts: { preRequest: 'before()', test: 'theirs()' },
    settings: { maxRedirects: 3 },
    docs: 'New',
    examples: [
      { id: 'f', name: 'Ok', status: 200, body: 'theirs' },
      { id: 'g', name: 'No', status: 404 },
    ],
  });
  const merged = mergeCollection(collectionOf([ours]), collectionOf([theirs], { name: 'Renamed' }));
  expect(firstOf(merged.collection)).toMatchObject({
    id: 'r',
    name: 'New',
    url: 'http://a.test/new',
    docs: 'New',
    headers: [
      { name: 'x', value: 'mine' },
      { name: 'Y', value: 'b' },
    ],
    query: [{ name: 'page', value: '1', enabled: true }],
    auth: { type: 'bearer', token: 't' },
    scripts: { preRequest: 'before()', test: 'ours()' },
    settings: { verifyTls: false, maxRedirects: 3 },
    examples: [{ body: 'ours' }, { name: 'No' }],
  });
  expect(merged.collection.name).toBe('C');
  expect(merged).toMatchObject({ added: [], updated: ['New'], missing: [], keptScripts: ['New'] });
});

describe('requests are found again', () => {
  const tested = { scripts: { test: 'ours()' } };
  test.each<[string, Fields, Fields]>([
    ['by id', { id: 'a', name: 'A', url: '/a' }, { id: 'a', name: 'B', method: 'POST', url: '/b' }],
    ['by name', { id: 'a', name: 'A', url: '/a' }, { id: 'b', name: 'A', url: '/b' }],
    ['by address', { id: 'a', name: 'A', url: '/a' }, { id: 'b', name: 'B', url: '/a' }],
  ])('%s', (_, own, given) => {
    const ours = collectionOf([requestItem({ ...own, ...tested })]);
    const merged = mergeCollection(ours, collectionOf([folderItem('f', 'F', [requestItem(given)])]));
    if (given.name === 'A') {
      // In another folder a name says nothing.
      expect(merged.missing).toHaveLength(1);
      return;
    }
    expect(merged).toMatchObject({ added: [], missing: [] });
    expect(namesOf(merged.collection.items)).toEqual([['F', [given.name]]]);
  });

  test('of the same name, each once', () => {
    const twin = (id: string, url: string, more = {}): Item => requestItem({ id, name: 'T', url, ...more });
    const ours = collectionOf([twin('a', '/1', { docs: '' }), twin('b', '/2', tested)]);
    const { collection } = mergeCollection(ours, collectionOf([twin('x', '/2'), twin('y', '/1')]));
    expect(firstOf(collection)).toMatchObject({ id: 'b', url: '/2', scripts: { test: 'ours()' } });
  });
});

test('what the file does not have is kept, at the end of its folder; folders that are empty then are gone', () => {
  const ours = collectionOf([
    requestItem({ id: 'mine', name: 'Mine', url: '/mine' }),
    folderItem('f', 'Users', [
      requestItem({ id: 'a', name: 'List', url: '/users' }),
      requestItem({ id: 'own', name: 'Own', url: '/own' }),
    ]),
    folderItem('g', 'Moved', [requestItem({ id: 'm', name: 'M', url: '/m' })]),
    folderItem('h', 'Only ours', [requestItem({ id: 'o', name: 'O', url: '/o' })], {
      scripts: { test: 'x()' },
    }),
  ]);
  const theirs = collectionOf([
    folderItem('z', 'Users', [
      requestItem({ id: 'm', name: 'M', url: '/m' }),
      requestItem({ id: 'a', name: 'List', url: '/users' }),
    ]),
    requestItem({ id: 'n', name: 'New', url: '/n' }),
  ]);
  const merged = mergeCollection(ours, theirs);
  expect(namesOf(merged.collection.items)).toEqual([
    ['Users', ['M', 'List', 'Own']],
    'New',
    'Mine',
    ['Only ours', ['O']],
  ]);
  expect(merged.missing.map(({ name }) => name)).toEqual(['Mine', 'Own', 'O']);
  expect(merged.added).toEqual(['New']);
  // A second time changes nothing.
  const again = mergeCollection(merged.collection, theirs);
  expect(again).toMatchObject({ added: [], updated: [] });
  expect(again.collection).toEqual(merged.collection);
});

test('values of variables', () => {
  const ours = collectionOf([], {
    auth: { type: 'basic', username: 'u' },
    variables: [variable('base', 'http://mine'), variable('key', 'k', true), variable('own', '1')],
  });
  const theirs = collectionOf([], {
    docs: 'D',
    variables: [variable('key', 'theirs'), variable('base', 'http://theirs'), variable('new', '')],
  });
  expect(mergeCollection(ours, theirs).collection).toMatchObject({
    docs: 'D',
    auth: { type: 'basic' },
    variables: [
      { name: 'key', value: 'k', secret: true },
      { name: 'base', value: 'http://theirs' },
      { name: 'new' },
      { name: 'own', value: '1' },
    ],
  });
});
