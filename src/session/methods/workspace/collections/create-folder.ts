// Adds a folder to a collection.
import { z } from 'zod';
import { folderNamed, insertItem } from '../../../../collections/edit/items.ts';
import { folderFields } from '../../../../collections/model/collection.ts';
import { withoutOrder } from '../../../../collections/storage/read-collection.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { editCollection } from '../editing.ts';
import { objectName, reference } from '../fields.ts';

export const createFolder = defineMethod({
  name: 'create_folder',
  summary: 'Adds a folder to a collection, at its top or in a parent folder',
  effect: 'write',
  faces: EVERYWHERE,
  undo: 'files',
  params: z.strictObject({ collection: reference, name: objectName, parent: reference.optional() }),
  result: z.strictObject({ id: z.string(), name: z.string() }),
  run({ workspace: context }: WorkspaceOwner, { collection: name, ...params }) {
    return editCollection(context, name, (collection) => {
      const parent = params.parent === undefined ? null : folderNamed(collection, params.parent, 'parent');
      const fields = withoutOrder(folderFields.parse({ id: crypto.randomUUID(), name: params.name }));
      const folder = { ...fields, items: [] };
      const at = parent?.item.folder.id ?? null;
      const items = insertItem(collection.items, at, { kind: 'folder', folder });
      return { collection: { ...collection, items }, result: { id: folder.id, name: folder.name } };
    });
  },
});
