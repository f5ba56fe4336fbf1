// Changes collections, one at a time: reads the whole collection, changes it in memory, and writes the changed files.
import { isDeepStrictEqual } from 'node:util';
import { collectionFields, type Collection } from '../../../collections/model/collection.ts';
import type { Item } from '../../../collections/model/collection.ts';
import type { Workspace } from '../../../collections/storage/workspace.ts';
import type { WorkspaceContext } from '../workspace-context.ts';

/** A change: the new collection, and the result of the operation. */
export interface Edit<T> {
  readonly collection: Collection;
  readonly result: T;
}

/** Changes the collection with this name or id. When it rejects, nothing has changed. */
export async function editCollection<T>(
  context: WorkspaceContext,
  reference: string,
  edit: (collection: Collection, workspace: Workspace) => Edit<T> | Promise<Edit<T>>,
): Promise<T> {
  const workspace = await context.open();
  return workspace.exclusively(async () => {
    const { collectionHeadNamed } = await import('../../../collections/storage/named.ts');
    const head = await collectionHeadNamed(workspace, reference);
    const stored = await workspace.wholeCollection(head);
    const { collection, result } = await edit(stored.collection, workspace);
    if (!isDeepStrictEqual(collection, stored.collection))
      await workspace.replaceCollection(stored, collection);
    return result;
  });
}

/** Returns a new collection with these items. */
export function newCollection(fields: Partial<Collection> & Pick<Collection, 'name'>): Collection {
  const { items, ...own } = fields;
  const { order: _, ...all } = collectionFields.parse({
    id: crypto.randomUUID(),
    ...own,
  });
  return { ...all, items: items ?? [] };
}

/** Returns the tree of items with the fields that lists show. */
export function outline(items: readonly Item[]): readonly Record<string, unknown>[] {
  return items.map((item) => {
    if (item.kind === 'folder') {
      const { id, name, docs, items: inner } = item.folder;
      return { kind: 'folder', id, name, ...(docs !== '' && { docs }), items: outline(inner) };
    }
    const { id, name, type, method, url } = item.request;
    return { kind: 'request', id, name, type, method, url };
  });
}
