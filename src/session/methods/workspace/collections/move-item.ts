// Moves or copies a folder or request within a collection, or to another one.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import {
  allItems,
  anyNamed,
  changeItem,
  copyOf,
  folderNamed,
  idOf,
  insertItem,
  itemOf,
} from '../../../../collections/edit/items.ts';
import type { Collection, Item } from '../../../../collections/model/collection.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { flag, wholeNumber } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';

const MAX_INDEX = 100_000;

export const moveItem = defineMethod({
  name: 'move_item',
  summary: 'Moves or copies a folder or request to another place, folder or collection; index 0 is first',
  effect: 'write',
  faces: EVERYWHERE,
  undo: 'files',
  params: z.strictObject({
    collection: reference,
    item: reference,
    toCollection: reference.optional(),
    toFolder: reference.optional().describe('Top of the collection by default'),
    index: wholeNumber(0, MAX_INDEX).optional(),
    copy: flag.optional(),
  }),
  result: z.strictObject({ id: z.string(), name: z.string(), collection: z.string() }),
  async run({ workspace: context }: WorkspaceOwner, params) {
    const { collectionHeadNamed } = await import('../../../../collections/storage/named.ts');
    const workspace = await context.open();
    return workspace.exclusively(async () => {
      const head = await collectionHeadNamed(workspace, params.collection);
      const target = await collectionHeadNamed(workspace, params.toCollection ?? head.id);
      const from = await workspace.wholeCollection(head);
      const { item } = anyNamed(from.collection, params.item);
      const moved = params.copy === true ? copyOf(item) : item;
      const remaining = params.copy === true ? from.collection : withoutItem(from.collection, item);
      const to = target.path === head.path ? null : await workspace.wholeCollection(target);
      // The target is looked up before the item is removed, so that a folder cannot move into itself and vanish.
      const parent = parentOf(to?.collection ?? from.collection, params.toFolder, item, params.copy === true);
      const goal = inserted(to?.collection ?? remaining, parent, moved, params.index ?? null);
      await workspace.replaceCollection(to ?? from, goal);
      if (to !== null && params.copy !== true) await workspace.replaceCollection(from, remaining);
      return { id: idOf(moved), name: itemOf(moved).name, collection: goal.id };
    });
  },
});

function parentOf(
  collection: Collection,
  folder: string | undefined,
  item: Item,
  isCopy: boolean,
): string | null {
  if (folder === undefined) return null;
  const { id } = folderNamed(collection, folder, 'toFolder').item.folder;
  const inner = [...allItems([item])].some((each) => idOf(each.item) === id);
  if (inner && !isCopy)
    throw new ParameterError(`${itemOf(item).name} cannot be moved into itself`, { field: 'toFolder' });
  return id;
}

function withoutItem(collection: Collection, item: Item): Collection {
  return { ...collection, items: changeItem(collection.items, idOf(item), () => null) };
}

function inserted(
  collection: Collection,
  parent: string | null,
  item: Item,
  index: number | null,
): Collection {
  return { ...collection, items: insertItem(collection.items, parent, item, index) };
}
