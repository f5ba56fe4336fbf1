// A collection as files: a folder for each folder, a file for each request.
import { objectText } from './object-file.ts';
import { freeSlug, sameName, slugOf } from './slug.ts';
import {
  collectionFields,
  folderFields,
  type Collection,
  type Folder,
  type Item,
} from '../model/collection.ts';
import { request } from '../model/request.ts';

export const COLLECTION_FILE = 'collection.yaml';
export const FOLDER_FILE = 'folder.yaml';
export const REQUEST_SUFFIX = '.request.yaml';

export interface TextFile {
  /** Parts below the collection's own folder. */
  readonly path: readonly string[];
  readonly text: string;
}

/** All files of a collection, each folder's own first. */
export function* collectionFiles({ items, ...fields }: Collection): Generator<TextFile, void, undefined> {
  const names = namesOf(items);
  yield {
    path: [COLLECTION_FILE],
    text: objectText(collectionFields, { ...fields, order: names }),
  };
  yield* itemFiles(items, names, []);
}

function* folderFiles(
  { items, ...fields }: Folder,
  path: readonly string[],
): Generator<TextFile, void, undefined> {
  const names = namesOf(items);
  yield { path: [...path, FOLDER_FILE], text: objectText(folderFields, { ...fields, order: names }) };
  yield* itemFiles(items, names, path);
}

export function* itemFiles(
  items: readonly Item[],
  names: readonly string[],
  path: readonly string[],
): Generator<TextFile, void, undefined> {
  for (const [at, item] of items.entries()) {
    const name = names[at] ?? '';
    if (item.kind === 'folder') yield* folderFiles(item.folder, [...path, name.slice(0, -1)]);
    else yield { path: [...path, `${name}${REQUEST_SUFFIX}`], text: objectText(request, item.request) };
  }
}

/** As `order` names them, no two alike. */
function namesOf(items: readonly Item[]): string[] {
  const taken = new Set<string>();
  return items.map((item) => {
    const slug = itemSlug(item, (name) => taken.has(name));
    taken.add(sameName(slug));
    return item.kind === 'folder' ? `${slug}/` : slug;
  });
}

/** Folders and requests share their names, so that nothing depends on how a system sorts them. */
export function itemSlug(item: Item, isTaken: (name: string) => boolean): string {
  const { name } = item.kind === 'folder' ? item.folder : item.request;
  return freeSlug(slugOf(name), (slug) => isTaken(sameName(slug)));
}
