import { expect, test } from 'vitest';
import type { TreeObject } from '../model/workspace.ts';
import { countRequests, treeRows } from './rows.ts';

const request = (name: string, url = ''): TreeObject => ({ kind: 'request', id: name, name, path: '', url });
const shop: TreeObject = {
  kind: 'collection',
  id: 'shop',
  name: 'Shop',
  path: '',
  items: [
    {
      kind: 'folder',
      id: 'orders',
      name: 'Orders',
      path: '',
      items: [request('List', '/orders'), request('Cancel')],
    },
    { kind: 'folder', id: 'empty', name: 'Empty', path: '', items: [] },
    request('Health', '/health'),
  ],
};
const names = (open: readonly string[], query = ''): readonly string[] =>
  treeRows([shop], new Set(open), query).map(({ object }) => object.name);

test('shows what is open', () => {
  expect(names([])).toEqual(['Shop']);
  expect(names(['collection:shop'])).toEqual(['Shop', 'Orders', 'Empty', 'Health']);
  expect(names(['collection:shop', 'folder:orders'])).toEqual([
    'Shop',
    'Orders',
    'List',
    'Cancel',
    'Empty',
    'Health',
  ]);
});

test('a search opens what holds its hits, and finds URLs and folders', () => {
  expect(names([], 'cancel')).toEqual(['Shop', 'Orders', 'Cancel']);
  expect(names([], '/HEALTH')).toEqual(['Shop', 'Health']);
  expect(names([], 'empty')).toEqual(['Shop', 'Empty']);
  expect(names([], 'nowhere')).toEqual([]);
});

test('counts requests at any depth', () => {
  expect(countRequests(shop)).toBe(3);
});
