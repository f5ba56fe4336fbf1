// Deletes a saved request.
import { z } from 'zod';
import { requestNamed } from '../../../../collections/edit/items.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { trashFromCollection } from '../trashing.ts';

export const deleteRequest = defineMethod({
  name: 'delete_request',
  summary: 'Deletes a saved request with its examples; restore_item may bring it back',
  effect: 'destructive',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: 'files',
  params: z.strictObject({ collection: reference, request: reference }),
  result: z.strictObject({ deleted: z.string(), name: z.string(), trashId: z.string() }),
  async run({ workspace: context }: WorkspaceOwner, params) {
    const { id, name, trashId } = await trashFromCollection(
      await context.open(),
      params.collection,
      (collection) => requestNamed(collection, params.request).item,
    );
    return { deleted: id, name, trashId };
  },
});
