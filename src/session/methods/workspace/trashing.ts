// Moves parts of collections to the trash.
import { changeItem, idOf, itemOf } from '../../../collections/edit/items.ts';
import type { Collection, Item } from '../../../collections/model/collection.ts';
import type { Workspace } from '../../../collections/storage/workspace.ts';

export interface TrashedItem {
  readonly id: string;
  readonly name: string;
  readonly trashId: string;
}

/** Moves an item of a collection to the trash. `pick` finds the item. */
export async function trashFromCollection(
  workspace: Workspace,
  reference: string,
  pick: (collection: Collection) => Item,
): Promise<TrashedItem> {
  const { collectionHeadNamed } = await import('../../../collections/storage/named.ts');
  const { copyToTrash } = await import('../../../collections/storage/trash.ts');
  return workspace.exclusively(async () => {
    const head = await collectionHeadNamed(workspace, reference);
    const stored = await workspace.wholeCollection(head);
    const { collection, paths } = stored;
    const item = pick(collection);
    const [id, { name }] = [idOf(item), itemOf(item)];
    const trashed = await copyToTrash(workspace.folder, { kind: item.kind, name, path: paths.get(id)! });
    const items = changeItem(collection.items, id, () => null);
    await workspace.replaceCollection(stored, { ...collection, items });
    return { id, name, trashId: trashed.id };
  });
}
