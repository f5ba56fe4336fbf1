// The files of a collection: a folder for each folder, and a file for each request.
import { join } from 'node:path';
import { objectText } from './object-file.ts';
import { UniqueSlugs, slugOf } from './slug.ts';
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

/** Returns the paths on which the inherited fields of an item depend: of its collection, and of the folders around it. */
export function collectionPaths(collection: string, folders: readonly string[]): readonly string[] {
  const own = [collection, join(collection, COLLECTION_FILE)];
  return [...own, ...folders.flatMap((folder) => [folder, join(folder, FOLDER_FILE)])];
}

export interface TextFile {
  /** Path segments below the folder of the collection. */
  readonly path: readonly string[];
  readonly text: string;
}

/** The names in `order`, by the ids of the folders and requests. */
export type KnownNames = ReadonlyMap<string, string>;
const NONE: KnownNames = new Map();

/** Yields all files; a folder's own file comes before its contents. Items in `known` keep their names. */
export function* collectionFiles(
  { items, ...fields }: Collection,
  known: KnownNames = NONE,
): Generator<TextFile, void, undefined> {
  const names = itemNames(items, [], known);
  yield {
    path: [COLLECTION_FILE],
    text: objectText(collectionFields, { headers: [], settings: {}, ...fields, order: names }),
  };
  yield* itemFiles(items, names, [], known);
}

function* folderFiles(
  { items, ...fields }: Folder,
  path: readonly string[],
  known: KnownNames,
): Generator<TextFile, void, undefined> {
  const names = itemNames(items, [], known);
  yield {
    path: [...path, FOLDER_FILE],
    text: objectText(folderFields, { tags: [], headers: [], settings: {}, ...fields, order: names }),
  };
  yield* itemFiles(items, names, path, known);
}

export function* itemFiles(
  items: readonly Item[],
  names: readonly string[],
  path: readonly string[],
  known: KnownNames = NONE,
): Generator<TextFile, void, undefined> {
  for (const [at, item] of items.entries()) {
    const name = names[at] ?? '';
    if (item.kind === 'folder') yield* folderFiles(item.folder, [...path, name.slice(0, -1)], known);
    else yield { path: [...path, `${name}${REQUEST_SUFFIX}`], text: objectText(request, item.request) };
  }
}

/**
 * Returns names for `order` that are unique and not in `taken`. Folders and requests share one namespace, so that
 * nothing depends on how a system sorts them.
 */
export function itemNames(
  items: readonly Item[],
  taken: Iterable<string>,
  known: KnownNames = NONE,
): string[] {
  const knownNames = items.map((item) => known.get(idOf(item)));
  const slugs = new UniqueSlugs([...taken, ...knownNames.flatMap((name) => name?.replace(/\/$/, '') ?? [])]);
  return items.map((item, at) => {
    const own = knownNames[at];
    if (own !== undefined) return own;
    const { name } = item.kind === 'folder' ? item.folder : item.request;
    const slug = slugs.take(slugOf(name));
    return item.kind === 'folder' ? `${slug}/` : slug;
  });
}

function idOf(item: Item): string {
  return item.kind === 'folder' ? item.folder.id : item.request.id;
}
