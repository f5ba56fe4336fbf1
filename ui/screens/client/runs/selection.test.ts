import { expect, test } from 'vitest';
import type { TreeObject } from '../model/workspace.ts';
import { choiceOf, choiceRows, movedBy, selectionFor, switched } from './selection.ts';

const request = (id: string): TreeObject => ({ kind: 'request', id, name: `Name ${id}`, path: '' });
const collection: TreeObject = {
  kind: 'collection',
  id: 'c',
  name: 'Shop',
  path: '',
  items: [
    { kind: 'folder', id: 'f', name: 'Cart', path: '', items: [request('a'), request('b')] },
    request('d'),
  ],
};
const on = (items: ReturnType<typeof choiceOf>): readonly string[] =>
  items.map(({ id, isOn }) => (isOn ? id : `-${id}`));

test('all of a collection needs no list, and some of it only what is on', () => {
  const all = choiceOf(collection, { only: [], isOrdered: false });
  expect(on(all)).toEqual(['a', 'b', 'd']);
  expect(selectionFor(collection, all)).toEqual({ only: [], isOrdered: false });
  const some = switched(all, new Set(['b']), false);
  expect(selectionFor(collection, some)).toEqual({ only: ['a', 'd'], isOrdered: false });
});

test('names and folders of a file stand for their requests', () => {
  expect(on(choiceOf(collection, { only: ['Cart'], isOrdered: false }))).toEqual(['a', 'b', '-d']);
  expect(on(choiceOf(collection, { only: ['d', 'f'], isOrdered: true }))).toEqual(['d', 'a', 'b']);
});

test('an order of its own, in which what is off keeps its place', () => {
  const moved = movedBy(choiceOf(collection, { only: [], isOrdered: false }), 'd', -1);
  expect(selectionFor(collection, moved)).toEqual({ only: ['a', 'd', 'b'], isOrdered: true });
  const without = switched(moved, new Set(['d']), false);
  const selection = selectionFor(collection, without);
  expect(selection).toEqual({ only: ['a', 'b'], isOrdered: false });
  const off = switched(moved, new Set(['a']), false);
  const next = choiceOf(collection, selectionFor(collection, off), ['a', 'd', 'b']);
  expect(on(next)).toEqual(['-a', 'd', 'b']);
});

test('headings stand where the folder changes', () => {
  const rows = choiceRows(choiceOf(collection, { only: ['a', 'd', 'b'], isOrdered: true }));
  expect(rows.map((row) => (row.type === 'folder' ? row.name : row.item.id))).toEqual([
    'Cart',
    'a',
    'd',
    'Cart',
    'b',
  ]);
});
