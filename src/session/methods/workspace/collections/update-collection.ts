// Changes the fields of a collection, but not its contents.
import { z } from 'zod';
import { changed } from '../../../../collections/edit/changes.ts';
import { collectionFields } from '../../../../collections/model/collection.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { editCollection } from '../editing.ts';
import { changes, reference } from '../fields.ts';
import { masked, unmasked } from '../masks.ts';

export const updateCollection = defineMethod({
  name: 'update_collection',
  summary:
    'Changes name, docs, auth, variables, headers, settings or scripts of a collection, as get_collection shows them',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: 'files',
  params: z.strictObject({ collection: reference, changes }),
  result: z.looseObject({ id: z.string(), name: z.string() }),
  run({ workspace: context }: WorkspaceOwner, params) {
    return editCollection(context, params.collection, ({ items, ...old }) => {
      const given = unmasked(context, params.changes, old, 'changes') as Record<string, unknown>;
      const options = { field: 'changes', fixed: ['id', 'order'] };
      const before = { headers: [], settings: {}, ...old, order: [] };
      const { order: _, ...own } = changed(collectionFields, before, given, options);
      return { collection: { ...own, items }, result: masked(own, context) };
    });
  },
});
