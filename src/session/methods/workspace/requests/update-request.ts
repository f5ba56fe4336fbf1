// Changes a saved request.
import { z } from 'zod';
import { changed } from '../../../../collections/edit/changes.ts';
import { changeItem, requestNamed } from '../../../../collections/edit/items.ts';
import { requestInput } from '../../../../collections/edit/request-input.ts';
import { request as requestModel } from '../../../../collections/model/request.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { editCollection } from '../editing.ts';
import { changes, reference } from '../fields.ts';
import { masked, unmasked } from '../masks.ts';

export const updateRequest = defineMethod({
  name: 'update_request',
  summary:
    'Changes fields of a saved request, as get_saved_request shows them; other fields stay as they are',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: 'files',
  params: z.strictObject({ collection: reference, request: reference, changes }),
  result: z.looseObject({ id: z.string(), name: z.string(), type: z.string() }),
  run({ workspace: context }: WorkspaceOwner, params) {
    return editCollection(context, params.collection, (collection) => {
      const old = requestNamed(collection, params.request).item.request;
      const input = requestInput(params.changes, old);
      const given = unmasked(context, input, old, 'changes') as Record<string, unknown>;
      const request = changed(requestModel, old, given, { field: 'changes', fixed: ['id'] });
      const items = changeItem(collection.items, old.id, () => ({ kind: 'request', request }));
      return { collection: { ...collection, items }, result: masked(request, context) };
    });
  },
});
