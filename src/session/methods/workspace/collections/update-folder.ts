// Changes the fields of a folder, but not its contents.
import { z } from 'zod';
import { changed } from '../../../../collections/edit/changes.ts';
import { changeItem, folderNamed } from '../../../../collections/edit/items.ts';
import { folderFields } from '../../../../collections/model/collection.ts';
import { withoutOrder } from '../../../../collections/storage/read-collection.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { editCollection } from '../editing.ts';
import { changes, reference } from '../fields.ts';
import { masked, unmasked } from '../masks.ts';

export const updateFolder = defineMethod({
  name: 'update_folder',
  summary:
    'Changes name, docs, auth, variables, headers, settings or scripts of a folder; they apply to the requests in it',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: 'files',
  params: z.strictObject({ collection: reference, folder: reference, changes }),
  result: z.looseObject({ id: z.string(), name: z.string() }),
  run({ workspace: context }: WorkspaceOwner, params) {
    return editCollection(context, params.collection, (collection) => {
      const { items, ...old } = folderNamed(collection, params.folder).item.folder;
      const given = unmasked(context, params.changes, old, 'changes') as Record<string, unknown>;
      const fields = changed(
        folderFields,
        { tags: [], headers: [], settings: {}, ...old, order: [] },
        given,
        {
          field: 'changes',
          fixed: ['id', 'order'],
        },
      );
      const folder = { ...withoutOrder(fields), items };
      const tree = changeItem(collection.items, old.id, () => ({ kind: 'folder', folder }));
      return {
        collection: { ...collection, items: tree },
        result: masked(withoutOrder(fields), context),
      };
    });
  },
});
