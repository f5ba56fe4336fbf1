// Finds, replaces, inserts and removes folders and requests in the tree of a collection. The tree itself is never
// mutated.
import { nearest } from '../../base/did-you-mean.ts';
import { UserError } from '../../base/errors.ts';
import type { Collection, Folder, Item } from '../model/collection.ts';
import type { SavedRequest } from '../model/request.ts';

/** An item and where it is. */
export interface PlacedItem<I extends Item = Item> {
  readonly item: I;
  /** The folders that contain it, the outermost first. */
  readonly folders: readonly Folder[];
}

type FolderItem = Extract<Item, { kind: 'folder' }>;
type RequestItem = Extract<Item, { kind: 'request' }>;

export function idOf(item: Item): string {
  return itemOf(item).id;
}

export function itemOf(item: Item): Folder | SavedRequest {
  return item.kind === 'folder' ? item.folder : item.request;
}

/** Yields all folders and requests, each folder before its contents. */
export function* allItems(
  items: readonly Item[],
  folders: readonly Folder[] = [],
): Generator<PlacedItem, void, undefined> {
  for (const item of items) {
    yield { item, folders };
    if (item.kind === 'folder') yield* allItems(item.folder.items, [...folders, item.folder]);
  }
}

/** Returns the names that lead to an item, such as `Users/List`. */
export function pathOf({ item, folders }: PlacedItem): string {
  return [...folders, itemOf(item)].map(({ name }) => name).join('/');
}

/**
 * Finds a request. Throws a UserError, which suggests the nearest name, when there is no such request or more than
 * one.
 */
export function requestNamed(collection: Collection, reference: string): PlacedItem<RequestItem> {
  const all = [...allItems(collection.items)].filter(
    (placed): placed is PlacedItem<RequestItem> => placed.item.kind === 'request',
  );
  return named(all, reference, { kind: 'request', field: 'request' }, collection);
}

/**
 * Finds a folder. Throws a UserError, which suggests the nearest name, when there is no such folder or more than one.
 */
export function folderNamed(
  collection: Collection,
  reference: string,
  field = 'folder',
): PlacedItem<FolderItem> {
  const all = [...allItems(collection.items)].filter(
    (placed): placed is PlacedItem<FolderItem> => placed.item.kind === 'folder',
  );
  return named(all, reference, { kind: 'folder', field }, collection);
}

/** Finds a folder or a request. */
export function anyNamed(collection: Collection, reference: string): PlacedItem {
  const about = { kind: 'folder or request', field: 'item' };
  return named([...allItems(collection.items)], reference, about, collection);
}

function named<P extends PlacedItem>(
  all: readonly P[],
  reference: string,
  { kind, field }: { readonly kind: string; readonly field: string },
  collection: Collection,
): P {
  const byId = all.find(({ item }) => idOf(item) === reference);
  if (byId !== undefined) return byId;
  const ends = (path: string, end: string): boolean => `/${path}`.endsWith(`/${end}`);
  const exact = all.filter((placed) => ends(pathOf(placed), reference));
  const same = all.filter((placed) => ends(pathOf(placed).toLowerCase(), reference.toLowerCase()));
  const found = exact.length > 0 ? exact : same;
  const [first, second] = found;
  if (first === undefined)
    throw new UserError('NOT_FOUND', missing(all, reference, kind, collection), { field });
  if (second === undefined) return first;
  const choices = found.slice(0, 5).map((placed) => `${pathOf(placed)} (${idOf(placed.item)})`);
  throw new UserError(
    'INVALID_DATA',
    `there are ${found.length} called ${JSON.stringify(reference)} in ${collection.name}: give the id or path of one, such as ${choices.join(' or ')}`,
    { field },
  );
}

function missing(all: readonly PlacedItem[], reference: string, kind: string, { name }: Collection): string {
  const last = reference.slice(reference.lastIndexOf('/') + 1);
  const similar = nearest(
    last,
    all.map(({ item }) => itemOf(item).name),
  );
  const hint = similar === null ? '' : `; did you mean ${JSON.stringify(similar)}?`;
  return `there is no ${kind} ${JSON.stringify(reference.slice(0, 200))} in the collection ${name}${hint}`;
}

/** Returns the items with the one of this id replaced by `change(item)`; null removes it. */
export function changeItem(
  items: readonly Item[],
  id: string,
  change: (item: Item) => Item | null,
): readonly Item[] {
  return items.flatMap((item): readonly Item[] => {
    if (idOf(item) === id) {
      const changed = change(item);
      return changed === null ? [] : [changed];
    }
    if (item.kind === 'request') return [item];
    return [{ kind: 'folder', folder: { ...item.folder, items: changeItem(item.folder.items, id, change) } }];
  });
}

/**
 * Returns the items with `added` inserted into this folder, or at the top level for null. Without an index it goes to
 * the end.
 */
export function insertItem(
  items: readonly Item[],
  folder: string | null,
  added: Item,
  index: number | null = null,
): readonly Item[] {
  if (folder === null) return items.toSpliced(index ?? items.length, 0, added);
  return changeItem(items, folder, (item) =>
    item.kind === 'request'
      ? item
      : {
          kind: 'folder',
          folder: { ...item.folder, items: insertItem(item.folder.items, null, added, index) },
        },
  );
}

/** Returns a deep copy with new ids. */
export function copyOf(item: Item): Item {
  if (item.kind === 'request') {
    const examples = item.request.examples.map((example) => ({ ...example, id: crypto.randomUUID() }));
    return { kind: 'request', request: { ...item.request, id: crypto.randomUUID(), examples } };
  }
  const { folder } = item;
  return { kind: 'folder', folder: { ...folder, id: crypto.randomUUID(), items: folder.items.map(copyOf) } };
}
