// The objects of a workspace as a tree, from the index alone.
import { dirname, basename } from 'node:path/posix';
import { REQUEST_SUFFIX } from '../storage/collection-files.ts';
import { inOrder } from '../storage/read-collection.ts';
import { documentName } from './kinds.ts';
import { OBJECT_KINDS, type ObjectKind } from './object-kinds.ts';
import { objectId, type IndexedFile, type ObjectIndex } from './object-index.ts';

export interface TreeObject {
  readonly kind: ObjectKind;
  readonly id: string;
  readonly name: string;
  /** Of its file, relative to the workspace. */
  readonly path: string;
  /** Type, method and URL of a request; the collection of a description or of a run configuration. */
  readonly type?: unknown;
  readonly method?: unknown;
  readonly url?: unknown;
  readonly collectionId?: unknown;
  /** Those of a request; absent without any. */
  readonly examples?: readonly { readonly id: string; readonly name: string }[];
  /** The reason why its file is not used. */
  readonly error?: { readonly line: number; readonly reason: string; readonly isConflict?: true };
  /** The contents of a collection or folder, in their order. */
  readonly items?: readonly TreeObject[];
}

/** Returns collections with their contents, then environments, flows and the other objects, each sorted by name. */
export function treeOf({ files }: Pick<ObjectIndex, 'files'>): readonly TreeObject[] {
  const byHolder = Map.groupBy(files.values(), holderOf);
  const top = [...files.values()].filter(
    ({ kind }) => !['request', 'folder', 'specLink', 'workspace'].includes(kind),
  );
  return top
    .map((file) => treeObject(file, files, byHolder))
    .sort((one, other) => kindAt(one) - kindAt(other) || one.name.localeCompare(other.name));
}

function kindAt({ kind }: TreeObject): number {
  return OBJECT_KINDS.indexOf(kind);
}

type Holders = ReadonlyMap<string, readonly IndexedFile[]>;

/** Returns the folder that shows an object: that of a folder's own file is the one above. */
function holderOf({ kind, path }: IndexedFile): string {
  return kind === 'folder' || kind === 'collection' ? dirname(dirname(path)) : dirname(path);
}

function treeObject(
  file: IndexedFile,
  files: ReadonlyMap<string, IndexedFile>,
  byHolder: Holders,
): TreeObject {
  const { kind, path, shown, error } = file;
  const id = objectId(file, files);
  const link = kind === 'spec' ? files.get(path.replace(/\.yaml$/, '.link.yaml')) : undefined;
  const { order, ...own } = { ...shown, ...link?.shown } as { readonly order?: readonly string[] };
  const hasItems = kind === 'collection' || kind === 'folder';
  return {
    kind: kind as ObjectKind,
    id,
    name: link?.name ?? file.name,
    path,
    ...own,
    ...(error !== null && {
      error: { line: error.line, reason: error.reason, ...(error.isConflict && { isConflict: true }) },
    }),
    ...(hasItems && { items: itemsOf(dirname(path), order ?? [], files, byHolder) }),
  };
}

function itemsOf(
  folder: string,
  order: readonly string[],
  files: ReadonlyMap<string, IndexedFile>,
  byHolder: Holders,
): readonly TreeObject[] {
  const inner = (byHolder.get(folder) ?? []).filter(({ kind }) => kind === 'request' || kind === 'folder');
  const byName = new Map(inner.map((file) => [orderName(file), file]));
  return inOrder([...byName.keys()], order).map((name) => treeObject(byName.get(name)!, files, byHolder));
}

/** Returns the name by which a folder lists an item. */
function orderName({ kind, path }: IndexedFile): string {
  return kind === 'folder' ? `${basename(dirname(path))}/` : basename(path).slice(0, -REQUEST_SUFFIX.length);
}

/** Returns the names that lead to an object, such as `Shop/Users/List`. */
export function namesTo(file: IndexedFile, { files }: Pick<ObjectIndex, 'files'>): string {
  const names = [file.kind === 'dataset' ? documentName(file.path) : file.name];
  if (file.kind !== 'request' && file.kind !== 'folder') return names[0]!;
  for (let folder = holderOf(file); folder.includes('/'); folder = dirname(folder)) {
    const own = files.get(`${folder}/folder.yaml`) ?? files.get(`${folder}/collection.yaml`);
    if (own !== undefined) names.unshift(own.name);
  }
  return names.join('/');
}
